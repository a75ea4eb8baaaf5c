// The selection of a results tab, as record keys: sorting and filtering move rows, but keep records selected.
import type { RowRange } from "../../../webview-ui/messages/results";
import type { ResultsRows } from "./resultsRows";

export class SelectedRows {
  private positions: readonly RowRange[] = [];
  private shown: readonly number[] = [];
  /** Keys of selected records that the filters hide. */
  private hidden: Float64Array = new Float64Array();
  private lastChange = 0;
  private pending: Promise<void> = Promise.resolve();

  constructor(private readonly rows: ResultsRows) {}

  get ranges(): readonly RowRange[] {
    return this.positions;
  }

  /** Keys of the selected records that are shown, in the order of the rows. */
  get keys(): readonly number[] {
    return this.shown;
  }

  /** Resolves once the keys of the last selection are read. */
  get settled(): Promise<void> {
    return this.pending;
  }

  /** `keepHidden`: records that the filters hide stay selected. */
  select(ranges: readonly RowRange[], keepHidden: boolean): Promise<void> {
    this.positions = ranges.flatMap(([from, to]): RowRange[] =>
      from < Math.min(to, this.rows.count) ? [[from, Math.min(to, this.rows.count)]] : [],
    );
    if (!keepHidden) {
      this.hidden = new Float64Array();
    }
    const read = this.read(this.positions);
    this.pending = read.catch(() => undefined);
    return read;
  }

  /** Keys of all selected records, including those that the filters hide. */
  get all(): readonly number[] {
    return [...this.hidden, ...this.shown];
  }

  /** Selects the records with these keys, if the rows contain them. */
  restore(keys: readonly number[]): Promise<void> {
    this.hidden = Float64Array.from(keys);
    return this.relocate();
  }

  /** Finds the selected records again after rows have moved. */
  async relocate(): Promise<void> {
    const all = new Float64Array(this.hidden.length + this.shown.length);
    all.set(this.hidden);
    all.set(this.shown, this.hidden.length);
    const located = all.length === 0 ? { ranges: [], hidden: all } : await this.rows.locate(all);
    this.positions = located.ranges;
    this.hidden = located.hidden;
    await this.read(located.ranges);
  }

  private async read(ranges: readonly RowRange[]): Promise<void> {
    this.lastChange += 1;
    const change = this.lastChange;
    const keys = await this.rows.keysAt(ranges);
    if (change === this.lastChange) {
      this.shown = keys;
    }
  }
}
