// Describes the filters of a search for models: fields, kinds, suggested values, and the rules of a document.
import { inEnglish } from "../language/language";
import { columnsOf, type ColumnType } from "../rows/columns";
import { operations, searchOperation } from "../service/operations";
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
  return filtersOf(search)
    .filter(({ field, label, meaning, group }) => hasWords(`${field} ${label} ${meaning} ${group}`, text))
    .map(({ field, label, group, kind, meaning, example, unit, suggestions, bounds }) => ({
      ...{ field, label, group, kind, meaning, example, unit, suggestions },
      ...bounds,
    }));
}

/** Columns of records whose values have the same form. */
export interface ColumnFacts {
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
export function describeColumns(search: SearchKind, text = ""): readonly ColumnFacts[] {
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

export const searchRules: readonly string[] = [
  'A document is { "search": "company" or "people", "filters": { field: [items] }, "fetch": { "records": 100, ' +
    '"credits": 50, "leaveOutKnown": false }, "leaveOut": ["customers.csv"] }.',
  'Items: text { "value": "Berlin", "exclude": true, "exact_match": true }; integer { "value": 123 }; range { "min": ' +
    '51, "max": 200 }. exclude and exact_match are optional and false when absent.',
  "Items of one field: any of them matches. Different fields: all must match. exclude: none of these.",
  "Prefer known values where a field has them. Others are allowed: the lists are not complete.",
  "Use exact_match for domains. Locations are names of cities, regions or countries.",
];
