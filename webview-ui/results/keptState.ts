// What the page keeps over hiding, reload and restart.
import type { CopyFormat, Facet, QuickChoice, RowRange, SortOrder } from "../messages/results";
import type { GridPlace } from "./grid/gridElement";

export interface KeptState {
  readonly tab: "records" | "summary";
  readonly details: boolean;
  readonly raw: boolean;
  readonly place: GridPlace;
  readonly sort?: SortOrder | undefined;
  readonly filter: string;
  readonly facet?: Facet | undefined;
  readonly quick: readonly QuickChoice[];
  readonly selection: readonly RowRange[];
  /** Records there were: the selection means other rows once there are more. */
  readonly records: number;
  readonly copy: CopyChoice;
}

/** How rows were copied last: Ctrl+C does the same. */
export interface CopyChoice {
  readonly format: Exclude<CopyFormat, "cell">;
  readonly headers: boolean;
}

export const freshState: KeptState = {
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
