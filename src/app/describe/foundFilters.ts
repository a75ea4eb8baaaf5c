// The filters that were read from a description, checked against the catalogue, and which of them leave records out.
import { parseFilterInput, parseRangeInput } from "../../searches/filterInput";
import { filterOf, type SearchKind } from "../../service/filterCatalogue";
import type { FilterItem } from "../../service/requests";
import type { Quantity } from "./quantities";

export const mostItems = 100;

/** The words that an item was read from: the first, and the one after the last. */
type Span = readonly [from: number, end: number];

/** All methods that add return false when there is no such filter or no valid value. */
export class FoundFilters {
  readonly items: Record<string, FilterItem[]> = {};
  /** What follows "not"; the field as soon as something was left out, and the word after it. */
  private exclusion: { readonly field?: string; readonly end: number } | undefined;

  constructor(
    private readonly kind: SearchKind,
    private readonly isFiller: (at: number) => boolean,
  ) {}

  /** "not" was read; `end` is the word after it. */
  excludeFrom(end: number): void {
    this.exclusion = { end };
  }

  addRange(field: string, { min, max }: Quantity, span: Span): boolean {
    const definition = filterOf(this.kind, field);
    const text = (bound: number | undefined): string => (bound === undefined ? "" : String(bound));
    const parsed = definition === undefined ? undefined : parseRangeInput(definition, text(min), text(max));
    return this.add(field, parsed?.ok === true ? [parsed.item] : [], span);
  }

  addValues(field: string, values: readonly string[], span: Span): boolean {
    const definition = filterOf(this.kind, field);
    const items = values.flatMap((value) => {
      const parsed = definition === undefined ? undefined : parseFilterInput(definition, value);
      return parsed?.ok === true ? [parsed.item] : [];
    });
    return this.add(field, items, span);
  }

  add(field: string, items: readonly FilterItem[], [from, end]: Span): boolean {
    if (items.length === 0 || filterOf(this.kind, field) === undefined) {
      return false;
    }
    const exclude = this.isExcluded(field, from);
    const list = (this.items[field] ??= []);
    for (const item of items) {
      const added = exclude ? { ...item, exclude } : item;
      if (list.length < mostItems && !list.some((one) => JSON.stringify(one) === JSON.stringify(added))) {
        list.push(added);
      }
    }
    this.exclusion = exclude ? { field, end } : undefined;
    return true;
  }

  /** "not in France or Spain and in software": an exclusion ends with the list of the same filter. */
  private isExcluded(field: string, from: number): boolean {
    const { exclusion } = this;
    if (exclusion === undefined) {
      return false;
    }
    const between = Array.from({ length: Math.max(0, from - exclusion.end) }, (_, index) => exclusion.end + index);
    return (exclusion.field === undefined || exclusion.field === field) && between.every((at) => this.isFiller(at));
  }
}
