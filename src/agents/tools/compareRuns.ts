// The tool `compare_runs`.
import * as z from "zod";
import { countText, inEnglish } from "../../language/language";
import { compareRuns } from "../../app/compareRuns";
import type { Tool } from "../tool";
import { runField } from "./fields";
import { columnsField } from "./recordFields";
import { rowFacts, rowsText } from "./recordText";

const defaultRows = 20;
const mostRows = 200;

const input = z.strictObject({
  run: runField.describe("Id of the later run."),
  earlier: runField
    .optional()
    .describe("Id of the earlier run; the run of the same saved search before it when absent."),
  columns: columnsField,
  limit: z.int().min(0).max(mostRows).optional().describe(`Records to return, ${defaultRows} when absent.`),
});

export const compareRunsTool: Tool<z.infer<typeof input>> = {
  name: "compare_runs",
  title: "Compare Runs",
  description:
    "Compares a run with an earlier run of the same search: how many records are new, changed, and gone, and the " +
    "first of them with the earlier values. Free, sends nothing.",
  input,
  cost: "free",
  readOnly: true,
  destructive: false,
  async run(desk, { run, earlier, columns: given, limit = defaultRows }, { signal }) {
    const found = await compareRuns(desk, { run, earlier, columns: given, limit }, signal);
    const { counts, columns, remark } = found;
    const rows = found.rows.map(rowFacts);
    const lines = [
      `Run ${found.later.header.id} compared with run ${found.earlier.header.id}: ` +
        inEnglish(
          () => `${countText(counts.new)} new, ${countText(counts.changed)} changed, ${countText(counts.gone)} gone.`,
        ),
      ...(remark === undefined ? [] : [remark]),
      ...(rows.length === 0 ? [] : [rowsText(["change", ...columns, "earlier values"], rows, desk.random)]),
    ];
    const { id } = found.later.header;
    return {
      text: lines.join("\n"),
      data: { run: id, earlier: found.earlier.header.id, ...counts, remark: remark ?? null, columns, rows },
    };
  },
};
