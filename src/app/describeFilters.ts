// Describes the filters of a search for models: fields, kinds, suggested values, and the rules of a document.
import { filtersOf, type FilterDefinition, type SearchKind } from "../service/filterCatalogue";

export interface FilterFacts {
  readonly field: string;
  readonly label: string;
  readonly group: string;
  readonly kind: FilterDefinition["kind"];
  readonly meaning: string;
  readonly example: string;
  readonly unit?: string | undefined;
  readonly suggestions?: readonly string[] | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Fields whose name, label or meaning has all words of the text; all without one. */
export function describeFilters(search: SearchKind, text = ""): readonly FilterFacts[] {
  const words = text.toLowerCase().split(/\s+/u);
  return filtersOf(search)
    .filter(({ field, label, meaning, group }) => {
      const about = `${field} ${label} ${meaning} ${group}`.toLowerCase();
      return words.every((word) => about.includes(word));
    })
    .map(({ field, label, group, kind, meaning, example, unit, suggestions, bounds }) => ({
      ...{ field, label, group, kind, meaning, example, unit, suggestions },
      ...bounds,
    }));
}

export const searchRules: readonly string[] = [
  'A document is { "search": "company" or "people", "filters": { field: [items] }, "fetch": { "records": 100, ' +
    '"credits": 50, "leaveOutKnown": false }, "leaveOut": ["customers.csv"] }.',
  'Items: text { "value": "Berlin", "exclude": true, "exact_match": true }; integer { "value": 123 }; range { "min": ' +
    '51, "max": 200 }. exclude and exact_match are optional and false when absent.',
  "Items of one field: any of them matches. Different fields: all must match. exclude: none of these.",
  "Prefer known values where a field has them. Others are allowed: the lists are not complete.",
  "Use exact_match for domains. Locations are names of cities, regions or countries.",
];
