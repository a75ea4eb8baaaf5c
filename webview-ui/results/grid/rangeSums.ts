// What the selected cells are together: how many, and of numbers their sum, average, least, and most.
import type { GridColumn, GridRow } from "../../messages/results";
import type { RangeBounds } from "./cellRange";
import type { RowRequest } from "./rowWindow";

export interface RangeSums {
  readonly cells: number;
  /** How many of the cells are numbers. */
  readonly numbers: number;
  readonly sum: number;
  readonly least: number;
  readonly most: number;
}

export interface RangeSumsDeps {
  readonly request: (request: RowRequest) => void;
  /** A row that is here already. */
  readonly rowAt: (index: number) => GridRow | undefined;
  readonly onSums: (sums: RangeSums | undefined) => void;
}

/** Requests of other parts of the page have smaller ids. */
const firstId = 1_000_000_000;
const rowsAtOnce = 500;
/** Of larger ranges only the number of cells is told. */
const mostRows = 20_000;

export class RangeSummer {
  #id = firstId;
  /** The range that is being read. */
  #read: { readonly revision: number; readonly bounds: RangeBounds; readonly columns: readonly number[] } | undefined;
  #sums: RangeSums = nothing(0);
  #next = 0;

  constructor(private readonly deps: RangeSumsDeps) {}

  /** `columns` are those of the rows of this revision, `visible` the shown ones that the bounds count. */
  show(
    bounds: RangeBounds | undefined,
    revision: number,
    columns: readonly GridColumn[],
    visible: readonly GridColumn[],
  ): void {
    this.#read = undefined;
    if (bounds === undefined) {
      this.deps.onSums(undefined);
      return;
    }
    const { rows, columns: at } = bounds;
    const chosen = visible.slice(at[0] - 1, at[1]);
    const numeric = chosen.flatMap(({ id, type }) =>
      type === "number" ? [columns.findIndex((column) => column.id === id)] : [],
    );
    this.#sums = nothing((rows[1] - rows[0]) * chosen.length);
    this.#next = rows[0];
    if (numeric.length > 0 && rows[1] - rows[0] <= mostRows) {
      this.#read = { revision, bounds, columns: numeric };
    }
    this.#continue();
  }

  /** Takes an answer, if it is one of these. */
  receive(id: number, rows: readonly GridRow[]): void {
    if (this.#read !== undefined && id === this.#id && rows.length > 0) {
      rows.forEach((row) => this.#add(row));
      this.#continue();
    }
  }

  #continue(): void {
    const { rowAt, request, onSums } = this.deps;
    const end = this.#read?.bounds.rows[1] ?? 0;
    for (let row = rowAt(this.#next); this.#next < end && row !== undefined; row = rowAt(this.#next)) {
      this.#add(row);
    }
    if (this.#read !== undefined && this.#next < end) {
      this.#id += 1;
      const count = Math.min(rowsAtOnce, end - this.#next);
      request({ id: this.#id, revision: this.#read.revision, start: this.#next, count });
    } else {
      onSums(this.#sums);
    }
  }

  #add({ cells }: GridRow): void {
    this.#next += 1;
    for (const column of this.#read?.columns ?? []) {
      const text = cells[column] ?? "";
      const value = Number(text);
      // A headcount may be a range of numbers.
      if (text !== "" && Number.isFinite(value)) {
        const { cells: count, numbers, sum, least, most } = this.#sums;
        this.#sums = {
          ...{ cells: count, numbers: numbers + 1, sum: sum + value },
          ...{ least: Math.min(least, value), most: Math.max(most, value) },
        };
      }
    }
  }
}

const nothing = (cells: number): RangeSums => ({
  ...{ cells, numbers: 0, sum: 0 },
  ...{ least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY },
});
