// The geometry of the columns: left edges, total width, and which columns are drawn.
import type { ColumnType } from "../../../src/rows/column";

export interface GridColumnShape {
  readonly id: string;
  readonly label: string;
  readonly type: ColumnType;
  /** px */
  readonly width: number;
  readonly pinned: boolean;
  /** The text is the user's own. */
  readonly isEditable?: boolean | undefined;
}

const minColumnWidth = 48;
const maxColumnWidth = 1200;
/** Columns within this distance of the visible part, in px, are drawn ahead. */
const ahead = 240;
/** Pinned columns stay in place as long as the others have this part of the width. */
const partForOthers = 0.5;

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

/** How many of the pinned columns stay in place in a grid of this width: in a narrow one, few or none. */
export function stuckColumns(columns: readonly GridColumnShape[], edges: readonly number[], width: number): number {
  let stuck = 0;
  while (columns[stuck]?.pinned === true && (edges[stuck + 1] ?? 0) <= width * (1 - partForOthers)) {
    stuck++;
  }
  return stuck;
}

export interface VisiblePart {
  readonly scrollLeft: number;
  /** px */
  readonly width: number;
  /** How many columns stay in place at the left. */
  readonly stuck: number;
  /** The column in focus is drawn wherever it is. */
  readonly focused: number;
}

/** Indexes of the columns to draw: those in place, the visible ones, a few ahead, and the one in focus. */
export function drawnColumns(edges: readonly number[], part: VisiblePart): readonly number[] {
  const { scrollLeft, width, stuck, focused } = part;
  const numbers: number[] = [];
  for (let column = 0; column < edges.length - 1; column++) {
    const left = edges[column] ?? 0;
    const right = edges[column + 1] ?? 0;
    const isVisible = right > scrollLeft + (edges[stuck] ?? 0) - ahead && left < scrollLeft + width + ahead;
    if (column < stuck || column === focused || isVisible) {
      numbers.push(column);
    }
  }
  return numbers;
}

/** The column at this distance from the first one's left edge; the nearest one beyond the edges. */
export function columnAt(edges: readonly number[], x: number): number {
  let column = 0;
  while (column < edges.length - 2 && x >= (edges[column + 1] ?? 0)) {
    column++;
  }
  return column;
}
