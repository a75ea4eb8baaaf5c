// A selection of rows as ascending, disjoint ranges: cheap for "all 100,000" and for single rows alike. Extensions
// of a selection start from a row.
import type { RowRange } from "../messages/results";

export type RowRanges = readonly RowRange[];

export function countRows(ranges: RowRanges): number {
  return ranges.reduce((sum, [from, to]) => sum + (to - from), 0);
}

export function hasRow(ranges: RowRanges, row: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined || row < range[0]) {
      high = middle - 1;
    } else if (row >= range[1]) {
      low = middle + 1;
    } else {
      return true;
    }
  }
  return false;
}

/** True if every row of the range is in the ranges. */
function hasRows(ranges: RowRanges, [from, to]: RowRange): boolean {
  return ranges.some((range) => range[0] <= from && to <= range[1]);
}

/** The rows between two rows, both included, in whichever order they are given. */
function rowsBetween(a: number, b: number): RowRanges {
  return [[Math.min(a, b), Math.max(a, b) + 1]];
}

function withRows(ranges: RowRanges, more: RowRanges): RowRanges {
  const all = [...ranges, ...more].filter(([from, to]) => to > from).sort((a, b) => a[0] - b[0]);
  const joined: [number, number][] = [];
  for (const [from, to] of all) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) {
      last[1] = Math.max(last[1], to);
    } else {
      joined.push([from, to]);
    }
  }
  return joined;
}

function withoutRows(ranges: RowRanges, less: RowRanges): RowRanges {
  let left: RowRanges = ranges;
  for (const [cutFrom, cutTo] of less) {
    left = left.flatMap(([from, to]): RowRange[] => {
      const parts: RowRange[] = [
        [from, Math.min(to, cutFrom)],
        [Math.max(from, cutTo), to],
      ];
      return cutTo <= from || cutFrom >= to ? [[from, to]] : parts.filter((part) => part[1] > part[0]);
    });
  }
  return left;
}

/** Only what lies below `count`. */
function clipRows(ranges: RowRanges, count: number): RowRanges {
  return ranges.flatMap(([from, to]): RowRange[] => (from >= count ? [] : [[from, Math.min(to, count)]]));
}

export interface GridSelection {
  readonly ranges: RowRanges;
  /** The row an extension starts from. */
  readonly anchor: number;
  /** The rows that an extension adds to. */
  readonly base: RowRanges;
}

export const noSelection: GridSelection = { ranges: [], anchor: 0, base: [] };

/** Selects from the anchor to a row, in addition to what was selected when the anchor was set. */
export function extendTo(selection: GridSelection, row: number): GridSelection {
  return { ...selection, ranges: withRows(selection.base, rowsBetween(selection.anchor, row)) };
}

/** Selects rows, or deselects them if all of them are selected. Extensions start from here. */
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
