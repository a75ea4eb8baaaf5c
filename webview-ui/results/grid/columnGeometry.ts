// Where the columns stand: left edges, the grid's whole width, and which columns are in sight.

export interface GridColumnShape {
  readonly id: string;
  readonly label: string;
  readonly numeric: boolean;
  /** px */
  readonly width: number;
}

export const narrowestColumn = 48;
export const widestColumn = 1200;
/** Columns this far beyond the edge, px, are drawn ahead. */
const ahead = 240;

export function clampWidth(width: number): number {
  return Math.round(Math.min(widestColumn, Math.max(narrowestColumn, width)));
}

/** Left edge of each column, px from the first one's, and the sum of all widths at the end. */
export function leftEdges(columns: readonly GridColumnShape[]): readonly number[] {
  const edges = [0];
  for (const column of columns) {
    edges.push((edges.at(-1) ?? 0) + column.width);
  }
  return edges;
}

/** Numbers of the columns to draw: those in sight or nearly, and the one in focus wherever it stands. */
export function columnsInSight(
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
