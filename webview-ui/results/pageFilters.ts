// The filters as chosen on the page. The host applies them later: a second choice must not wait for the first.
import { changeColumn, type RowChange } from "../messages/changes";
import type { ColumnFilter, QuickChoice, ViewState } from "../messages/results";
import { excludeValue, filtersOf, onlyValue, oneOfIn, replaceFilters, toggleValue } from "./columnFilters";

export type Filters = Pick<ViewState, "filter" | "columnFilters" | "quick">;

const filterDebounceMs = 180;
const none: Filters = { filter: "", columnFilters: [], quick: [] };

export function isFiltered({ filter, columnFilters, quick }: Filters): boolean {
  return filter.trim() !== "" || columnFilters.length > 0 || quick.length > 0;
}

export function isSameFilter(a: Filters, b: Filters): boolean {
  return JSON.stringify(plainFilters(a)) === JSON.stringify(plainFilters(b));
}

export const plainFilters = ({ filter, columnFilters, quick }: Filters): Filters => ({ filter, columnFilters, quick });

export class PageFilters {
  #chosen: Filters;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `apply` is called when the rows are to be filtered, `onChange` after every change. */
  constructor(
    start: Filters,
    private readonly apply: () => void,
    private readonly onChange: () => void,
  ) {
    this.#chosen = plainFilters(start);
  }

  get chosen(): Filters {
    return this.#chosen;
  }

  /** What the host has applied, for example to another run. */
  replace(filters: Filters): void {
    clearTimeout(this.#timer);
    this.#chosen = plainFilters(filters);
    this.onChange();
  }

  /** Typed text is applied after a pause. */
  setText(filter: string): void {
    this.#chosen = { ...this.#chosen, filter };
    this.onChange();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.apply, filterDebounceMs);
  }

  get changes(): readonly string[] {
    return oneOfIn(filtersOf(this.#chosen.columnFilters, changeColumn))?.values ?? [];
  }

  toggleChange(change: RowChange): void {
    const own = filtersOf(this.#chosen.columnFilters, changeColumn);
    this.setColumn(changeColumn, toggleValue(own, changeColumn, change));
  }

  /** Replaces all filters of a column. */
  setColumn(column: string, filters: readonly ColumnFilter[]): void {
    this.#set({ columnFilters: replaceFilters(this.#chosen.columnFilters, column, filters) });
  }

  removeColumnFilter(filter: ColumnFilter): void {
    this.#set({
      columnFilters: this.#chosen.columnFilters.filter(
        ({ column, kind }) => column !== filter.column || kind !== filter.kind,
      ),
    });
  }

  /** Shows only, or hides, the records with this value. */
  byValue(column: string, value: string, exclude: boolean): void {
    const { columnFilters } = this.#chosen;
    this.#set({
      columnFilters: exclude ? excludeValue(columnFilters, column, value) : onlyValue(columnFilters, column, value),
    });
  }

  toggleQuick(choice: QuickChoice): void {
    const { quick } = this.#chosen;
    this.#set({ quick: quick.includes(choice) ? quick.filter((other) => other !== choice) : [...quick, choice] });
  }

  clearText(): void {
    this.#set({ filter: "" });
  }

  clear(): void {
    this.#set(none);
  }

  #set(change: Partial<Filters>): void {
    clearTimeout(this.#timer);
    this.#chosen = { ...this.#chosen, ...change };
    this.onChange();
    this.apply();
  }
}
