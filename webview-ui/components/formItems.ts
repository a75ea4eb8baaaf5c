// Items of a filter as an edit sends them: without keys at their default, so that the document stays short.
import { itemKey, type SeenItem } from "../../src/searches/filterItems";
import { isInvalid, type FormItem, type InvalidEntry } from "../../src/searches/searchForm";
import type { RangeFilterItem } from "../../src/service/requests";
import type { ChipItem } from "./chipList";

export function compactValue(item: ChipItem): ChipItem {
  return {
    value: item.value,
    ...(item.exclude ? { exclude: true } : {}),
    ...(item.exact_match ? { exact_match: true } : {}),
  };
}

export function compactRange(item: RangeFilterItem): { min?: number; max?: number; exclude?: boolean } {
  return {
    ...(item.min === undefined ? {} : { min: item.min }),
    ...(item.max === undefined ? {} : { max: item.max }),
    ...(item.exclude ? { exclude: true } : {}),
  };
}

/** How an edit names an item of the document, so that the host still finds it when the document has changed. */
export function seenItem(item: ChipItem | RangeFilterItem | InvalidEntry): SeenItem {
  if (isInvalid(item)) {
    return { source: item.source };
  }
  return "value" in item ? (compactValue(item) as SeenItem) : compactRange(item);
}

export function isSameItem(a: FormItem | undefined, b: FormItem | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && itemKey(a) === itemKey(b));
}
