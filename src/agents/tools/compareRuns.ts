// The tool `compare_runs`.
import * as z from "zod";
import { countText, inEnglish } from "../../language/language";
import { compareRuns } from "../../app/compareRuns";
import type { Tool } from "../tool";
import { limitField, offsetField, runField, usualRows } from "./fields";
import { columnsFieldAgain } from "./recordFields";
import { fitting, rowFacts, rowLines } from "./recordText";
import { resultCard } from "./resultCard";

const input = z.strictObject({
  run: runField.describe("Id of the later run."),
  earlier: runField.optional().describe("The one before when absent."),
  columns: columnsFieldAgain,
  limit: limitField(0),
  offset: offsetField,
});

export const compareRunsTool: Tool<z.infer<typeof input>> = {
  name: "compare_runs",
  title: "Compare Runs",
  description: "Compares a run with an earlier one of the same search: new, changed and gone records. Free.",
  input,
  output: {
    run: "string",
    earlier: "string",
    new: "number",
    changed: "number",
    gone: "number",
    uncomparable: "number",
    remark: "string?",
    columns: "array",
    offset: "number",
    more: "boolean",
    rows: "array",
  },
  effect: "reads",
  hasCard: true,
  async run(app, { run, earlier, columns: given, limit = usualRows, offset = 0 }, { signal }) {
    const found = await compareRuns(app, { run, earlier, columns: given, limit, offset }, signal);
    const { counts, columns, remark } = found;
    const { rows, remark: cut } = fitting(found.rows.map(rowFacts));
    const end = offset + rows.length;
    const of = counts.new + counts.changed + counts.gone;
    const more = end < of;
    const sum = inEnglish(
      () => `${countText(counts.new)} new, ${countText(counts.changed)} changed, ${countText(counts.gone)} gone.`,
    );
    const remarks = remark === undefined ? [] : [remark];
    const lines = [
      `Run ${found.later.header.id} compared with run ${found.earlier.header.id}: ${sum}`,
      ...[...remarks, cut.trim()].filter((line) => line !== ""),
    ];
    const { id } = found.later.header;
    return {
      text: lines.join("\n"),
      next: more
        ? `compare_runs with offset ${end} returns the next of them.`
        : "tell the user what changed; these are all.",
      records: rows.length === 0 ? undefined : rowLines(["change", ...columns, "earlier values"], rows),
      data: {
        run: id,
        earlier: found.earlier.header.id,
        ...counts,
        remark: remark ?? null,
        columns,
        offset,
        more,
        rows,
      },
      card: () => Promise.resolve(resultCard(found.later, { lines: [sum, ...remarks], columns, rows, of })),
    };
  },
};
