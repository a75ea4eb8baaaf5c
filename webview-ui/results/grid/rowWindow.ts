// The rows the page has in memory: requested in chunks shortly before they are visible, dropped when far away.
import type { GridColumn, GridRow } from "../../messages/results";
import { shownRow, type ShownRow } from "./shownRow";

const chunkRows = 64;
const chunksInMemory = 64;
const requestsAtOnce = 3;

export interface RowRequest {
  readonly id: number;
  readonly revision: number;
  readonly start: number;
  readonly count: number;
}

interface Chunk {
  readonly rows: readonly GridRow[];
  /** Made when a row is drawn first. */
  readonly shown: (ShownRow | undefined)[];
}

export class RowWindow {
  readonly #request: (request: RowRequest) => void;
  /** Rows by the number of their chunk. */
  readonly #chunks = new Map<number, Chunk>();
  /** Chunk numbers by the id of the request under way. */
  readonly #pending = new Map<number, number>();
  /** Numbers of chunks that are shown until newer rows arrive. */
  readonly #stale = new Set<number>();
  #revision = -1;
  #columns: readonly GridColumn[] = [];
  #count = 0;
  #nextId = 1;
  /** First and last chunk in view. */
  #inView: readonly [number, number] = [0, 0];
  #isScrollingDown = true;

  constructor(request: (request: RowRequest) => void) {
    this.#request = request;
  }

  /** The columns of the rows of this revision, in the order of their texts. */
  get columns(): readonly GridColumn[] {
    return this.#columns;
  }

  row(index: number): ShownRow | undefined {
    const chunk = this.#chunks.get(Math.floor(index / chunkRows));
    const at = index % chunkRows;
    const row = chunk?.rows[at];
    return chunk === undefined || row === undefined ? undefined : (chunk.shown[at] ??= shownRow(row, this.#columns));
  }

  /** Sets which rows are in view; requests those that are missing, then some ahead in the direction of scrolling. */
  show(first: number, last: number): void {
    const next = [Math.floor(first / chunkRows), Math.floor(Math.max(first, last) / chunkRows)] as const;
    if (next[0] !== this.#inView[0] || next[1] !== this.#inView[1]) {
      this.#isScrollingDown = next[0] >= this.#inView[0];
      this.#inView = next;
    }
    this.#requestMissing();
  }

  /** Takes an answer; false if it is stale or was not requested. */
  receive(id: number, revision: number, rows: readonly GridRow[]): boolean {
    const chunk = this.#pending.get(id);
    this.#pending.delete(id);
    const isCurrent = chunk !== undefined && revision === this.#revision;
    if (isCurrent) {
      this.#chunks.set(chunk, { rows, shown: [] });
      this.#stale.delete(chunk);
      this.#dropFarChunks();
    }
    this.#requestMissing();
    return isCurrent;
  }

  fail(id: number): void {
    this.#pending.delete(id);
  }

  /** Drops all rows, whose columns may have changed. */
  reset(revision: number, count: number, columns: readonly GridColumn[]): void {
    this.#revision = revision;
    this.#columns = columns;
    this.#chunks.clear();
    this.#stale.clear();
    this.#onReset(count);
  }

  /** Requests all rows again once they are in view; until then the old ones are shown. */
  refresh(): void {
    [...this.#chunks.keys()].forEach((chunk) => this.#stale.add(chunk));
    this.#pending.clear();
    this.#requestMissing();
  }

  /** Rows were added at the end: drops the chunks that were not full. */
  grow(count: number): void {
    for (const [chunk, { rows }] of this.#chunks) {
      if (rows.length < chunkRows) {
        this.#chunks.delete(chunk);
      }
    }
    this.#onReset(count);
  }

  #onReset(count: number): void {
    this.#count = count;
    // Answers for the old revision will be ignored, so new requests need not wait for them.
    this.#pending.clear();
  }

  #requestMissing(): void {
    const [first, lastInView] = this.#inView;
    const last = Math.max(0, Math.ceil(this.#count / chunkRows) - 1);
    const inView: number[] = [];
    for (let chunk = first; chunk <= Math.min(lastInView, last); chunk++) {
      inView.push(chunk);
    }
    const ahead = this.#isScrollingDown
      ? [lastInView + 1, lastInView + 2, first - 1]
      : [first - 1, first - 2, lastInView + 1];
    const pending = new Set(this.#pending.values());
    for (const chunk of [...inView, ...ahead]) {
      if (this.#pending.size >= requestsAtOnce) {
        return;
      }
      const isMissing = !this.#chunks.has(chunk) || this.#stale.has(chunk);
      if (this.#count > 0 && chunk >= 0 && chunk <= last && isMissing && !pending.has(chunk)) {
        const id = this.#nextId++;
        this.#pending.set(id, chunk);
        const start = chunk * chunkRows;
        this.#request({ id, revision: this.#revision, start, count: Math.min(chunkRows, this.#count - start) });
      }
    }
  }

  #dropFarChunks(): void {
    if (this.#chunks.size > chunksInMemory) {
      const middle = (this.#inView[0] + this.#inView[1]) / 2;
      const farthest = [...this.#chunks.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
      farthest.slice(0, this.#chunks.size - chunksInMemory).forEach((chunk) => this.#chunks.delete(chunk));
    }
  }
}
