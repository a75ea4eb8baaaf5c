// Filter items compared: two are equal when they find the same.
import type { FilterItem } from "../service/requests";

/** Equal for two items that find the same. */
export function itemKey(item: FilterItem): string {
  return "value" in item
    ? JSON.stringify([item.value, item.exclude ?? false, item.exact_match ?? false])
    : JSON.stringify([item.min ?? null, item.max ?? null, item.exclude ?? false]);
}

/** Where an item stands now: where it stood when it was seen, or wherever an equal one stands; `undefined` when it is gone. */
export function itemPlace(items: readonly FilterItem[], index: number, was: FilterItem): number | undefined {
  const wanted = itemKey(was);
  const there = items[index];
  if (there !== undefined && itemKey(there) === wanted) {
    return index;
  }
  const found = items.findIndex((item) => itemKey(item) === wanted);
  return found < 0 ? undefined : found;
}
