// What the results page saves in VS Code across hiding, reload and restart. Renaming a field loses what is saved.
import type { ColumnFilter, FacetFilter, QuickChoice, RowRange, SortOrder } from "../messages/results";
import type { GridPosition } from "./grid/gridElement";

export interface SavedState {
  /** The facets are open beside the records. */
  readonly facetsOpen: boolean;
  /** Ids of the facets whose values are hidden. */
  readonly collapsedFacets: readonly string[];
  /** The details pane is open. */
  readonly details: boolean;
  /** The details are shown as JSON. */
  readonly raw: boolean;
  readonly place: GridPosition;
  readonly sort?: SortOrder | undefined;
  readonly filter: string;
  readonly facets: readonly FacetFilter[];
  readonly columnFilters: readonly ColumnFilter[];
  readonly quick: readonly QuickChoice[];
  readonly selection: readonly RowRange[];
  /** How many records there were: once there are more, the positions in `selection` are other records. */
  readonly records: number;
  /** Id of the run they are of. */
  readonly run?: string | undefined;
}

export const nothingSaved: SavedState = {
  facetsOpen: true,
  collapsedFacets: [],
  details: false,
  raw: false,
  place: { row: 0, column: 1, top: 0, left: 0 },
  filter: "",
  facets: [],
  columnFilters: [],
  quick: [],
  selection: [],
  records: 0,
};
