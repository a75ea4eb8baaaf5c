// A selection of rows as ascending, disjoint ranges: cheap for "all 100,000" and for single rows alike.
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
export function hasRows(ranges: RowRanges, [from, to]: RowRange): boolean {
  return ranges.some((range) => range[0] <= from && to <= range[1]);
}

/** The rows between two rows, both included, in whichever order they are given. */
export function rowsBetween(a: number, b: number): RowRanges {
  return [[Math.min(a, b), Math.max(a, b) + 1]];
}

export function withRows(ranges: RowRanges, more: RowRanges): RowRanges {
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

export function withoutRows(ranges: RowRanges, less: RowRanges): RowRanges {
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

export function toggleRow(ranges: RowRanges, row: number): RowRanges {
  return hasRow(ranges, row) ? withoutRows(ranges, [[row, row + 1]]) : withRows(ranges, [[row, row + 1]]);
}

/** Only what lies below `count`. */
export function clipRows(ranges: RowRanges, count: number): RowRanges {
  return ranges.flatMap(([from, to]): RowRange[] => (from >= count ? [] : [[from, Math.min(to, count)]]));
}
