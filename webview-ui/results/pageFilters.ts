// The filters as chosen on the page. The host applies them later, and a second choice must not wait for the first.
import { changeColumn, type RowChange } from "../messages/changes";
import type { ColumnFilter, QuickChoice } from "../messages/results";

export interface Filters {
  readonly filter: string;
  readonly columnFilters: readonly ColumnFilter[];
  readonly quick: readonly QuickChoice[];
}

const filterDebounceMs = 180;
const none: Filters = { filter: "", columnFilters: [], quick: [] };

export function isFiltered({ filter, columnFilters, quick }: Filters): boolean {
  return filter.trim() !== "" || columnFilters.length > 0 || quick.length > 0;
}

export function isSameFilter(a: Filters, b: Filters): boolean {
  return JSON.stringify(plainFilters(a)) === JSON.stringify(plainFilters(b));
}

const plainFilters = ({ filter, columnFilters, quick }: Filters): Filters => ({ filter, columnFilters, quick });

export class PageFilters {
  #chosen: Filters = none;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `apply` is called when the rows are to be filtered, `onChange` after every change. */
  constructor(
    private readonly apply: () => void,
    private readonly onChange: () => void,
  ) {}

  get chosen(): Filters {
    return this.#chosen;
  }

  /** Replaces the filters with those the host has applied, for example to another run. */
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

/** A column has at most one filter of each kind; a record must pass all of them. */
type ColumnFilters = readonly ColumnFilter[];
type OneOf = ColumnFilter & { readonly kind: "oneOf" };

export const filtersOf = (filters: ColumnFilters, column: string): ColumnFilters =>
  filters.filter((one) => one.column === column);

export const oneOfIn = (filters: ColumnFilters): OneOf | undefined => filters.find((one) => one.kind === "oneOf");

/** Replaces all filters of a column; the filters of other columns keep their places. */
function replaceFilters(filters: ColumnFilters, column: string, next: ColumnFilters): ColumnFilters {
  const at = filters.findIndex((one) => one.column === column);
  const others = filters.filter((one) => one.column !== column);
  return at < 0 ? [...others, ...next] : [...others.slice(0, at), ...next, ...others.slice(at)];
}

/** Replaces the filter of one kind; `undefined`, or one without values or text, removes it. */
export function replaceKind(
  filters: ColumnFilters,
  kind: ColumnFilter["kind"],
  next: ColumnFilter | undefined,
): ColumnFilters {
  const others = filters.filter((one) => one.kind !== kind);
  const isNothing = next === undefined || (next.kind === "oneOf" && next.values.length === 0);
  return isNothing ? others : [...others, next];
}

/** Checks or unchecks a value. "" is for records without a value. */
export function toggleValue(filters: ColumnFilters, column: string, value: string): ColumnFilters {
  const before = oneOfIn(filters) ?? { kind: "oneOf", column, values: [] };
  const isChecked = before.values.includes(value);
  const values = isChecked ? before.values.filter((other) => other !== value) : [...before.values, value];
  return replaceKind(filters, "oneOf", { ...before, values });
}

/** Shows only records with this value: earlier filters of the column would hide some of them. */
const onlyValue = (filters: ColumnFilters, column: string, value: string): ColumnFilters =>
  replaceFilters(filters, column, [{ kind: "oneOf", column, values: [value] }]);

/** Hides records with this value, in addition to the values excluded before. */
function excludeValue(filters: ColumnFilters, column: string, value: string): ColumnFilters {
  const own = filtersOf(filters, column);
  const before = oneOfIn(own);
  const others = before?.values.filter((other) => other !== value) ?? [];
  let next: ColumnFilter = { kind: "oneOf", column, values: [value], exclude: true };
  if (before?.exclude === true) {
    next = { ...next, values: [...others, value] };
  } else if (others.length > 0) {
    next = { kind: "oneOf", column, values: others };
  }
  return replaceFilters(filters, column, replaceKind(own, "oneOf", next));
}
