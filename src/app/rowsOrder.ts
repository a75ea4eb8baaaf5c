// How the rows of results are filtered and sorted, and the same as the order of a view in the store.
import { changeColumnId } from "../rows/besideColumns";
import { contactCondition, type ContactFilter } from "../enrichments/contactFilters";
import { columnOf } from "../rows/columns";
import type { RecordKind } from "../service/operations";
import type { Condition } from "../store/conditions";
import { sortKeys, sortOrderOf, type SortOrder, type ViewOrder } from "../store/viewSource";
import { comparedWith, type RowSource } from "./rowSource";
import type { OrderedRows } from "./readRecords";

/** A filter of one column. */
export type ColumnFilter = Extract<Condition, { readonly kind: "contains" | "oneOf" | "range" }>;

export interface RowsOrder {
  /** Words that must all occur in the visible columns. */
  readonly filter: string;
  readonly sort?: SortOrder | undefined;
  /** Records match each of these. */
  readonly columnFilters?: readonly ColumnFilter[] | undefined;
  readonly quick?: readonly ContactFilter[] | undefined;
  /** Ids of the visible columns. */
  readonly columns: readonly string[];
  /** Id of the earlier run that the rows are compared with. It belongs to the source of the view. */
  readonly since?: string | undefined;
}

/** `now` in ms since 1970, for groups that count years. */
export function viewOrder(
  kind: RecordKind,
  { filter, sort, columnFilters = [], quick = [], columns }: RowsOrder,
  now: number,
): ViewOrder {
  // A saved order may name a column that this kind of record does not have.
  const known = sortOrderOf(sortKeys(sort).filter(({ column }) => columnOf(kind, column) !== undefined));
  return {
    filter,
    columns,
    ...(known !== undefined && { sort: known }),
    conditions: [...columnFilters, ...quick.map(contactCondition)],
    now,
  };
}

/** Those records of a source; `undefined`: all. */
export const rowsInOrder = (source: RowSource, shown: RowsOrder | undefined, now: number): OrderedRows =>
  shown === undefined
    ? { source, order: { columns: [], now } }
    : { source: comparedWith(source, shown.since), order: viewOrder(source.recordKind, shown, now) };

/** True if all records are shown in the order they were fetched. New ones are then added at the end. */
export function isPlain(order: RowsOrder): boolean {
  return order.sort === undefined && !isFiltered(order);
}

/** True if some records may be hidden. */
export function isFiltered({ filter, columnFilters = [], quick = [] }: RowsOrder): boolean {
  return filter.trim() !== "" || columnFilters.length > 0 || quick.length > 0;
}

/** The same without what this run does not allow: changes can be chosen only while runs are compared. */
export function allowedOrder(
  { filter, sort, columnFilters = [], quick }: Omit<RowsOrder, "columns">,
  since: string | undefined,
): Omit<RowsOrder, "columns"> {
  const allowed = columnFilters.filter(({ column }) => since !== undefined || column !== changeColumnId);
  return { filter, sort, columnFilters: allowed, quick };
}
