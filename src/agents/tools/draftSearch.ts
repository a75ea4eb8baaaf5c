// The tool `draft_search`.
import * as z from "zod";
import { inEnglish } from "../../language/language";
import { mostCredits } from "../../searches/fetchInput";
import { describeSearch } from "../../searches/describeSearch";
import { draftSearch } from "../../app/draftSearch";
import { diagnosticText } from "../../app/readSearch";
import type { Tool } from "../tool";
import { neutral } from "../../app/untrusted";
import { shownAs } from "../schemas";
import { pathField, recordsField } from "./fields";

/** Characters of a document that are repeated in the answer. */
const mostRepeated = 24_000;

const item = z.union([
  z.strictObject({
    value: z.union([z.string().min(1).max(2_000), z.int()]),
    exclude: z.boolean().optional(),
    exact_match: z.boolean().optional(),
  }),
  z.strictObject({
    min: z.int().optional(),
    max: z.int().optional(),
    exclude: z.boolean().optional(),
  }),
]);

const input = z.strictObject({
  file: pathField("Path to write or edit, *.prospect.json; nothing is written without it.").optional(),
  search: z.enum(["company", "people"]).optional().describe("Required for a new search."),
  filters: z
    .record(z.string().max(200), z.array(item).max(10_000))
    .optional()
    .meta(shownAs({ type: "object" }))
    .describe("Items by field as for plan_search, which replace those of the field; an empty list removes it."),
  records: recordsField,
  credits: z.number().min(0).max(mostCredits).optional().describe("Credit limit of a run."),
  skip_known: z.boolean().optional().describe("Skip records fetched before."),
  leave_out: z
    .array(z.string().min(1).max(1_000))
    .max(100)
    .optional()
    .describe("Leave-out lists to add, relative to the saved search."),
});

export const draftSearchTool: Tool<z.infer<typeof input>> = {
  name: "draft_search",
  title: "Draft Search",
  description:
    "Writes or edits a saved search, and says what it finds and what is wrong. With errors it is not written. " +
    "Free.",
  input,
  output: { file: "string?", written: "boolean", new: "boolean", diagnostics: "array", document: "object?" },
  effect: "writes",
  async run(app, { file, search, filters, records, credits, skip_known: leaveOutKnown, leave_out: leaveOut }) {
    const settings = { records, credits, leaveOutKnown };
    const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
    const fetch = Object.keys(given).length === 0 ? undefined : given;
    const draft = await draftSearch(app, { file, search, filters, fetch, leaveOut });
    const place = file ?? "search";
    const problems = draft.diagnostics.map((one) => `${one.severity} ${diagnosticText(place, one)}`);
    const document = draft.search?.document;
    const isLong = draft.text.length > mostRepeated;
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
      ...(isLong ? [`The document has ${draft.text.length} characters, so it is not repeated here.`] : []),
    ];
    return {
      text: lines.join("\n"),
      next:
        document === undefined
          ? "correct what is wrong and call draft_search again."
          : "plan_search says what it would fetch and cost.",
      records: isLong ? undefined : draft.text.split("\n"),
      data: {
        file: file ?? null,
        written: draft.isWritten,
        new: draft.isNew,
        diagnostics: draft.diagnostics,
        document: isLong ? null : (document ?? null),
      },
    };
  },
};
