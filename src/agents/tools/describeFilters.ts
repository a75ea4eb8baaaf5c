// The tool `describe_filters`.
import * as z from "zod";
import { describeFilters, searchRules, type FilterFacts } from "../../app/describeFilters";
import type { Tool } from "../tool";

const input = z.strictObject({
  search: z.enum(["company", "people"]).describe("Which search the filters are of."),
  about: z.string().max(200).optional().describe("Only filters with these words in their name or meaning."),
});

export const describeFiltersTool: Tool<z.infer<typeof input>> = {
  name: "describe_filters",
  title: "Describe Filters",
  description:
    "Lists the filters of company or people search: field names, kinds, suggested values, and the rules of a search " +
    "document. Use it before draft_search, plan_search, or any search document. Free, sends nothing.",
  input,
  cost: "free",
  readOnly: true,
  destructive: false,
  async run(_desk, { search, about }) {
    const filters = describeFilters(search, about);
    const lines = [...searchRules, ...filters.map(lineOf)];
    const next = "write a search with draft_search, or pass a document to plan_search.";
    return { text: lines.join("\n"), next, data: { search, rules: searchRules, filters } };
  },
};

function lineOf({ field, kind, meaning, unit, suggestions = [], example }: FilterFacts): string {
  const of = kind === "range" && unit !== undefined ? ` in ${unit}` : "";
  const values = suggestions.length === 0 ? `for example ${example}` : `known values: ${suggestions.join("; ")}`;
  return `${field} (${kind}${of}): ${meaning}; ${values}`;
}
