// The tool `describe_filters`: fields, kinds, known values, the rules of a document, and the columns of records.
import * as z from "zod";
import { inEnglish } from "../../language/language";
import { columnsOf, type ColumnType } from "../../rows/columns";
import { filtersOf, type SearchKind } from "../../service/filterCatalogue";
import { operations, searchOperation } from "../../service/operations";
import type { Tool } from "../tool";
import { fitting } from "./recordText";

const input = z.strictObject({
  search: z.enum(["company", "people"]).describe("What is searched."),
  about: z.string().max(200).optional().describe("Only what has these words in its name or meaning."),
});

export const describeFiltersTool: Tool<z.infer<typeof input>> = {
  name: "describe_filters",
  title: "Describe Filters",
  description:
    "Names filters with known values, the rules of a document, and the columns of records. Use it before writing a " +
    "search or a condition. Free.",
  input,
  output: { search: "string", rules: "array", filters: "array", columns: "array" },
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
};

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
  const columns = inEnglish(() =>
    columnsOf(operations[searchOperation(search)].recordKind).filter(({ id, label }) =>
      hasWords(`${id} ${label}`, text),
    ),
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
