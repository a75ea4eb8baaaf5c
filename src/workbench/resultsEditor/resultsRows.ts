// The rows of a results tab: a view in the store.
import type { RowRange } from "../../../webview-ui/messages/results";
import type { App } from "../../app/app";
import { type RowSource, isPlain, viewOrder, type RowsOrder } from "../../app/rowSource";
import type { ColumnValues, ValuesQuery } from "../../store/columnValues";
import type { Located, ViewInfo, ViewRow } from "../../store/views";

/** Methods reject with a `StoreError`. */
export class ResultsRows {
  /** Cancels the current arrangement. */
  private current: AbortController | undefined;
  /** The last arrangement in the queue. */
  private last: Promise<unknown> = Promise.resolve();
  private counting: AbortController | undefined;
  private isClosed = false;

  private constructor(
    private readonly app: App,
    private readonly source: RowSource,
    private info: ViewInfo,
    private shown: RowsOrder,
  ) {}

  static async open(app: App, source: RowSource, order: RowsOrder): Promise<ResultsRows> {
    const { store, clock } = app;
    const info = await store.views.open(source.view, viewOrder(source.recordKind, order, clock.now()));
    return new ResultsRows(app, source, info, order);
  }

  private get views(): App["store"]["views"] {
    return this.app.store.views;
  }

  /** Rows after the filters. */
  get count(): number {
    return this.info.count;
  }

  /** Records before filtering, without those that leave-out lists hide. */
  get records(): number {
    return this.info.sourceCount;
  }

  /** Records that leave-out lists hide. */
  get leftOut(): number {
    return this.info.leftOut;
  }

  /** Records including the hidden ones. */
  get fetched(): number {
    return this.info.sourceCount + this.info.leftOut;
  }

  get order(): RowsOrder {
    return this.shown;
  }

  /** Whether new records are added at the end; a batch has the order of its rows instead. */
  get growsAtEnd(): boolean {
    return this.source.view.kind === "run" && isPlain(this.shown);
  }

  /** Sorts and filters the rows; cancels the current arrangement. If canceled itself, the rows do not change. */
  arrange(order: RowsOrder, signal: AbortSignal): Promise<void> {
    this.current?.abort();
    return this.enqueue(AbortSignal.any([signal, this.newSignal()]), order);
  }

  /** Adds the records fetched since the last arrangement. */
  async grow(): Promise<void> {
    const signal = this.newSignal();
    try {
      await this.enqueue(signal, undefined);
    } catch (error) {
      // The arrangement that canceled this one adds them too.
      if (!signal.aborted) {
        throw error;
      }
    }
  }

  rows(start: number, count: number): Promise<readonly ViewRow[]> {
    return this.views.rows(this.info.view, start, count);
  }

  /** Keys of the records at these positions, in the order of the rows. */
  keysAt(ranges: readonly RowRange[]): Promise<readonly number[]> {
    return this.views.keysAt(this.info.view, ranges);
  }

  locate(keys: Float64Array): Promise<Located> {
    return this.views.locate(this.info.view, keys);
  }

  /**
   * Values of a column, or of the usual ones: counting these again cancels the last count, which resolves to
   * `undefined`.
   */
  async values({ column, text }: Omit<ValuesQuery, "now">): Promise<readonly ColumnValues[] | undefined> {
    const { signal } = column === undefined ? this.newCount() : new AbortController();
    const query = { column, text, now: this.app.clock.now() };
    try {
      return await this.views.values(this.info.view, query, { signal });
    } catch (error) {
      if (signal.aborted) {
        return undefined;
      }
      throw error;
    }
  }

  private newCount(): AbortController {
    this.counting?.abort();
    return (this.counting = new AbortController());
  }

  close(): void {
    this.isClosed = true;
    this.current?.abort();
    this.counting?.abort();
    this.closeView();
  }

  private newSignal(): AbortSignal {
    this.current = new AbortController();
    return this.current.signal;
  }

  /** One arrangement at a time: the store fills one table per view. `undefined` keeps the order. */
  private enqueue(signal: AbortSignal, order: RowsOrder | undefined): Promise<void> {
    const arranged = this.last.then(async () => {
      if (signal.aborted) {
        throw signal.reason;
      }
      const next = order ?? this.shown;
      const nextOrder = viewOrder(this.source.recordKind, next, this.app.clock.now());
      this.info = await this.views.arrange(this.info.view, nextOrder, { signal });
      this.shown = next;
      if (this.isClosed) {
        this.closeView();
      }
    });
    this.last = arranged.catch(() => undefined);
    return arranged;
  }

  private closeView(): void {
    this.views.close(this.info.view).catch(() => undefined);
  }
}
