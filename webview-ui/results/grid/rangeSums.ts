// The summary of the selected cells: their number, and for numeric cells the sum, average, minimum, and maximum.
import { boundsOf, type CellRange } from "./gridGeometry";
import type { GridView } from "./gridView";
import type { ReadRows } from "./rowWindow";

export interface RangeSums {
  readonly cells: number;
  /** How many of the cells are numbers. */
  readonly numbers: number;
  readonly sum: number;
  readonly least: number;
  readonly most: number;
}

const rowsAtOnce = 500;
/** For larger ranges, only the number of cells is shown. */
const mostRows = 20_000;

/** `undefined` if another range is selected before all its rows are read, or if they cannot be read. */
export async function rangeSums(grid: GridView, range: CellRange, read: ReadRows): Promise<RangeSums | undefined> {
  const { window, columns, view } = grid;
  const bounds = boundsOf(range);
  const [first, end] = bounds.rows;
  const chosen = columns.slice(bounds.columns[0] - 1, bounds.columns[1]);
  const numeric = chosen
    .filter(({ type }) => type === "number")
    .map(({ id }) => window.columns.findIndex((column) => column.id === id));
  const values: number[] = [];
  for (let row = first; numeric.length > 0 && end - first <= mostRows && row < end;) {
    const known = window.row(row)?.data;
    const count = Math.min(rowsAtOnce, end - row);
    const rows = known === undefined ? await read({ revision: view.revision, start: row, count }) : [known];
    if (grid.range !== range || rows === undefined || rows.length === 0) {
      return undefined;
    }
    // A headcount may be a range of numbers.
    const texts = rows.flatMap(({ cells }) => numeric.map((column) => cells[column] ?? ""));
    values.push(...texts.filter((text) => text !== "" && Number.isFinite(Number(text))).map(Number));
    row += rows.length;
  }
  return {
    cells: (end - first) * chosen.length,
    numbers: values.length,
    sum: values.reduce((sum, value) => sum + value, 0),
    least: values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    most: values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
  };
}
