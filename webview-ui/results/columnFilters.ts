// Changes to the filters of columns. A column has at most one filter of each kind; a record must pass all of them.
import type { ColumnFilter } from "../messages/results";

type Filters = readonly ColumnFilter[];

export const filtersOf = (filters: Filters, column: string): Filters => filters.filter((one) => one.column === column);

/** Replaces all filters of a column; the filters of other columns keep their places. */
export function replaceFilters(filters: Filters, column: string, next: Filters): Filters {
  const at = filters.findIndex((one) => one.column === column);
  const others = filters.filter((one) => one.column !== column);
  return at < 0 ? [...others, ...next] : [...others.slice(0, at), ...next, ...others.slice(at)];
}

/** Shows only records with this value: what filtered the column before would hide some of them. "" is unknown. */
export function onlyValue(filters: Filters, column: string, value: string): Filters {
  return replaceFilters(filters, column, [
    value === "" ? { kind: "empty", column, isEmpty: true } : { kind: "oneOf", column, values: [value] },
  ]);
}

/** Hides records with this value, and with the values excluded before. "" is unknown. */
export function excludeValue(filters: Filters, column: string, value: string): Filters {
  const own = filtersOf(filters, column);
  if (value === "") {
    return replaceFilters(filters, column, [
      ...own.filter(({ kind }) => kind !== "empty"),
      { kind: "empty", column, isEmpty: false },
    ]);
  }
  const before = own.find((one) => one.kind === "oneOf");
  const left = before?.exclude === true ? [] : (before?.values.filter((other) => other !== value) ?? []);
  const excluded = before?.exclude === true ? before.values.filter((other) => other !== value) : [];
  return replaceFilters(filters, column, [
    ...own.filter(({ kind }) => kind !== "oneOf"),
    left.length > 0
      ? { kind: "oneOf", column, values: left }
      : { kind: "oneOf", column, values: [...excluded, value], exclude: true },
  ]);
}
