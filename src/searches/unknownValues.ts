// Suggestions for unknown values and names of filters: a typo finds fewer or more records without any error.
import { findNodeAtLocation } from "jsonc-parser/lib/esm/main.js";
import { filtersOf, type FilterDefinition, type SearchKind } from "../service/filterCatalogue";
import { comparable, nearestNames } from "../service/nearestNames";
import { industryAliases, industrySuggestions } from "../service/suggestions";
import { eitherOf } from "../text/phrases";
import { cities, countries, otherPlaceNames, regions } from "./description/places";
import type { SearchProblem } from "./searchDocument";
import { isInvalid, type SearchForm } from "./searchForm";
import { readSearchText } from "./searchText";

export interface UnknownValue {
  readonly field: string;
  readonly label: string;
  /** The index of the item within its filter. */
  readonly index: number;
  readonly value: string;
  /** Suggestions that the user may mean, the most likely first. */
  readonly near: readonly string[];
  /** A whole sentence. */
  readonly message: string;
}

/**
 * Most places are not listed, so only a value that is similar to a listed place counts as unknown. A value can contain
 * several places: "Berlin, Germany".
 */
const isOfPlaces = ({ field }: FilterDefinition): boolean => /location|headquarters/u.test(field);

let places: readonly string[] | undefined;

function knownValues(definition: FilterDefinition): readonly string[] {
  if (!isOfPlaces(definition)) {
    return definition.suggestions ?? [];
  }
  const others = otherPlaceNames.split("; ").map((pair) => pair.replace(/=.*/u, ""));
  return (places ??= [...cities, ...regions, ...countries(), ...others]);
}

/** The values that are not in the list of a filter; none if it has no list. `seen`: values in earlier results. */
export function unknownOf(
  definition: FilterDefinition,
  values: readonly string[],
  seen: readonly string[] = [],
): ReadonlySet<string> {
  const listed = knownValues(definition);
  if (values.length === 0 || listed.length === 0) {
    return new Set();
  }
  const known = new Set([...listed, ...seen].map(comparable));
  const isKnown = (value: string): boolean =>
    value === "" ||
    known.has(comparable(value)) ||
    (isOfPlaces(definition) &&
      (value.split(",").every((part) => known.has(comparable(part))) || nearValues(definition, value).length === 0));
  return new Set(values.filter((value) => !isKnown(value)));
}

/** The unknown values. They are never errors, because the lists are not complete. */
export function unknownValues(document: SearchForm): readonly UnknownValue[] {
  return filtersOf(document.search).flatMap((definition) => {
    const values = (document.filters[definition.field] ?? []).map((item) =>
      "value" in item && !isInvalid(item) ? String(item.value) : "",
    );
    const unknowns = unknownOf(definition, values);
    return values.flatMap((value, index) => (unknowns.has(value) ? [unknown(definition, index, value)] : []));
  });
}

/** The same as warnings at their places in the text. */
export function unknownValueProblems(text: string, form: SearchForm): readonly SearchProblem[] {
  const tree = readSearchText(text);
  return unknownValues(form).flatMap(({ field, index, message, near }) => {
    const path = ["filters", field, index, "value"];
    const node = tree.ok ? findNodeAtLocation(tree.root, path) : undefined;
    return node === undefined
      ? []
      : [{ severity: "warning" as const, message, path, near, offset: node.offset, length: node.length }];
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
export function nearValues(definition: FilterDefinition, value: string): readonly string[] {
  const suggestions = knownValues(definition);
  const wanted = comparable(value);
  const alias =
    suggestions === industrySuggestions && Object.hasOwn(industryAliases, wanted) ? industryAliases[wanted] : undefined;
  return alias === undefined ? nearestNames(value, suggestions) : [alias];
}

/** Suggested filters for a wrong name: by their names, else by the words of their descriptions. */
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
