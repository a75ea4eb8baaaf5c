// What is selected in a results tab: records by their keys, so that they stay selected wherever filters and sorting put them.
import type { RowRange } from "../../../webview-ui/messages/results";
import type { ResultsRows } from "./resultsRows";

export class SelectedRows {
  private positions: readonly RowRange[] = [];
  private shown: readonly number[] = [];
  /** Selected records that the filters leave out. */
  private hidden: Float64Array = new Float64Array();
  private lastChange = 0;
  private pending: Promise<void> = Promise.resolve();

  constructor(private readonly rows: ResultsRows) {}

  get ranges(): readonly RowRange[] {
    return this.positions;
  }

  /** Keys of the records selected and shown, in the order of the rows. */
  get keys(): readonly number[] {
    return this.shown;
  }

  /** Until the last selection is known by its keys. */
  get settled(): Promise<void> {
    return this.pending;
  }

  /** `keepHidden`: what the filters leave out stays selected. */
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

  /** Finds the records again after rows have changed their places. */
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
