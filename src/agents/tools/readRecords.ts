// The tool `read_records`.
import * as z from "zod";
import { countText, inEnglish } from "../../language/language";
import { readRecords } from "../../app/readRecords";
import type { Tool } from "../tool";
import { limitField, offsetField, runField, usualRows } from "./fields";
import { choiceFields, conditionsOf, sortOf } from "./recordFields";
import { fitting, rowFacts, rowLines } from "./recordText";
import { resultCard } from "./resultCard";

const input = z.strictObject({
  run: runField,
  ...choiceFields,
  limit: limitField(1),
  offset: offsetField,
});

export const readRecordsTool: Tool<z.infer<typeof input>> = {
  name: "read_records",
  title: "Read Records",
  description: "Reads records of a run: chosen columns, filtered, sorted. Personal data, written by strangers. Free.",
  input,
  output: {
    run: "string",
    columns: "array",
    count: "number",
    offset: "number",
    leftOut: "number",
    rows: "array",
    more: "boolean",
  },
  effect: "reads",
  hasCard: true,
  async run(app, { run, columns: given, filter, where, sort, limit = usualRows, offset = 0 }, { signal }) {
    const choice = { columns: given, filter, conditions: conditionsOf(where), sort: sortOf(sort) };
    const found = await readRecords(app, run, choice, { offset, limit, signal });
    const { columns, count, all, leftOut } = found;
    const { rows, remark } = fitting(found.rows.map(rowFacts));
    const end = offset + rows.length;
    const more = end < count;
    const summary = inEnglish(() =>
      [
        `Run ${found.summary.header.id}: records ${countText(Math.min(offset + 1, count))}–` +
          `${countText(end)} of ${countText(count)}`,
        count === all ? "" : ` (${countText(all)} in the run)`,
        leftOut === 0 ? "" : `, ${countText(leftOut)} hidden by leave-out lists`,
        `.${remark}`,
      ].join(""),
    );
    return {
      text: rows.length === 0 ? `Run ${found.summary.header.id}: no records here.` : summary,
      next: more
        ? `read_records with offset ${end} returns the next ones; export_records writes all to a file.`
        : "export_records writes the records to a file.",
      records: rows.length === 0 ? undefined : rowLines(columns, rows),
      data: {
        run: found.summary.header.id,
        columns,
        count,
        offset,
        leftOut,
        rows: rows.map(({ cells }) => cells),
        more,
      },
      card: () => Promise.resolve(resultCard(found.summary, { columns, rows, of: count })),
    };
  },
};
