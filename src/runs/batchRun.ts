// A batch of lookups: a table read into questions, each of which is looked up once.
import { createHash } from "node:crypto";
import type { QuestionToAdd, StoredBatch } from "../store/batches";
import { notFound } from "../store/storeError";
import { questionOfRow, type ColumnMapping } from "../tables/batchMapping";
import { columnNames, namedCells } from "../tables/columnNames";
import type { CsvTable } from "../tables/table";
import { exactCredits } from "./budget";
import { endRun, type Execution } from "./execution";
import { lookupTask } from "./lookUpOnce";
import { resumeRun } from "./loop";
import type { RunConnection, RunSummary } from "./run";
import type { RunStore } from "./runStore";

export interface BatchDefinition {
  /** For display: the name of the file. */
  readonly title: string;
  /** URI of the table, as text; empty when it is not a file. */
  readonly source: string;
  readonly table: CsvTable;
  readonly mapping: ColumnMapping;
  /** Ids of the columns to append. */
  readonly columns: readonly string[];
  readonly connection: RunConnection;
  /** The table itself when it is not a file. */
  readonly input?: Uint8Array | undefined;
}

export const mappingOf = ({ mapping }: StoredBatch): ColumnMapping => mapping as ColumnMapping;

/** Creates a batch without questions. Rejects with a `StoreError`. */
export async function createBatch(
  runs: RunStore,
  { title, source, table, mapping, columns, connection, input }: BatchDefinition,
): Promise<StoredBatch> {
  const run = runs.newRun({
    purpose: "batch",
    title,
    task: { ...lookupTask(mapping.kind, {}), columns: columnNames(table) },
    connection,
    limits: { records: 0 },
  });
  const batch = await runs.deps.store.batches.create({ run, source, mapping, columns, input });
  runs.notify({ id: run.id, kind: "created" });
  return batch;
}

/** Questions that were sent but not answered, or whose reply was not understood: they may have been charged. */
export interface UnansweredRows {
  readonly possiblyCharged?: number;
  readonly notUnderstood?: number;
}

/** The work of a batch, counted before anything is paid for. */
export interface BatchCount extends UnansweredRows {
  /** Rows with data. */
  readonly rows: number;
  /** Questions that have to be paid for. */
  readonly toAsk: number;
  /** Questions that already have an answer: a record, or no match. */
  readonly answered: number;
  /** Rows with the same question as an earlier row. */
  readonly duplicates: number;
  /** Rows without an identifier. */
  readonly skipped: number;
  /** Questions that a leave-out list names. */
  readonly leftOut?: number;
  /** Questions that the service rejected. */
  readonly failed?: number;
}

/**
 * Reads the table into the batch: answers are kept, all other questions are replaced by those of the table. The batch
 * is unlocked afterwards. Rejects with the signal's reason, a `CsvError`, or a `StoreError`: IN_USE while a window
 * runs it.
 */
export async function readIntoBatch(
  runs: RunStore,
  id: string,
  given: CsvTable,
  mapping: ColumnMapping,
  signal: AbortSignal,
  onRows: (rows: number) => void,
): Promise<BatchCount> {
  const { store, clock } = runs.deps;
  const before = await runs.summary(id);
  const run = await runs.resume(id);
  try {
    const readAt = clock.now();
    if (before?.stop?.kind === "refused") {
      // The service rejected many rows in a row, so the rows themselves are probably valid: try them again.
      await store.batches.reopenRejected(id);
    }
    const add = (questions: readonly QuestionToAdd[]): Promise<void> =>
      store.batches.addQuestions(id, questions, readAt);
    const known = await existingBatch(runs, id);
    let table = await addRows(add, given, mapping, signal, onRows);
    if (known.questions > 0 && table.hash !== known.tableHash) {
      // Only a changed table leaves open questions that it no longer contains, or contains in another order.
      await store.batches.removeOpen(id);
      table = await addRows(add, given, mapping, signal, onRows);
    }
    await store.batches.rememberTable(id, table.hash, readAt);
    const { rows, skipped } = table;
    const batch = await existingBatch(runs, id);
    const { questions, open, found, noMatch, leftOut, possiblyCharged, notUnderstood, failed } = batch;
    return {
      rows,
      skipped,
      toAsk: open,
      answered: found + noMatch,
      duplicates: Math.max(0, rows - skipped - questions),
      ...(leftOut > 0 && { leftOut }),
      ...(possiblyCharged > 0 && { possiblyCharged }),
      ...(notUnderstood > 0 && { notUnderstood }),
      ...(failed > 0 && { failed }),
    };
  } finally {
    await endRun(runs, run, before?.stop ?? { kind: "cancelled" });
  }
}

/** Larger groups would block this thread while they are sent to the worker. */
const rowsAtOnce = 500;

async function addRows(
  add: (questions: readonly QuestionToAdd[]) => Promise<void>,
  table: CsvTable,
  mapping: ColumnMapping,
  signal: AbortSignal,
  onRows: (rows: number) => void,
): Promise<{ readonly rows: number; readonly skipped: number; readonly hash: string }> {
  let rows = 0;
  let skipped = 0;
  const hash = createHash("sha256");
  const names = columnNames(table);
  let questions: QuestionToAdd[] = [];
  let adding = Promise.resolve();
  /** The worker adds these rows while this thread reads the next ones. */
  const flush = async (): Promise<void> => {
    signal.throwIfAborted();
    onRows(rows);
    await adding;
    adding = add(questions);
    adding.catch(() => undefined); // The next `await` throws it.
    questions = [];
  };
  for await (const batch of table.rows()) {
    for (const { kind, cells } of batch) {
      hash.update(JSON.stringify(cells));
      if (kind !== "data") {
        continue;
      }
      rows += 1;
      const question = questionOfRow(mapping, cells);
      if (question.kind === "skipped") {
        skipped += 1;
      } else if (questions.push({ ...question, cells: namedCells(names, cells) }) === rowsAtOnce) {
        await flush();
      }
    }
  }
  await flush();
  await adding;
  return { rows, skipped, hash: hash.digest("hex") };
}

export interface BatchOptions {
  readonly connection?: RunConnection | undefined;
  /** The user agreed to ask again for rows that may have been charged. */
  readonly again?: boolean | undefined;
  /** The most credits to spend from now on; the limit of the budget applies, too. */
  readonly maxCredits?: number | undefined;
}

/** Questions without a usable answer that may have been charged. */
export const unansweredOf = ({ possiblyCharged = 0, notUnderstood = 0 }: UnansweredRows): number =>
  possiblyCharged + notUnderstood;

/** Nothing is open or possibly charged, and the result is written. */
export const isFinished = (batch: StoredBatch): boolean =>
  batch.finished && batch.open === 0 && unansweredOf(batch) === 0;

/** Questions that need no call any more, as far as we know. */
export const doneOf = (batch: StoredBatch): number => batch.questions - batch.open - unansweredOf(batch);

/**
 * Looks up every open question, in the order of the table. After an abort the lookups in flight finish.
 * Rejects with a `StoreError` when the batch could not be started; nothing was sent then. Every other end is the
 * summary's `stop`.
 */
export async function runBatch(
  execution: Execution,
  id: string,
  { maxCredits, ...change }: BatchOptions,
): Promise<RunSummary> {
  const { questions, readAt } = await existingBatch(execution.runs, id);
  const before = await execution.runs.summary(id);
  const credits =
    maxCredits === undefined || before === undefined
      ? undefined
      : exactCredits(before.credits + before.possibleCredits + maxCredits);
  // The user has seen the rows that were lost before the table was read.
  return resumeRun(execution, id, { ...change, limits: { records: questions, credits }, agreedAt: readAt });
}

export async function existingBatch({ deps: { store, clock } }: RunStore, id: string): Promise<StoredBatch> {
  const batch = await store.batches.get(id, clock.now());
  if (batch === undefined) {
    throw notFound();
  }
  return batch;
}
