// The rows of a results tab: a view in the store, reopened when the store restarts.
import type { RowRange } from "../../../webview-ui/messages/results";
import type { RecordKind } from "../../service/operations";
import type { Store } from "../../store/client";
import type { ColumnValues, ValuesQuery } from "../../store/columnValues";
import { StoreError } from "../../store/storeError";
import type { Located, ViewInfo, ViewRow } from "../../store/views";
import type { ViewSource } from "../../store/viewSource";
import { isPlain, viewOrder, type RowsOrder } from "../../app/rowsOrder";

export interface ResultsRowsDeps {
  readonly store: Pick<Store, "views">;
  readonly recordKind: RecordKind;
  readonly source: ViewSource;
  /** ms since 1970. */
  readonly now: () => number;
  /** The view was opened again and has other rows than before. */
  readonly onReplaced: () => void;
}

/** Keys requested at once: more would block the extension host. */
const keysAtOnce = 10_000;

/** Methods reject with a `StoreError`. */
export class ResultsRows {
  /** Cancels the current arrangement. */
  private current: AbortController | undefined;
  /** The last arrangement in the queue. */
  private last: Promise<unknown> = Promise.resolve();
  private reopening: Promise<void> | undefined;
  private isClosed = false;

  private constructor(
    private readonly deps: ResultsRowsDeps,
    private info: ViewInfo,
    private shown: RowsOrder,
  ) {}

  static async open(deps: ResultsRowsDeps, order: RowsOrder): Promise<ResultsRows> {
    return new ResultsRows(
      deps,
      await deps.store.views.open(deps.source, viewOrder(deps.recordKind, order, deps.now())),
      order,
    );
  }

  /** Rows after the filters. */
  get count(): number {
    return this.info.count;
  }

  /** Records before any filter, without those that leave-out lists hide. */
  get records(): number {
    return this.info.sourceCount;
  }

  /** Records that leave-out lists hide. */
  get leftOut(): number {
    return this.info.leftOut;
  }

  /** Records with those that are hidden. */
  get fetched(): number {
    return this.info.sourceCount + this.info.leftOut;
  }

  get order(): RowsOrder {
    return this.shown;
  }

  /** Whether new records are added at the end. Those of a batch are in the order of its rows. */
  get growsAtEnd(): boolean {
    return this.deps.source.kind === "run" && isPlain(this.shown);
  }

  /** Sorts and filters the rows; cancels the current arrangement. If cancelled itself, the rows stay as they are. */
  arrange(order: RowsOrder, signal: AbortSignal): Promise<void> {
    this.current?.abort();
    return this.enqueue(AbortSignal.any([signal, this.newSignal()]), order);
  }

  /** Adds the records fetched since. */
  async grow(): Promise<void> {
    const signal = this.newSignal();
    try {
      await this.enqueue(signal, undefined);
    } catch (error) {
      // The arrangement that cancelled this one adds them too.
      if (!signal.aborted) {
        throw error;
      }
    }
  }

  rows(start: number, count: number): Promise<readonly ViewRow[]> {
    return this.withView((view) => this.deps.store.views.rows(view, start, count));
  }

  /** Keys of the records at these positions, in the order of the rows. */
  async keysAt(ranges: readonly RowRange[]): Promise<readonly number[]> {
    const keys: number[] = [];
    for (const chunk of chunksOf(ranges)) {
      keys.push(...(await this.withView((view) => this.deps.store.views.keysAt(view, chunk))));
    }
    return keys;
  }

  locate(keys: Float64Array): Promise<Located> {
    return this.withView((view) => this.deps.store.views.locate(view, keys));
  }

  values(query: Omit<ValuesQuery, "now">, signal: AbortSignal): Promise<readonly ColumnValues[]> {
    return this.withView((view) => this.deps.store.views.values(view, { ...query, now: this.deps.now() }, { signal }));
  }

  close(): void {
    this.isClosed = true;
    this.current?.abort();
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
      const { store, recordKind, source, now } = this.deps;
      const nextOrder = viewOrder(recordKind, next, now());
      let isViewGone = false;
      this.info = await this.withRetry(
        () =>
          isViewGone
            ? store.views.open(source, nextOrder, { signal })
            : store.views.arrange(this.info.view, nextOrder, { signal }),
        () => (isViewGone = true),
      );
      this.shown = next;
      if (this.isClosed) {
        this.closeView();
      }
    });
    this.last = arranged.catch(() => undefined);
    return arranged;
  }

  private withView<T>(work: (view: number) => Promise<T>): Promise<T> {
    let { view } = this.info;
    return this.withRetry(
      () => work(view),
      async () => {
        await (this.reopening ??= this.reopen(view).finally(() => (this.reopening = undefined)));
        view = this.info.view;
      },
    );
  }

  /** When the store's worker stops, pending calls fail and its views are closed; another worker is started. */
  private async withRetry<T>(work: () => Promise<T>, onViewClosed: () => unknown): Promise<T> {
    for (let retriesLeft = 2; ; retriesLeft -= 1) {
      try {
        return await work();
      } catch (error) {
        const code = error instanceof StoreError ? error.code : undefined;
        if (retriesLeft === 0 || this.isClosed || (code !== "VIEW_CLOSED" && code !== "FAILED")) {
          throw error;
        }
        if (code === "VIEW_CLOSED") {
          await onViewClosed();
        }
      }
    }
  }

  private async reopen(closed: number): Promise<void> {
    await this.last;
    if (this.info.view !== closed) {
      return;
    }
    const before = this.info;
    await this.enqueue(new AbortController().signal, undefined);
    if (this.info.count !== before.count || this.info.sourceCount !== before.sourceCount) {
      this.deps.onReplaced();
    }
  }

  private closeView(): void {
    this.deps.store.views.close(this.info.view).catch(() => undefined);
  }
}

/** Splits the ranges into lists of at most `keysAtOnce` rows. */
function chunksOf(ranges: readonly RowRange[]): readonly (readonly RowRange[])[] {
  const chunks: RowRange[][] = [];
  let capacity = 0;
  for (const [from, to] of ranges) {
    for (let start = from; start < to;) {
      if (capacity === 0) {
        chunks.push([]);
        capacity = keysAtOnce;
      }
      const end = Math.min(to, start + capacity);
      chunks.at(-1)?.push([start, end]);
      capacity -= end - start;
      start = end;
    }
  }
  return chunks;
}
