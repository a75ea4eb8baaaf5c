// How the rows of results are filtered and sorted: what the page asks for, as the store's view does it.
import type { Facet, SortOrder } from "../../../webview-ui/messages/results";
import { contactCondition, type ContactFilter } from "../../enrichments/contactFilters";
import { columnOf } from "../../rows/columns";
import type { RecordKind } from "../../service/operations";
import type { ViewOrder } from "../../store/viewSource";

export interface RowsOrder {
  /** Words that must all occur in the columns shown. */
  readonly filter: string;
  readonly sort?: SortOrder | undefined;
  /** A bar of the summary. */
  readonly facet?: Facet | undefined;
  /** All of these hold for the records shown. */
  readonly quick?: readonly ContactFilter[] | undefined;
  /** Ids of the columns shown. */
  readonly columns: readonly string[];
}

/** `now` in ms since 1970, for bars that count years. */
export function viewOrder(
  kind: RecordKind,
  { filter, sort, facet, quick = [], columns }: RowsOrder,
  now: number,
): ViewOrder {
  // A kept or stored order may name a column that this kind of record does not have.
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

/** True while no record is left out and all are in the order of the run: new ones are then only added at the end. */
export function isPlain(order: RowsOrder): boolean {
  return order.sort === undefined && !isFiltered(order);
}

/** True while records may be left out. */
export function isFiltered({ filter, facet, quick = [] }: RowsOrder): boolean {
  return filter.trim() !== "" || facet !== undefined || quick.length > 0;
}
