// The tool `describe_filters`.
import * as z from "zod";
import {
  describeColumns,
  describeFilters,
  searchRules,
  type ColumnFacts,
  type FilterFacts,
} from "../../app/describeFilters";
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
  cost: "free",
  readOnly: true,
  destructive: false,
  async run(_desk, { search, about }) {
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
