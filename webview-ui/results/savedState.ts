// What the results page saves in VS Code across hiding, reload and restart. Renaming a field loses what is saved.
import type { ColumnFilter, QuickChoice, RowRange, SortOrder } from "../messages/results";

/** Focus and scroll position of the grid. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
  readonly top: number;
  readonly left: number;
}

export interface SavedState {
  /** The filters are open beside the records. */
  readonly filtersOpen: boolean;
  /** Ids of the columns whose values are hidden there. */
  readonly collapsed: readonly string[];
  /** The details pane is open. */
  readonly details: boolean;
  /** The details are shown as JSON. */
  readonly raw: boolean;
  readonly place: GridPosition;
  readonly sort?: SortOrder | undefined;
  readonly filter: string;
  readonly columnFilters: readonly ColumnFilter[];
  readonly quick: readonly QuickChoice[];
  readonly selection: readonly RowRange[];
  /** How many records there were: once there are more, the positions in `selection` are other records. */
  readonly records: number;
  /** Id of the run they are of. */
  readonly run?: string | undefined;
}

export const nothingSaved: SavedState = {
  filtersOpen: true,
  collapsed: [],
  details: false,
  raw: false,
  place: { row: 0, column: 1, top: 0, left: 0 },
  filter: "",
  columnFilters: [],
  quick: [],
  selection: [],
  records: 0,
};
