// What the results page saves in VS Code across hiding, reload and restart. Renaming a field loses what is saved.
import type { Facet, QuickChoice, RecordCopyFormat, RowRange, SortOrder } from "../messages/results";
import type { GridPosition } from "./grid/gridElement";

export interface SavedState {
  readonly tab: "records" | "summary";
  /** The details pane is open. */
  readonly details: boolean;
  /** The details are shown as JSON. */
  readonly raw: boolean;
  readonly place: GridPosition;
  readonly sort?: SortOrder | undefined;
  readonly filter: string;
  readonly facet?: Facet | undefined;
  readonly quick: readonly QuickChoice[];
  readonly selection: readonly RowRange[];
  /** How many records there were: once there are more, the positions in `selection` are other records. */
  readonly records: number;
  /** How rows were copied last: Ctrl+C copies the same way. */
  readonly copy: { readonly format: Exclude<RecordCopyFormat, "cell">; readonly headers: boolean };
}

export const nothingSaved: SavedState = {
  tab: "records",
  details: false,
  raw: false,
  place: { row: 0, column: 1, top: 0, left: 0 },
  filter: "",
  quick: [],
  selection: [],
  records: 0,
  copy: { format: "csv", headers: true },
};
