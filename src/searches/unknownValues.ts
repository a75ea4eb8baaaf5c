// What a wrong value or the wrong name of a filter may mean: a typo finds less, or more, without any error.
import { filtersOf, type FilterDefinition, type SearchKind } from "../service/filterCatalogue";
import { comparable, nearestNames } from "../service/nearestNames";
import { industryAliases, industrySuggestions } from "../service/suggestions";
import { eitherOf } from "../text/phrases";
import type { SearchDocument } from "./searchDocument";

export interface UnknownValue {
  readonly field: string;
  readonly label: string;
  /** Of the item within its filter. */
  readonly index: number;
  readonly value: string;
  /** Suggestions that the user may mean, the maximum likely first. */
  readonly near: readonly string[];
  /** A whole sentence. */
  readonly message: string;
}

/** The values that are not among the suggestions of their filter. Never errors, because the lists are not complete. */
export function unknownValues(document: SearchDocument): readonly UnknownValue[] {
  return filtersOf(document.search).flatMap((definition) => {
    const known = new Set((definition.suggestions ?? []).map(comparable));
    return known.size === 0
      ? []
      : (document.filters[definition.field] ?? []).flatMap((item, index) => {
          const value = "value" in item ? String(item.value) : undefined;
          return value === undefined || known.has(comparable(value)) ? [] : [unknown(definition, index, value)];
        });
  });
}

function unknown(definition: FilterDefinition, index: number, value: string): UnknownValue {
  const near = nearValues(definition, value);
  const label = definition.label;
  const message =
    near.length === 0
      ? `“${value}” is not a known value of “${label}”. Check its spelling.`
      : `“${value}” is not a known value of “${label}”. Did you mean ${eitherOf(near)}?`;
  return { field: definition.field, label, index, value, near, message };
}

/** The suggestion with the same meaning, or up to three that are spelled nearly the same. */
export function nearValues({ suggestions = [] }: FilterDefinition, value: string): readonly string[] {
  const wanted = comparable(value);
  const alias =
    suggestions === industrySuggestions && Object.hasOwn(industryAliases, wanted) ? industryAliases[wanted] : undefined;
  return alias === undefined ? nearestNames(value, suggestions) : [alias];
}

/** The filters of a search that a wrong name may mean: by their names, else by the words they are described with. */
export function nearFilters(search: SearchKind, wrong: string): readonly string[] {
  const filters = filtersOf(search);
  const byName = nearestNames(
    wrong,
    filters.map(({ field }) => field),
  );
  return byName.length > 0 ? byName : describedWith(filters, stemsOf(wrong));
}

/** The filters with the most telling of these words; a word that many filters have, like "company", tells nothing. */
function describedWith(filters: readonly FilterDefinition[], words: readonly string[]): readonly string[] {
  const scores = new Map<string, number>();
  for (const word of words) {
    const having = filters.filter(
      ({ field, label, meaning }) => nearestNames(word, stemsOf(`${field} ${label} ${meaning}`)).length > 0,
    );
    for (const { field } of having) {
      scores.set(field, (scores.get(field) ?? 0) + 1 / having.length);
    }
  }
  const best = Math.max(...scores.values());
  return [...scores].filter(([, score]) => score === best && score > 0.2).map(([field]) => field);
}

/** The longer words of a text, without the ending of a plural: "countries" is "country". */
const stemsOf = (text: string): readonly string[] =>
  comparable(text)
    .split(" ")
    .map((word) => word.replace(/(?:ies|y|s)$/u, ""))
    .filter(({ length }) => length >= 3);
