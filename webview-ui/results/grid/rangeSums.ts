// What the selected cells are together: how many, and of numbers their sum, average, least, and most.
import type { GridColumn, GridRow } from "../../messages/results";
import type { RangeBounds } from "./gridGeometry";
import type { ReadRows } from "./rowWindow";

export interface RangeSums {
  readonly cells: number;
  /** How many of the cells are numbers. */
  readonly numbers: number;
  readonly sum: number;
  readonly least: number;
  readonly most: number;
}

export interface RangeSumsDeps {
  readonly read: ReadRows;
  /** A row that is here already. */
  readonly rowAt: (index: number) => GridRow | undefined;
  readonly onSums: (sums: RangeSums | undefined) => void;
}

const rowsAtOnce = 500;
/** Of larger ranges only the number of cells is told. */
const mostRows = 20_000;

export class RangeSummer {
  /** The range that is shown; another one ends the reading of its rows. */
  #bounds: RangeBounds | undefined;

  constructor(private readonly deps: RangeSumsDeps) {}

  /** `columns` are those of the rows of this revision, `visible` the shown ones that the bounds count. */
  async show(
    bounds: RangeBounds | undefined,
    revision: number,
    columns: readonly GridColumn[],
    visible: readonly GridColumn[],
  ): Promise<void> {
    this.#bounds = bounds;
    if (bounds === undefined) {
      this.deps.onSums(undefined);
      return;
    }
    const [first, end] = bounds.rows;
    const chosen = visible.slice(bounds.columns[0] - 1, bounds.columns[1]);
    const numeric = chosen
      .filter(({ type }) => type === "number")
      .map(({ id }) => columns.findIndex((column) => column.id === id));
    const isRead = numeric.length > 0 && end - first <= mostRows;
    let sums = nothing((end - first) * chosen.length);
    for (let row = first; isRead && row < end;) {
      const known = this.deps.rowAt(row);
      const rows =
        known === undefined
          ? await this.deps.read({ revision, start: row, count: Math.min(rowsAtOnce, end - row) })
          : [known];
      if (this.#bounds !== bounds || rows === undefined || rows.length === 0) {
        return;
      }
      sums = rows.flatMap(({ cells }) => numeric.map((column) => cells[column] ?? "")).reduce(withCell, sums);
      row += rows.length;
    }
    this.deps.onSums(sums);
  }
}

/** A headcount may be a range of numbers. */
function withCell(sums: RangeSums, text: string): RangeSums {
  const value = Number(text);
  return text === "" || !Number.isFinite(value)
    ? sums
    : {
        cells: sums.cells,
        numbers: sums.numbers + 1,
        sum: sums.sum + value,
        least: Math.min(sums.least, value),
        most: Math.max(sums.most, value),
      };
}

const nothing = (cells: number): RangeSums => ({
  cells,
  numbers: 0,
  sum: 0,
  least: Number.POSITIVE_INFINITY,
  most: Number.NEGATIVE_INFINITY,
});
