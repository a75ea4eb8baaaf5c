// Looks up every row of a table within one run and one budget: four lookups in flight, each row answered once.
import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { columnsNamed, textCells } from "../export/appendedColumns";
import { pieceSize, type ByteSource } from "../csv/rows";
import { openCsvTable, type CsvTable } from "../csv/table";
import { countText, inEnglish } from "../language/language";
import { writeBatchResult, type BatchResultCounts } from "../lookups/batchResult";
import { guessMapping, understoodRows, type ColumnMapping } from "../lookups/batchMapping";
import { createBatch, mappingOf, readIntoBatch, runBatch, unansweredOf } from "../lookups/batchRun";
import { countSentence, creditsAgain, unansweredSentences } from "../lookups/batchTexts";
import { lookupTask } from "../lookups/lookUpOnce";
import type { RunSummary } from "../runs/run";
import type { LookupKind } from "../service/operations";
import { notFound } from "../store/storeError";
import { Refusal, type AppConnection, type App } from "./app";
import type { Call } from "./call";
import { neutral } from "./untrusted";
import { lookUpQuestion, lookUpText } from "./lookUp";
import { reporter } from "./searchRuns";
import { budgetFor, englishPlan, type Spender } from "./spending";

export interface TableToLookUp {
  /** Shown as the name of the run. */
  readonly title: string;
  /** URI of the table's file; empty for a table that only exists in `input`. */
  readonly source: string;
  readonly input?: Uint8Array | undefined;
  readonly table: CsvTable;
  readonly mapping: ColumnMapping;
  /** Ids of the columns to append. */
  readonly columns: readonly string[];
}

export interface TableOutcome {
  readonly summary: RunSummary;
  /** The rows of the table, each counted as what it is. */
  readonly counts: BatchResultCounts;
}

/** A table in memory. */
export const bytesSource = (bytes: Uint8Array): ByteSource =>
  async function* () {
    yield bytes;
  };

/** Read in pieces, each time anew. */
export const fileSource =
  (file: string): ByteSource =>
  () =>
    createReadStream(file, { highWaterMark: pieceSize }) as AsyncIterable<Uint8Array>;

const namesOf = ({ header, width }: CsvTable): readonly string[] =>
  Array.from({ length: width }, (_, nth) => {
    const name = header?.[nth]?.trim() ?? "";
    return name === "" ? String(nth + 1) : name;
  });

const columnList = (table: CsvTable): string =>
  `Columns: ${namesOf(table)
    .map((name) => neutral(name, 60))
    .join(", ")}.`;

/** From 0: a column by its name, or by its number from 1. Throws a `Refusal` that names the columns. */
export function columnNumber(table: CsvTable, column: string): number {
  const wanted = column.trim().toLowerCase();
  const named = namesOf(table).findIndex((name) => name.toLowerCase() === wanted);
  const place = named < 0 && /^[1-9]\d{0,4}$/u.test(wanted) ? Number(wanted) - 1 : named;
  if (place < 0 || place >= table.width) {
    throw new Refusal(`The table has no column “${neutral(column, 60)}”. ${columnList(table)}`);
  }
  return place;
}

/**
 * Which columns identify a row: `column` is the name of one, or its number from 1; without it they are recognized.
 * Throws a `Refusal` when no row has an identifier.
 */
export function mappingFor(kind: LookupKind, table: CsvTable, column: string | undefined): ColumnMapping {
  const { header, sample } = table;
  const columns = columnList(table);
  const place = column === undefined ? undefined : columnNumber(table, column);
  const mapping: ColumnMapping =
    place === undefined
      ? guessMapping(kind, header, sample)
      : { kind, columns: kind === "company" ? { domain: place } : { profileUrl: place } };
  if (understoodRows(mapping, sample) === 0) {
    const wanted =
      kind === "company" ? "a domain, web page, or email address" : "a profile address, an email address, or a name";
    throw new Refusal(
      column === undefined
        ? `No column was recognized that has ${wanted}. Name one with --column. ${columns}`
        : `None of the first rows has ${wanted} in the column “${neutral(column, 60)}”. ${columns}`,
    );
  }
  return mapping;
}

/** Rejects with a `Refusal` when nothing may be spent; then nothing was sent, and there is no run. */
export async function lookUpTable(
  desk: App,
  given: TableToLookUp,
  spender: Spender,
  call: Call,
): Promise<TableOutcome> {
  const connection = await desk.connection();
  const { run } = await createBatch(desk.runs, { ...given, connection: connection.info });
  let isAgreed = false;
  try {
    return await lookUpRows(desk, { ...given, run: run.id, connection, spender }, call, () => (isAgreed = true));
  } finally {
    if (!isAgreed) {
      await desk.runs.delete(run.id).catch(() => undefined);
    }
  }
}

/** Continues a stopped batch: rows with an answer keep it. Rejects like `lookUpTable`; the run stays. */
export async function resumeTable(
  desk: App,
  summary: RunSummary,
  { spender, maxCredits }: { readonly spender: Spender; readonly maxCredits?: number | undefined },
  call: Call,
): Promise<TableOutcome> {
  const { id } = summary.header;
  const { table, mapping } = await tableOf(desk, id);
  const connection = await desk.connection();
  if (connection.info.id !== summary.header.connection.id) {
    throw new Refusal(
      `Run ${id} was looked up with another connection. Use that one, or look up the table anew; nothing was sent.`,
      "connection",
    );
  }
  const isCostUnknown = summary.stop?.kind === "costUnknown";
  const rows = {
    ...{ title: summary.header.title, run: id, table, mapping },
    ...{ connection, spender, maxCredits, isCostUnknown },
  };
  return lookUpRows(desk, rows, call, () => undefined);
}

/** Writes the table with the columns and a status appended to each row. */
export async function writeTable(
  desk: App,
  id: string,
  write: (bytes: Uint8Array) => Promise<void>,
  signal: AbortSignal,
): Promise<BatchResultCounts> {
  const { table, mapping, columns } = await tableOf(desk, id);
  await desk.lists.everywhere();
  const cells = textCells(columnsNamed(mapping.kind, columns));
  return writeBatchResult({ store: desk.store, id, table, mapping, columns: cells, write, signal });
}

interface Rows extends Pick<TableToLookUp, "title" | "table" | "mapping"> {
  readonly run: string;
  readonly connection: AppConnection;
  readonly spender: Spender;
  readonly maxCredits?: number | undefined;
  readonly isCostUnknown?: boolean;
}

async function lookUpRows(
  desk: App,
  { title, table, mapping, run: id, connection, spender, maxCredits, isCostUnknown }: Rows,
  call: Call,
  onAgreed: () => void,
): Promise<TableOutcome> {
  const { runs, clock, budgets } = desk;
  const { signal } = call;
  await desk.lists.everywhere();
  const count = await readIntoBatch(runs, id, table, mapping, signal, (rows) =>
    call.onProgress(0, undefined, `${rows} rows read.`),
  );
  if (count.rows === count.skipped) {
    throw new Refusal("No row of the table has an identifier, so nothing was sent.");
  }
  const { kind: operation } = lookupTask(mapping.kind, {});
  const price = await budgets.price(connection.info.id, operation);
  const again = mayRepeat(spender) && unansweredOf(count) > 0;
  const toAsk = count.toAsk + (again ? unansweredOf(count) : 0);
  const input = {
    ...{ limits: { records: toAsk }, total: toAsk, price, isBatch: true, now: clock.now() },
    balance: connection.balance?.credits,
    balanceAt: connection.balance?.at,
  };
  const budget =
    toAsk === 0
      ? await budgets.agreed(0)
      : await budgetFor(
          desk,
          spender,
          {
            connection,
            question: () => lookUpQuestion(title),
            button: lookUpText,
            plan: input,
            remarks: [countSentence(count, englishPlan(input)), ...unansweredSentences(count)],
            isCostUnknown,
            ...(again && {
              unanswered: {
                records: unansweredOf(count),
                credits: creditsAgain(unansweredOf(count), price),
                priceKnown: price.known,
              },
            }),
          },
          signal,
        );
  onAgreed();
  const { check: checkLists } = await desk.lists.everywhere();
  const report = reporter(call, toAsk, desk);
  try {
    const summary = await runBatch(
      {
        ...{ runs, budget, again, maxCredits, checkLists, client: connection.client, balance: connection.balance },
        onAnswered: (answered, questions) =>
          call.onProgress(
            answered,
            questions,
            inEnglish(() => `${countText(answered)} of ${countText(questions)} looked up.`),
          ),
        onProgress: (progress) => {
          if (progress.kind === "waiting") {
            report(progress);
          }
        },
      },
      id,
      signal,
    );
    const counts = await writeTable(desk, id, () => Promise.resolve(), new AbortController().signal);
    return { summary, counts };
  } finally {
    desk.spent();
  }
}

/** Only a person's plain yes: rows that were sent and not answered are skipped otherwise. */
const mayRepeat = (spender: Spender): boolean => spender.kind === "command" && spender.yes;

interface StoredTable {
  readonly table: CsvTable;
  readonly mapping: ColumnMapping;
  readonly columns: readonly string[];
}

/** The table of a batch as its file is now. */
async function tableOf({ store, clock }: App, id: string): Promise<StoredTable> {
  const batch = await store.batches.get(id, clock.now());
  if (batch === undefined) {
    throw notFound();
  }
  const saved = batch.source === "" ? await store.batches.input(id) : undefined;
  try {
    const source = saved === undefined ? fileSource(fileURLToPath(batch.source)) : bytesSource(saved);
    return { table: await openCsvTable(source), mapping: mappingOf(batch), columns: batch.columns };
  } catch (error) {
    throw new Refusal(
      `The table of run ${id} was moved or deleted, or cannot be read. Its answers are saved: looking up a file with ` +
        "the same rows takes them for free.",
      "file",
      { cause: error },
    );
  }
}
