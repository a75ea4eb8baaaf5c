// Writes a table that was looked up: each row with columns of its record, and the state of its lookup.
import { cellText, columnOf, columnsOf } from "../records/columns";
import { existingBatch, mappingOf } from "../runs/batchRun";
import { parseExact } from "../service/exactJson";
import type { LookupKind } from "../service/operations";
import type { StoredBatch } from "../store/batches";
import { writeBatchResult, type BatchResultCounts } from "../tables/batchResult";
import { guardFormula } from "../tables/formulaGuard";
import { openCsvTable, type CsvTable } from "../tables/table";
import { bytesSource } from "../tables/textLines";
import { Refusal, type App } from "./app";
import { neutral } from "./untrusted";

/** The ids of the columns that are appended by default. */
export const defaultResultColumns = (kind: LookupKind): readonly string[] =>
  columnsOf(kind)
    .filter(({ visible }) => visible)
    .map(({ id }) => id);

/** Opens a destination, lets `write` add the bytes, and closes it. */
export type Deliver<T> = (write: (add: (bytes: Uint8Array) => Promise<void>) => Promise<void>) => Promise<T>;

export interface HowToWrite {
  readonly signal?: AbortSignal | undefined;
  /** The table's own separator when absent. */
  readonly separator?: string | undefined;
  /** Ids of columns, instead of those of the batch. */
  readonly columns?: readonly string[] | undefined;
  /** One line of JSON per row, with the whole record when no columns are named. */
  readonly asNdjson?: boolean | undefined;
}

/** Writes the table with columns and a status appended to each row. Finishes a batch without open rows. */
export async function writeTable<T>(
  app: App,
  id: string,
  deliver: Deliver<T>,
  { signal, separator, columns: named, asNdjson = false }: HowToWrite = {},
): Promise<{ readonly place: T; readonly counts: BatchResultCounts; readonly encoding: string }> {
  const batch = await existingBatch(app.runs, id);
  const { store } = app;
  const table = await tableOf(app, batch);
  const mapping = mappingOf(batch);
  const { kind } = mapping;
  const chosen = (named ?? batch.columns).flatMap((one) => columnOf(kind, one) ?? []);
  const columns = {
    headers: chosen.map(({ header }) => header),
    // Guarded against being read as formulas by a spreadsheet.
    cells: (record: unknown) => chosen.map((column) => guardFormula(cellText(column.value(record)))),
  };
  let counts: BatchResultCounts | undefined;
  const place = await deliver(async (write) => {
    const asJson = asNdjson ? recordReader(kind, named) : undefined;
    counts = await writeBatchResult({ store, id, table, mapping, columns, write, signal, separator, asJson });
  });
  if (counts === undefined) {
    throw new Error("The result was not written.");
  }
  if (counts.open === 0) {
    await store.batches.finish(id);
  }
  return { place, counts, encoding: table.encoding };
}

/** The record's JSON as received, or an object of these columns by their ids. */
export function recordReader(kind: LookupKind, ids: readonly string[] | undefined): (json: string) => string {
  if (ids === undefined) {
    return (json) => json;
  }
  return (json) => {
    const record = parseExact(json);
    return JSON.stringify(Object.fromEntries(ids.map((id) => [id, columnOf(kind, id)?.value(record) ?? null])));
  };
}

/** A sentence for a result whose table has another encoding. */
export const convertedSentence = (encoding: string): string =>
  `The result is UTF-8 with a byte-order mark; the table is ${encoding}.`;

/** Discards the table, for callers that only want the records. */
export const nowhere: Deliver<undefined> = async (write) => {
  await write(() => Promise.resolve());
  return undefined;
};

/** The table of a batch with the current content of its file. */
export async function tableOf({ store, bytesOf }: App, batch: StoredBatch): Promise<CsvTable> {
  const { run, source } = batch;
  const saved = source === "" ? await store.batches.input(run.id) : undefined;
  try {
    return await openCsvTable(saved === undefined ? bytesOf(source) : bytesSource(saved), mappingOf(batch).reading);
  } catch (error) {
    throw new Refusal(
      `The table of ${neutral(run.title)} was moved or deleted, or cannot be read. ` +
        "Its answers are saved: to use them for free, look up a file with the same rows.",
      "file",
      { cause: error },
    );
  }
}
