// The rows that a results tab shows: a view of the store, and what of it is selected.
import type { RowRange } from "../../../webview-ui/messages/results";
import type { RecordKind } from "../../service/operations";
import type { Store } from "../../store/client";
import type { Distribution } from "../../store/distributions";
import { StoreError } from "../../store/storeError";
import type { Located, ViewInfo, ViewRow } from "../../store/views";
import type { ViewSource } from "../../store/viewSource";
import { isPlain, viewOrder, type RowsOrder } from "./rowsOrder";

export interface ResultsRowsDeps {
  readonly store: Pick<Store, "views">;
  readonly recordKind: RecordKind;
  readonly source: ViewSource;
  /** ms since 1970. */
  readonly now: () => number;
  /** The view had to be opened again, and has other rows than before. */
  readonly onReplaced: () => void;
}

/** Keys that are asked for at once: more would hold the extension host's thread. */
const keysAtOnce = 10_000;

/** Methods reject with a `StoreError`. */
export class ResultsRows {
  /** Ends the arrangement under way. */
  private current: AbortController | undefined;
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

  /** Records before any filter. */
  get records(): number {
    return this.info.sourceCount;
  }

  get order(): RowsOrder {
    return this.shown;
  }

  /** Whether new records come after all others. Those of a batch are in the order of its questions. */
  get growsAtEnd(): boolean {
    return this.deps.source.kind === "run" && isPlain(this.shown);
  }

  /** Gives up an arrangement under way. When this one is cancelled, the rows stay as they are. */
  arrange(order: RowsOrder, signal: AbortSignal): Promise<void> {
    this.current?.abort();
    return this.inTurn(AbortSignal.any([signal, this.beginTurn()]), order);
  }

  /** Adds the records that came since. */
  async grow(): Promise<void> {
    const own = this.beginTurn();
    try {
      await this.inTurn(own, undefined);
    } catch (error) {
      // A new arrangement adds them as well, so being overtaken by one is no failure.
      if (!own.aborted) {
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
    for (const piece of piecesOf(ranges)) {
      keys.push(...(await this.withView((view) => this.deps.store.views.keysAt(view, piece))));
    }
    return keys;
  }

  locate(keys: Float64Array): Promise<Located> {
    return this.withView((view) => this.deps.store.views.locate(view, keys));
  }

  distributions(signal: AbortSignal): Promise<readonly Distribution[]> {
    return this.withView((view) => this.deps.store.views.distributions(view, { now: this.deps.now() }, { signal }));
  }

  close(): void {
    this.isClosed = true;
    this.current?.abort();
    this.closeView();
  }

  private beginTurn(): AbortSignal {
    this.current = new AbortController();
    return this.current.signal;
  }

  /** One arrangement after the other: the store fills one table for each view. Without an order it is the one shown then. */
  private inTurn(signal: AbortSignal, order: RowsOrder | undefined): Promise<void> {
    const turn = this.last.then(async () => {
      if (signal.aborted) {
        throw signal.reason;
      }
      const next = order ?? this.shown;
      const { store, recordKind, source, now } = this.deps;
      const asked = viewOrder(recordKind, next, now());
      let isViewGone = false;
      this.info = await this.persistently(
        () =>
          isViewGone
            ? store.views.open(source, asked, { signal })
            : store.views.arrange(this.info.view, asked, { signal }),
        () => (isViewGone = true),
      );
      this.shown = next;
      if (this.isClosed) {
        this.closeView();
      }
    });
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private withView<T>(work: (view: number) => Promise<T>): Promise<T> {
    let { view } = this.info;
    return this.persistently(
      () => work(view),
      async () => {
        await (this.reopening ??= this.reopen(view).finally(() => (this.reopening = undefined)));
        view = this.info.view;
      },
    );
  }

  /** A worker that dies fails the calls under way, and ends the views: another worker answers, and has to open them anew. */
  private async persistently<T>(work: () => Promise<T>, onViewClosed: () => unknown): Promise<T> {
    for (let triesLeft = 2; ; triesLeft -= 1) {
      try {
        return await work();
      } catch (error) {
        const code = error instanceof StoreError ? error.code : undefined;
        if (triesLeft === 0 || this.isClosed || (code !== "VIEW_CLOSED" && code !== "FAILED")) {
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
    await this.inTurn(new AbortController().signal, undefined);
    if (this.info.count !== before.count || this.info.sourceCount !== before.sourceCount) {
      this.deps.onReplaced();
    }
  }

  private closeView(): void {
    this.deps.store.views.close(this.info.view).catch(() => undefined);
  }
}

/** The same positions, cut so that each piece has few enough. */
function piecesOf(ranges: readonly RowRange[]): readonly (readonly RowRange[])[] {
  const pieces: RowRange[][] = [];
  let room = 0;
  for (const [from, to] of ranges) {
    for (let start = from; start < to;) {
      if (room === 0) {
        pieces.push([]);
        room = keysAtOnce;
      }
      const end = Math.min(to, start + room);
      pieces.at(-1)?.push([start, end]);
      room -= end - start;
      start = end;
    }
  }
  return pieces;
}
