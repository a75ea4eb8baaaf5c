// A filtered and sorted view of the records fetched so far: what the grid shows and asks windows of.
import type { RecordSource } from "../runs/run";
import { cellText, columnOf, type Column } from "./columns";
import { slicesOf, type Pace } from "./pace";
import { parseRecord, recordId, recordTitle } from "./record";
import { recordReader } from "./recordReader";
import { mergeRows, rowComparer, sortRows, type SortKey } from "./rowOrder";
import { scanRecords } from "./scan";

export interface RowOrder {
  /** Words that must all occur in the columns shown, whatever their case and accents. Empty for all rows. */
  readonly filter: string;
  /** Ids of the columns shown, in their order. */
  readonly columns: readonly string[];
  readonly sort?: { readonly column: string; readonly descending: boolean } | undefined;
}

export interface ViewRow {
  /** The row in the source: what a selection remembers. */
  readonly row: number;
  readonly id: string | undefined;
  readonly title: string;
  /** One text for each column of the order. */
  readonly cells: readonly string[];
}

export interface RowView {
  /** Rows after the filter. */
  readonly count: number;
  /** Rows of the source looked at so far. */
  readonly sourceCount: number;
  readonly order: RowOrder;
  /** Rows of the source in the order of the view: “export what I see”. Not to be changed. */
  readonly indices: Uint32Array;
  /** Filters and sorts anew; an earlier call still under way is aborted. Rejects with the signal's reason, and then the view is as it was. */
  arrange(order: RowOrder, signal?: AbortSignal): Promise<void>;
  /** Takes in the rows that came since, each in its place. */
  grow(signal?: AbortSignal): Promise<void>;
  /** A window of the view; fewer rows at its end. */
  rows(start: number, count: number): Promise<readonly ViewRow[]>;
}

interface Arranged {
  readonly order: RowOrder;
  readonly sourceCount: number;
  readonly indices: Uint32Array;
  /** By row of the source; empty when unsorted. */
  readonly keys: SortKey[];
}

export function createRowView(source: RecordSource, pace: Omit<Pace, "signal">): RowView {
  let now: Arranged = { order: { filter: "", columns: [] }, sourceCount: 0, indices: new Uint32Array(), keys: [] };
  let last: Promise<unknown> = Promise.resolve();
  const underWay = new Set<AbortController>();

  /** One after the other, since each begins with what the one before it has made. */
  const inTurn = (signal: AbortSignal | undefined, own: AbortController, work: (pace: Pace) => Promise<Arranged>): Promise<void> => {
    const both = signal === undefined ? own.signal : AbortSignal.any([signal, own.signal]);
    underWay.add(own);
    const turn = last
      .then(async () => {
        both.throwIfAborted();
        now = await work({ ...pace, signal: both });
      })
      .finally(() => underWay.delete(own));
    last = turn.catch(() => undefined);
    return turn;
  };

  return {
    get count() {
      return now.indices.length;
    },
    get sourceCount() {
      return now.sourceCount;
    },
    get order() {
      return now.order;
    },
    get indices() {
      return now.indices;
    },
    arrange: (order, signal) => {
      for (const earlier of underWay) {
        earlier.abort();
      }
      const empty: Arranged = { order, sourceCount: 0, indices: new Uint32Array(), keys: [] };
      return inTurn(signal, new AbortController(), (inSlices) => extend(sameRows(now.order, order) ? { ...now, order } : empty, source, inSlices));
    },
    grow: async (signal) => {
      const own = new AbortController();
      try {
        await inTurn(signal, own, (inSlices) => extend(now, source, inSlices));
      } catch (error) {
        // A new arrangement takes the rows in as well, so being overtaken by one is no failure.
        if (!own.signal.aborted || signal?.aborted === true) {
          throw error;
        }
        await last;
      }
    },
    rows: async (start, count) => readWindow(source, now, start, count),
  };
}

/** Whether only the columns differ, in a way that changes neither which rows are shown nor their order. */
function sameRows(before: RowOrder, after: RowOrder): boolean {
  const sameColumns = before.columns.length === after.columns.length && before.columns.every((id, index) => id === after.columns[index]);
  return (
    before.filter === after.filter &&
    (wordsOf(after.filter).length === 0 || sameColumns) &&
    before.sort?.column === after.sort?.column &&
    before.sort?.descending === after.sort?.descending
  );
}

/** The arrangement with the rows of the source that it has not looked at yet. */
async function extend(before: Arranged, source: RecordSource, pace: Pace): Promise<Arranged> {
  pace.signal?.throwIfAborted();
  const { order, sourceCount: from } = before;
  const to = source.count;
  const words = wordsOf(order.filter);
  const sortColumn = order.sort === undefined ? undefined : columnOf(source.recordKind, order.sort.column);
  if (to <= from) {
    return before;
  }
  const fresh = new Uint32Array(to - from);
  let matched = 0;
  // Keys go into the list of the arrangement before, at places no one looks at until this is done.
  const keys = before.keys;
  if (words.length === 0 && sortColumn === undefined) {
    for (let row = from; row < to; row += 1) {
      fresh[row - from] = row;
    }
    matched = to - from;
  } else {
    const shown = shownColumns(source, order);
    // Keys are kept, so they must not be cut out of whole records.
    const read = sortColumn === undefined ? recordReader(shown.filter((column) => column !== undefined)) : parseRecord;
    await scanRecords(source, pace, { from, to }, (bytes, row) => {
      const record = read(bytes);
      if (words.length === 0 || matches(record, shown, words)) {
        fresh[matched] = row;
        matched += 1;
        if (sortColumn !== undefined) {
          keys[row] = sortColumn.sortKey(record);
        }
      }
    });
  }
  const added = fresh.subarray(0, matched);
  if (sortColumn === undefined) {
    return { order, sourceCount: to, indices: joined(before.indices, added), keys };
  }
  const compare = rowComparer(keys, order.sort?.descending ?? false);
  const slices = slicesOf(pace);
  const sorted = await sortRows(added, compare, slices);
  return { order, sourceCount: to, indices: before.indices.length === 0 ? sorted : await mergeRows(before.indices, sorted, compare, slices), keys };
}

function joined(a: Uint32Array, b: Uint32Array): Uint32Array {
  if (a.length === 0) {
    return b;
  }
  const both = new Uint32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function shownColumns(source: RecordSource, order: RowOrder): readonly (Column | undefined)[] {
  return order.columns.map((id) => columnOf(source.recordKind, id));
}

async function readWindow(source: RecordSource, { order, indices }: Arranged, start: number, count: number): Promise<readonly ViewRow[]> {
  const from = Math.max(0, start);
  const rows = [...indices.subarray(from, Math.max(from, start + count))];
  const shown = shownColumns(source, order);
  const first = rows[0] ?? 0;
  const neighbours = rows.every((row, index) => row === first + index);
  const records = rows.length === 0 ? [] : neighbours ? await source.read(first, rows.length) : await source.readMany(rows);
  return records.map((bytes, index) => {
    const record = parseRecord(bytes);
    return {
      row: rows[index] ?? 0,
      id: recordId(source.recordKind, record),
      title: recordTitle(source.recordKind, record),
      cells: shown.map((column) => (column === undefined ? "" : cellText(column.value(record)))),
    };
  });
}

function wordsOf(filter: string): readonly string[] {
  return folded(filter).split(/\s+/).filter((word) => word !== "");
}

function matches(record: unknown, columns: readonly (Column | undefined)[], words: readonly string[]): boolean {
  // Words hold no line break, so none is found across two cells.
  const text = folded(columns.map((column) => (column === undefined ? "" : cellText(column.value(record)))).join("\n"));
  return words.every((word) => text.includes(word));
}

/** The text without case and accents; most texts have neither, which a look tells. */
function folded(text: string): string {
  return isAscii(text) ? text.toLowerCase() : text.normalize("NFKD").replace(/\p{M}+/gu, "").toLowerCase().replaceAll("ß", "ss");
}

function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}
