// A range of cells: two corners, wherever the first one was.
import type { RowRange } from "../../messages/results";

/** Row -1 is the header, column 0 that of the checkboxes. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export interface CellRange {
  /** Where the range was started. */
  readonly anchor: CellPlace;
  /** The cell in focus. */
  readonly end: CellPlace;
}

export interface RangeBounds {
  readonly rows: RowRange;
  /** The first and the last column. */
  readonly columns: readonly [number, number];
}

/** The cells between the corners. The checkboxes are no cells of a range. */
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
