// The geometry of the grid: cell ranges, column edges, and scrolling beyond the browser's limit of an element's height.
import type { GridColumn, RowRange } from "../../messages/results";

/** Row -1 is the header, column 0 contains the checkboxes. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export interface CellRange {
  /** The cell where the range began. */
  readonly anchor: CellPlace;
  /** The focused cell. */
  readonly end: CellPlace;
}

export interface RangeBounds {
  readonly rows: RowRange;
  /** The first and the last column. */
  readonly columns: readonly [number, number];
}

/** The cells between the corners. Ranges do not include checkboxes. */
export function boundsOf({ anchor, end }: CellRange): RangeBounds {
  return {
    rows: [Math.min(anchor.row, end.row), Math.max(anchor.row, end.row) + 1],
    columns: [Math.max(1, Math.min(anchor.column, end.column)), Math.max(1, Math.max(anchor.column, end.column))],
  };
}

export const cellsIn = ({ rows, columns }: RangeBounds): number => (rows[1] - rows[0]) * (columns[1] - columns[0] + 1);

export function isInBounds({ rows, columns }: RangeBounds, { row, column }: CellPlace): boolean {
  return row >= rows[0] && row < rows[1] && column >= columns[0] && column <= columns[1];
}

export interface GridColumnShape extends GridColumn {
  /** px */
  readonly width: number;
  readonly pinned: boolean;
}

const minColumnWidth = 48;
const maxColumnWidth = 1200;
/** Columns within this distance of the visible part, in px, are drawn ahead. */
const ahead = 240;
/** Pinned columns stay in place only if they leave this share of the width to the others. */
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

/** How many of the pinned columns stay in place at this width of the grid: in a narrow one, few or none. */
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
  /** The index of the focused column, which is always drawn. */
  readonly focused: number;
}

/** Indexes of the columns to draw: those in place, the visible ones, a few ahead, and the focused one. */
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

/** Chromium limits an element's height to 33.5 million px, Firefox to 17.8 million. */
const tallestContent = 16_000_000;

export interface ScrollScale {
  /** Height of the scrolled element in px. */
  readonly height: number;
  /** The first visible pixel of the rows at a scroll position. */
  topOf(scrollTop: number): number;
  /** The scroll position at which a pixel of the rows is at the top. */
  scrollTopOf(top: number): number;
}

export function scrollScale(rows: number, rowHeight: number, viewHeight: number): ScrollScale {
  const whole = rows * rowHeight;
  const height = Math.min(whole, tallestContent);
  const reach = Math.max(0, height - viewHeight);
  const wholeReach = Math.max(0, whole - viewHeight);
  const ratio = reach === 0 ? 1 : wholeReach / reach;
  return {
    height,
    topOf: (scrollTop) => Math.min(wholeReach, Math.max(0, scrollTop * ratio)),
    scrollTopOf: (top) => Math.min(reach, Math.max(0, top / ratio)),
  };
}
