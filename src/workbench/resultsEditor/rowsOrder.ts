// How the rows of results are filtered and sorted, and the same as the order of a view in the store.
import type { Facet, SortOrder } from "../../../webview-ui/messages/results";
import { contactCondition, type ContactFilter } from "../../enrichments/contactFilters";
import { columnOf } from "../../rows/columns";
import type { RecordKind } from "../../service/operations";
import type { ViewOrder } from "../../store/viewSource";

export interface RowsOrder {
  /** Words that must all occur in the visible columns. */
  readonly filter: string;
  readonly sort?: SortOrder | undefined;
  /** A bar of the summary. */
  readonly facet?: Facet | undefined;
  /** Records match all of these. */
  readonly quick?: readonly ContactFilter[] | undefined;
  /** Ids of the visible columns. */
  readonly columns: readonly string[];
}

/** `now` in ms since 1970, for facets that count years. */
export function viewOrder(
  kind: RecordKind,
  { filter, sort, facet, quick = [], columns }: RowsOrder,
  now: number,
): ViewOrder {
  // A saved order may name a column that this kind of record does not have.
  const isSortable = sort !== undefined && columnOf(kind, sort.column) !== undefined;
  const ofFacet = facet === undefined ? [] : [{ kind: "facet", id: facet.id, values: [facet.value] } as const];
  return {
    filter,
    columns,
    ...(isSortable && { sort }),
    conditions: [...ofFacet, ...quick.map(contactCondition)],
    now,
  };
}

/** True if all records are shown in the order they were fetched. New ones are then added at the end. */
export function isPlain(order: RowsOrder): boolean {
  return order.sort === undefined && !isFiltered(order);
}

/** True if some records may be hidden. */
export function isFiltered({ filter, facet, quick = [] }: RowsOrder): boolean {
  return filter.trim() !== "" || facet !== undefined || quick.length > 0;
}
