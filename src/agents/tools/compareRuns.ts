// The tool `compare_runs`.
import * as z from "zod";
import { countText, inEnglish } from "../../language/language";
import { compareRuns } from "../../app/compareRuns";
import type { Tool } from "../tool";
import { offsetField, runField } from "./fields";
import { columnsField } from "./recordFields";
import { rowFacts, rowLines } from "./recordText";

const defaultRows = 20;
const mostRows = 200;

const input = z.strictObject({
  run: runField.describe("Id of the later run."),
  earlier: runField
    .optional()
    .describe("Id of the earlier run; the run of the same saved search before it when absent."),
  columns: columnsField,
  limit: z.int().min(0).max(mostRows).optional().describe(`Records to return, ${defaultRows} when absent.`),
  offset: offsetField,
});

export const compareRunsTool: Tool<z.infer<typeof input>> = {
  name: "compare_runs",
  title: "Compare Runs",
  description:
    "Compares a run with an earlier run of the same search: how many records are new, changed, and gone, and " +
    "which, with the earlier values. Free, sends nothing.",
  input,
  cost: "free",
  readOnly: true,
  destructive: false,
  async run(desk, { run, earlier, columns: given, limit = defaultRows, offset = 0 }, { signal }) {
    const found = await compareRuns(desk, { run, earlier, columns: given, limit, offset }, signal);
    const { counts, columns, remark } = found;
    const rows = found.rows.map(rowFacts);
    const end = offset + rows.length;
    const more = end < counts.new + counts.changed + counts.gone;
    const lines = [
      `Run ${found.later.header.id} compared with run ${found.earlier.header.id}: ` +
        inEnglish(
          () => `${countText(counts.new)} new, ${countText(counts.changed)} changed, ${countText(counts.gone)} gone.`,
        ),
      ...(remark === undefined ? [] : [remark]),
    ];
    const { id } = found.later.header;
    return {
      text: lines.join("\n"),
      next: more
        ? `compare_runs with offset ${end} returns the next of them.`
        : "tell the user what changed; these are all.",
      records: rows.length === 0 ? undefined : rowLines(["change", ...columns, "earlier values"], rows),
      data: {
        ...{ run: id, earlier: found.earlier.header.id, ...counts, remark: remark ?? null },
        ...{ columns, offset, more, rows },
      },
    };
  },
};
