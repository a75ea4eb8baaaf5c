// The tool `find_records`.
import * as z from "zod";
import { findRecords } from "../../app/findRecords";
import { neutral } from "../../app/untrusted";
import { recordsText } from "../../runs/amounts";
import { inEnglish } from "../../language/language";
import { recordKinds } from "../../service/operations";
import type { Tool } from "../tool";
import { limitField, usualRows } from "./fields";
import { fitting } from "./recordText";

const input = z.strictObject({
  text: z.string().min(1).max(500).describe("Words that must all occur."),
  kind: z.enum(recordKinds).optional().describe("Only these."),
  limit: limitField(1),
});

export const findRecordsTool: Tool<z.infer<typeof input>> = {
  name: "find_records",
  title: "Find Records",
  description: "Finds words in everything fetched so far, by any run: use it before paying again. Free.",
  input,
  output: { counts: "object", atLeast: "boolean", records: "array" },
  effect: "reads",
  async run(app, { text, kind, limit = usualRows }) {
    const { counts, isCapped, records } = await findRecords(app, { text, limit, kind });
    const found = records.map((record) => ({
      kind: record.kind,
      title: neutral(record.title),
      detail: neutral(record.detail),
      run: record.run,
    }));
    const { rows, remark } = fitting(found);
    const count = recordKinds.reduce((sum, each) => sum + counts[each], 0);
    return {
      text:
        count === 0
          ? "Nothing that was fetched has all of these words."
          : inEnglish(
              () => `${isCapped ? "At least " : ""}${recordsText(count)}; ${rows.length} here, the newest first.`,
            ) + remark,
      next:
        count === 0
          ? "plan_search says what a search would fetch and cost."
          : "read_records with run and filter reads more of their columns for free.",
      records: rows.length === 0 ? undefined : rows.map((row) => JSON.stringify(Object.values(row))),
      data: { counts, atLeast: isCapped, records: rows },
    };
  },
};
