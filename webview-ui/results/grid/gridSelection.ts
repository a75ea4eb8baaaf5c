// Which rows are selected, and from which row an extension starts.
import type { RowRange } from "../../messages/results";
import {
  clipRows,
  countRows,
  hasRows,
  rowsBetween,
  toggleRow,
  withoutRows,
  withRows,
  type RowRanges,
} from "../rowRanges";

export interface GridSelection {
  readonly ranges: RowRanges;
  /** The row an extension starts from. */
  readonly anchor: number;
  /** The rows that an extension adds to. */
  readonly base: RowRanges;
}

export const noSelection: GridSelection = { ranges: [], anchor: 0, base: [] };

/** Selects or deselects one row without changing the others. Extensions start from here. */
export function toggleSelected(selection: GridSelection, row: number): GridSelection {
  const ranges = toggleRow(selection.ranges, row);
  return { ranges, anchor: row, base: ranges };
}

/** Selects from the anchor to a row, in addition to what was selected when the anchor was set. */
export function extendTo(selection: GridSelection, row: number): GridSelection {
  return { ...selection, ranges: withRows(selection.base, rowsBetween(selection.anchor, row)) };
}

/** Selects rows, or deselects them if all of them are selected. */
export function toggleRows(selection: GridSelection, rows: RowRange): GridSelection {
  const ranges = hasRows(selection.ranges, rows)
    ? withoutRows(selection.ranges, [rows])
    : withRows(selection.ranges, [rows]);
  return { ranges, anchor: rows[0], base: ranges };
}

export function selectAll(count: number): GridSelection {
  return { ranges: count === 0 ? [] : [[0, count]], anchor: 0, base: [] };
}

export function selectionOf(ranges: RowRanges, count: number): GridSelection {
  const clipped = clipRows(ranges, count);
  return { ranges: clipped, anchor: clipped[0]?.[0] ?? 0, base: clipped };
}

export type SelectedShare = "none" | "some" | "all";

export function selectedShare(selection: GridSelection, count: number): SelectedShare {
  const selected = countRows(selection.ranges);
  return selected === 0 ? "none" : selected === count ? "all" : "some";
}
