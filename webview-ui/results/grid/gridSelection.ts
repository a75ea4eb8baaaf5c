// Which rows are selected, and from which row an extension starts.
import { clipRows, countRows, hasRow, rowsBetween, toggleRow, withRows, type RowRanges } from "../rowRanges";

export interface GridSelection {
  readonly ranges: RowRanges;
  /** The row an extension starts from. */
  readonly anchor: number;
  /** What an extension is added to. */
  readonly base: RowRanges;
}

export const noSelection: GridSelection = { ranges: [], anchor: 0, base: [] };

export function selectOnly(row: number): GridSelection {
  return { ranges: [[row, row + 1]], anchor: row, base: [] };
}

/** Turns one row over and leaves the others; what follows extends from here. */
export function toggleSelected(selection: GridSelection, row: number): GridSelection {
  const ranges = toggleRow(selection.ranges, row);
  return { ranges, anchor: row, base: ranges };
}

/** From the anchor to a row, beside what was selected before the anchor was set. */
export function extendTo(selection: GridSelection, row: number): GridSelection {
  return { ...selection, ranges: withRows(selection.base, rowsBetween(selection.anchor, row)) };
}

/** Where an extension by keyboard starts when nothing is selected: the row in focus. */
export function anchored(selection: GridSelection, row: number): GridSelection {
  return hasRow(selection.ranges, selection.anchor)
    ? selection
    : { ranges: selection.ranges, anchor: row, base: selection.ranges };
}

export function selectAll(count: number): GridSelection {
  return { ranges: count === 0 ? [] : [[0, count]], anchor: 0, base: [] };
}

export function fromHost(ranges: RowRanges, count: number): GridSelection {
  const clipped = clipRows(ranges, count);
  return { ranges: clipped, anchor: clipped[0]?.[0] ?? 0, base: clipped };
}

export function howMuch(selection: GridSelection, count: number): "none" | "some" | "all" {
  const selected = countRows(selection.ranges);
  return selected === 0 ? "none" : selected === count ? "all" : "some";
}
