// The tools that say what can be searched for, and write a saved search.
import * as z from "zod";
import { draftSearch } from "../../app/draftSearch";
import { diagnosticText } from "../../app/readSearch";
import { neutral } from "../../app/untrusted";
import { columnsOf, type ColumnType } from "../../rows/columns";
import { describeSearch } from "../../searches/describeSearch";
import { mostCredits } from "../../searches/fetchInput";
import { filtersOf, type SearchKind } from "../../service/filterCatalogue";
import { operations, searchOperation } from "../../service/operations";
import { shownAs, tool } from "../tool";
import { pathField, recordsField } from "./fields";
import { fitting } from "./recordText";

export const describeFiltersTool = tool({
  name: "describe_filters",
  title: "Describe Filters",
  description:
    "Names filters with known values, the rules of a document, and the columns of records. Use it before writing a " +
    "search or a condition. Free.",
  input: z.strictObject({
    search: z.enum(["company", "people"]).describe("What is searched."),
    about: z.string().max(200).optional().describe("Only what has these words in its name or meaning."),
  }),
  output: ["search", "rules", "filters", "columns"],
  effect: "reads",
  async run(_app, { search, about }) {
    const { rows: filters, remark } = fitting(describeFilters(search, about));
    const columns = describeColumns(search, about);
    const lines = [...searchRules, ...filters.map(lineOf), ...columns.map(columnLine)];
    const next =
      remark === ""
        ? "write a search with draft_search, or pass a document to plan_search."
        : "describe_filters with about names the others; then write a search with draft_search.";
    return { text: `${lines.join("\n")}${remark}`, next, data: { search, rules: searchRules, filters, columns } };
  },
});

function lineOf({ field, kind, meaning, unit, suggestions = [], example }: FilterFacts): string {
  const of = kind === "range" && unit !== undefined ? ` in ${unit}` : "";
  const values = suggestions.length === 0 ? `for example ${example}` : `known values: ${suggestions.join("; ")}`;
  return `${field} (${kind}${of}): ${meaning}; ${values}`;
}

const columnLine = ({ ids, values }: ColumnFacts): string => `Columns whose values are ${values}: ${ids.join(", ")}`;

/** Fields whose name, label or meaning has all words of the text; all without one. */
function describeFilters(search: SearchKind, text = "") {
  return filtersOf(search)
    .filter(({ field, label, meaning, group }) => hasWords(`${field} ${label} ${meaning} ${group}`, text))
    .map(({ field, label, group, kind, meaning, example, unit, suggestions, bounds }) => ({
      field,
      label,
      group,
      kind,
      meaning,
      example,
      unit,
      suggestions,
      ...bounds,
    }));
}

type FilterFacts = ReturnType<typeof describeFilters>[number];

/** Columns of records whose values have the same form. */
interface ColumnFacts {
  readonly values: string;
  readonly ids: readonly string[];
}

const valueForms: Readonly<Record<ColumnType, string>> = {
  text: "texts",
  url: "texts",
  email: "texts",
  phone: "phone numbers such as +49 30 1234567",
  number: "numbers",
  date: "dates such as 2026-01-31",
  list: "lists, of which any item may match",
};

/** The columns of what a search finds, whose name or label has all words of the text. */
function describeColumns(search: SearchKind, text = ""): readonly ColumnFacts[] {
  const columns = columnsOf(operations[searchOperation(search)].recordKind).filter(({ id, label }) =>
    hasWords(`${id} ${label}`, text),
  );
  return [...new Set(Object.values(valueForms))].flatMap((values) => {
    const ids = columns.filter(({ type }) => valueForms[type] === values).map(({ id }) => id);
    return ids.length === 0 ? [] : [{ values, ids }];
  });
}

const hasWords = (about: string, text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => about.toLowerCase().includes(word));

const searchRules: readonly string[] = [
  'A document is { "search": "company" or "people", "filters": { field: [items] }, "fetch": { "records": 100, ' +
    '"credits": 50, "leaveOutKnown": false }, "leaveOut": ["customers.csv"] }.',
  'Items: text { "value": "Berlin", "exclude": true, "exact_match": true }; integer { "value": 123 }; range { "min": ' +
    '51, "max": 200 }. exclude and exact_match are optional and false when absent.',
  "Items of one field: any of them matches. Different fields: all must match. exclude: none of these.",
  "Prefer known values where a field has them. Others are allowed: the lists are not complete.",
  "Use exact_match for domains. Locations are names of cities, regions or countries.",
];

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

export const draftSearchTool = tool({
  name: "draft_search",
  title: "Draft Search",
  description:
    "Writes or edits a saved search, and says what it finds and what is wrong. With errors it is not written. " +
    "Free.",
  input: z.strictObject({
    file: pathField("Path to write or edit, *.prospect.json; nothing is written without it.").optional(),
    search: z.enum(["company", "people"]).optional().describe("Required for a new search."),
    filters: z
      .record(z.string().max(200), z.array(item).max(10_000))
      .optional()
      .meta(shownAs({ type: "object" }))
      .describe("Items by field as for plan_search, which replace those of the field; an empty list removes it."),
    records: recordsField,
    credits: z.number().min(0).max(mostCredits).optional().describe("Credit limit of a run."),
    skip_known: z.boolean().optional().describe("Skip records that earlier runs of this search fetched."),
    leave_out: z
      .array(z.string().min(1).max(1_000))
      .max(100)
      .optional()
      .describe("Leave-out lists to add, relative to the saved search."),
  }),
  output: ["file", "written", "new", "diagnostics", "document"],
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
      ...(document === undefined ? [] : [neutral(describeSearch(document), 4_000)]),
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
});
