// The tool `draft_search`.
import * as z from "zod";
import { inEnglish } from "../../language/language";
import { mostCredits } from "../../searches/fetchInput";
import { describeSearch } from "../../searches/describeSearch";
import { draftSearch } from "../../app/draftSearch";
import { diagnosticText } from "../../app/readSearch";
import type { Tool } from "../tool";
import { neutral } from "../../app/untrusted";
import { pathField, recordsField } from "./fields";

const item = z.union([
  z.strictObject({
    value: z.union([z.string().min(1).max(2_000), z.int()]).describe("Text, or a whole number for integer fields."),
    exclude: z.boolean().optional().describe("Matches must not have this value."),
    exact_match: z.boolean().optional().describe("The value must be equal, not only similar."),
  }),
  z.strictObject({
    min: z.int().optional().describe("At least; inclusive."),
    max: z.int().optional().describe("At most; inclusive."),
    exclude: z.boolean().optional().describe("Matches must not be in this range."),
  }),
]);

const input = z.strictObject({
  file: pathField(
    "Path of the saved search to write or edit, ending in .prospect.json. Without it, nothing is written.",
  ).optional(),
  search: z.enum(["company", "people"]).optional().describe("What to search; required for a new search."),
  filters: z
    .record(z.string().max(200), z.array(item).max(10_000))
    .optional()
    .describe("Filters by field. They replace those of the same fields; an empty list removes one; others stay."),
  records: recordsField,
  credits: z.number().min(0).max(mostCredits).optional().describe("Credit limit of a run of this search."),
  skip_known: z
    .boolean()
    .optional()
    .describe("Skip records fetched before: as far as the service can leave them out, at no cost."),
  leave_out: z
    .array(z.string().min(1).max(1_000))
    .max(100)
    .optional()
    .describe("Leave-out lists to add: paths of files, relative to the saved search."),
});

export const draftSearchTool: Tool<z.infer<typeof input>> = {
  name: "draft_search",
  title: "Draft Search",
  description:
    "Writes a new saved search or edits one (only the filters that are given change), and returns the document, what " +
    "it says in words, and diagnostics. A document with errors is not written. Free, sends nothing.",
  input,
  cost: "free",
  readOnly: false,
  destructive: true,
  async run(desk, { file, search, filters, records, credits, skip_known: leaveOutKnown, leave_out: leaveOut }) {
    const settings = { records, credits, leaveOutKnown };
    const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
    const fetch = Object.keys(given).length === 0 ? undefined : given;
    const draft = await draftSearch(desk, { file, search, filters, fetch, leaveOut });
    const place = file ?? "search";
    const problems = draft.diagnostics.map((one) => `${one.severity} ${diagnosticText(place, one)}`);
    const document = draft.search?.document;
    const lines = [
      file === undefined
        ? "Not written: no file was given."
        : draft.isWritten
          ? `Written: ${neutral(file, 1_000)}.`
          : document === undefined
            ? "Not written: the document has errors."
            : "Nothing had to be changed.",
      ...(document === undefined ? [] : [inEnglish(() => neutral(describeSearch(document), 4_000))]),
      ...problems,
    ];
    return {
      text: lines.join("\n"),
      next:
        document === undefined
          ? "correct what is wrong and call draft_search again."
          : "plan_search says what it would fetch and cost.",
      records: draft.text.split("\n"),
      data: {
        file: file ?? null,
        written: draft.isWritten,
        new: draft.isNew,
        diagnostics: draft.diagnostics,
        document: document ?? null,
      },
    };
  },
};
