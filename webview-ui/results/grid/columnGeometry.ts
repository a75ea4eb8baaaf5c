// The geometry of the columns: left edges, total width, and which columns are visible.

import type { ColumnType } from "../../../src/rows/column";

export interface GridColumnShape {
  readonly id: string;
  readonly label: string;
  readonly type: ColumnType;
  /** px */
  readonly width: number;
}

const minColumnWidth = 48;
const maxColumnWidth = 1200;
/** Columns within this distance of the visible part, in px, are drawn ahead. */
const ahead = 240;

export function clampWidth(width: number): number {
  return Math.round(Math.min(maxColumnWidth, Math.max(minColumnWidth, width)));
}

/** Left edge of each column in px from the first one's, and the sum of all widths at the end. */
export function leftEdges(columns: readonly GridColumnShape[]): readonly number[] {
  const edges = [0];
  for (const column of columns) {
    edges.push((edges.at(-1) ?? 0) + column.width);
  }
  return edges;
}

/** Indexes of the columns to draw: the visible ones, a few ahead, and the one in focus wherever it is. */
export function visibleColumns(
  edges: readonly number[],
  scrollLeft: number,
  viewWidth: number,
  focused: number,
): readonly number[] {
  const numbers: number[] = [];
  for (let column = 0; column < edges.length - 1; column++) {
    const left = edges[column] ?? 0;
    const right = edges[column + 1] ?? 0;
    if (column === focused || (right > scrollLeft - ahead && left < scrollLeft + viewWidth + ahead)) {
      numbers.push(column);
    }
  }
  return numbers;
}
