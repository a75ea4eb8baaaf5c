// The rows that the page keeps in memory: requested in chunks shortly before they are visible, dropped when far away.
import type { GridColumn, GridRow, ResultsInput } from "../../messages/results";
import { shownRow, type ShownRow } from "./shownRow";

const chunkRows = 64;
const chunksInMemory = 64;
const requestsAtOnce = 3;

/** Resolves to `undefined` if the rows have moved or could not be read. */
export type ReadRows = (request: ResultsInput<"getRows">) => Promise<readonly GridRow[] | undefined>;

interface Chunk {
  readonly rows: readonly GridRow[];
  /** Created when a row is first drawn. */
  readonly shown: (ShownRow | undefined)[];
}

export class RowWindow {
  /** Chunks by their number. */
  readonly #chunks = new Map<number, Chunk>();
  /** Numbers of the chunks that are being read. A new set once their replies would be stale. */
  #pending = new Set<number>();
  /** Numbers of chunks that are shown until newer rows arrive. */
  readonly #stale = new Set<number>();
  #revision = -1;
  #columns: readonly GridColumn[] = [];
  #count = 0;
  /** First and last chunk in view. */
  #inView: readonly [number, number] = [0, 0];
  #isScrollingDown = true;

  constructor(
    private readonly read: ReadRows,
    /** Called when rows have arrived. */
    private readonly onRows: () => void,
  ) {}

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

  /** Sets the visible rows; requests the missing ones, then some ahead in the direction of scrolling. */
  show(first: number, last: number): void {
    const next = [Math.floor(first / chunkRows), Math.floor(Math.max(first, last) / chunkRows)] as const;
    if (next[0] !== this.#inView[0] || next[1] !== this.#inView[1]) {
      this.#isScrollingDown = next[0] >= this.#inView[0];
      this.#inView = next;
    }
    this.#requestMissing();
  }

  /** Drops all rows, whose columns may have changed. */
  reset(revision: number, count: number, columns: readonly GridColumn[]): void {
    this.#revision = revision;
    this.#columns = columns;
    this.#chunks.clear();
    this.#stale.clear();
    this.#count = count;
    this.#pending = new Set();
  }

  /** Requests all rows again once they are in view; until then the old ones are shown. */
  refresh(): void {
    [...this.#chunks.keys()].forEach((chunk) => this.#stale.add(chunk));
    this.#pending = new Set();
    this.#requestMissing();
  }

  /** Rows were added at the end: incomplete chunks are shown until they are read again. */
  grow(count: number): void {
    for (const [chunk, { rows }] of this.#chunks) {
      if (rows.length < chunkRows) {
        this.#stale.add(chunk);
      }
    }
    this.#count = count;
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
    for (const chunk of [...inView, ...ahead]) {
      if (this.#pending.size >= requestsAtOnce) {
        return;
      }
      const isMissing = !this.#chunks.has(chunk) || this.#stale.has(chunk);
      if (this.#count > 0 && chunk >= 0 && chunk <= last && isMissing && !this.#pending.has(chunk)) {
        void this.#readChunk(chunk);
      }
    }
  }

  async #readChunk(chunk: number): Promise<void> {
    const pending = this.#pending;
    pending.add(chunk);
    const start = chunk * chunkRows;
    const count = Math.min(chunkRows, this.#count - start);
    const rows = await this.read({ revision: this.#revision, start, count });
    pending.delete(chunk);
    // Rows that could not be read are requested again when the grid is drawn again.
    if (pending === this.#pending && rows !== undefined) {
      this.#chunks.set(chunk, { rows, shown: [] });
      this.#stale.delete(chunk);
      if (count < Math.min(chunkRows, this.#count - start)) {
        this.#stale.add(chunk); // It grew during the request.
      }
      this.#dropFarChunks();
      this.onRows();
      this.#requestMissing();
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
