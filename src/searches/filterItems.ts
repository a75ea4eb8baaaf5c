// Compares filter items: two are equal when they match the same records.
import type { FilterItem } from "../service/requests";
import type { SearchDocument } from "./searchDocument";

/** An item as a page displayed it: valid items by their content, invalid ones by their text in the file. */
export type SeenItem = FilterItem | { readonly source: string };

/** Equal for two items that match the same records. */
export function itemKey(item: SeenItem): string {
  if ("source" in item) {
    return JSON.stringify({ source: item.source });
  }
  return "value" in item
    ? JSON.stringify([item.value, item.exclude ?? false, item.exact_match ?? false])
    : JSON.stringify([item.min ?? null, item.max ?? null, item.exclude ?? false]);
}

/** The current index of an item that an edit is about. */
export const findItem = (items: readonly SeenItem[], index: number, shown: SeenItem): number | undefined =>
  findAgain(items.map(itemKey), index, itemKey(shown));

/** The current index of an item after the document may have changed; `undefined` when it is gone. */
export function findAgain(keys: readonly string[], index: number, key: string): number | undefined {
  const found = keys[index] === key ? index : keys.indexOf(key);
  return found < 0 ? undefined : found;
}

/** Equal for two searches whose filters match the same records. */
export function filtersKey({ search, filters }: Pick<SearchDocument, "search" | "filters">): string {
  const used = Object.entries(filters).filter(([, items]) => items.length > 0);
  return JSON.stringify([
    search,
    used.map(([field, items]) => [field, items.map(itemKey).sort()] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}
