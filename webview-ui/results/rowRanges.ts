// A selection of rows as ascending, disjoint ranges: cheap for "all 100,000" and for single rows alike. Shift extends a
// selection from its anchor row.
import type { RowRange } from "../messages/results";

export type RowRanges = readonly RowRange[];

export function countRows(ranges: RowRanges): number {
  return ranges.reduce((sum, [from, to]) => sum + (to - from), 0);
}

export const hasRow = (ranges: RowRanges, row: number): boolean => ranges.some(([from, to]) => from <= row && row < to);

/** True if every row of the range is in the ranges. */
const hasRows = (ranges: RowRanges, [from, to]: RowRange): boolean =>
  ranges.some((range) => range[0] <= from && to <= range[1]);

function withRows(ranges: RowRanges, more: RowRange): RowRanges {
  const joined: [number, number][] = [];
  for (const [from, to] of [...ranges, more].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) {
      last[1] = Math.max(last[1], to);
    } else {
      joined.push([from, to]);
    }
  }
  return joined;
}

const withoutRows = (ranges: RowRanges, [cutFrom, cutTo]: RowRange): RowRanges =>
  ranges
    .flatMap(([from, to]): RowRange[] => [
      [from, Math.min(to, cutFrom)],
      [Math.max(from, cutTo), to],
    ])
    .filter(([from, to]) => from < to);

export interface GridSelection {
  readonly ranges: RowRanges;
  /** The row where an extension starts. */
  readonly anchor: number;
  /** The rows that an extension adds to. */
  readonly base: RowRanges;
}

export const noSelection: GridSelection = { ranges: [], anchor: 0, base: [] };

/** Selects from the anchor to a row, in addition to the rows that were selected when the anchor was set. */
export function extendTo(selection: GridSelection, row: number): GridSelection {
  const rows: RowRange = [Math.min(selection.anchor, row), Math.max(selection.anchor, row) + 1];
  return { ...selection, ranges: withRows(selection.base, rows) };
}

/** Selects rows, or deselects them if all are selected. The anchor moves here. */
export function toggleRows(selection: GridSelection, rows: RowRange): GridSelection {
  const ranges = hasRows(selection.ranges, rows)
    ? withoutRows(selection.ranges, rows)
    : withRows(selection.ranges, rows);
  return { ranges, anchor: rows[0], base: ranges };
}

export function selectAll(count: number): GridSelection {
  return { ranges: count === 0 ? [] : [[0, count]], anchor: 0, base: [] };
}

export function selectionOf(ranges: RowRanges, count: number): GridSelection {
  const clipped = withoutRows(ranges, [count, Infinity]);
  return { ranges: clipped, anchor: clipped[0]?.[0] ?? 0, base: clipped };
}

export type SelectedShare = "none" | "some" | "all";

export function selectedShare(selection: GridSelection, count: number): SelectedShare {
  const selected = countRows(selection.ranges);
  return selected === 0 ? "none" : selected === count ? "all" : "some";
}
