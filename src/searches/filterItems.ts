// Filter items compared: two are equal when they find the same.
import type { FilterItem } from "../service/requests";

/** An item as it was seen: a valid one by what it finds, an invalid one by its text in the file. */
export type SeenItem = FilterItem | { readonly source: string };

/** Equal for two items that find the same. */
export function itemKey(item: SeenItem): string {
  if ("source" in item) {
    return JSON.stringify({ source: item.source });
  }
  return "value" in item
    ? JSON.stringify([item.value, item.exclude ?? false, item.exact_match ?? false])
    : JSON.stringify([item.min ?? null, item.max ?? null, item.exclude ?? false]);
}

/** Where an item stands now: where it stood when it was seen, or wherever an equal one stands; `undefined` when it is gone. */
export function itemPlace(items: readonly SeenItem[], index: number, was: SeenItem): number | undefined {
  const wanted = itemKey(was);
  const there = items[index];
  if (there !== undefined && itemKey(there) === wanted) {
    return index;
  }
  const found = items.findIndex((item) => itemKey(item) === wanted);
  return found < 0 ? undefined : found;
}
