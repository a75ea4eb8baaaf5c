// Changes to the filters of columns. A column has at most one filter of each kind; a record must pass all of them.
import type { ColumnFilter } from "../messages/results";

type Filters = readonly ColumnFilter[];
type OneOf = ColumnFilter & { readonly kind: "oneOf" };

export const filtersOf = (filters: Filters, column: string): Filters => filters.filter((one) => one.column === column);

export const oneOfIn = (filters: Filters): OneOf | undefined => filters.find((one) => one.kind === "oneOf");

/** Replaces all filters of a column; the filters of other columns keep their places. */
export function replaceFilters(filters: Filters, column: string, next: Filters): Filters {
  const at = filters.findIndex((one) => one.column === column);
  const others = filters.filter((one) => one.column !== column);
  return at < 0 ? [...others, ...next] : [...others.slice(0, at), ...next, ...others.slice(at)];
}

/** Replaces the filter of one kind; `undefined`, or one without values or text, removes it. */
export function replaceKind(filters: Filters, kind: ColumnFilter["kind"], next: ColumnFilter | undefined): Filters {
  const isNothing = next === undefined || (next.kind === "oneOf" && next.values.length === 0);
  return [...filters.filter((one) => one.kind !== kind), ...(isNothing ? [] : [next])];
}

/** Checks or unchecks a value. "" is for records without a value. */
export function toggleValue(filters: Filters, column: string, value: string): Filters {
  const before = oneOfIn(filters) ?? { kind: "oneOf", column, values: [] };
  const isChecked = before.values.includes(value);
  const values = isChecked ? before.values.filter((other) => other !== value) : [...before.values, value];
  return replaceKind(filters, "oneOf", { ...before, values });
}

/** Shows only records with this value: what filtered the column before would hide some of them. */
export const onlyValue = (filters: Filters, column: string, value: string): Filters =>
  replaceFilters(filters, column, [{ kind: "oneOf", column, values: [value] }]);

/** Hides records with this value, and with the values excluded before. */
export function excludeValue(filters: Filters, column: string, value: string): Filters {
  const own = filtersOf(filters, column);
  const before = oneOfIn(own);
  const others = before?.values.filter((other) => other !== value) ?? [];
  const next: ColumnFilter =
    before !== undefined && before.exclude !== true && others.length > 0
      ? { kind: "oneOf", column, values: others }
      : { kind: "oneOf", column, values: [...(before?.exclude === true ? others : []), value], exclude: true };
  return replaceFilters(filters, column, replaceKind(own, "oneOf", next));
}
