// A batch of lookups: each question of a table is looked up once, and its answer is saved before the next one.
import { BalanceWatch } from "../runs/balance";
import type { Budget } from "../runs/budget";
import type { ActiveRun } from "../runs/activeRun";
import { abortReason, callLookup, endRun } from "../runs/engine";
import { recordKindOf, type RunConnection, type RunProgress, type RunSummary, type StopReason } from "../runs/run";
import type { RunStore, UnsavedStop } from "../runs/runStore";
import { stopReasonOf } from "../runs/stopReasons";
import type { ServiceClient } from "../service/serviceClient";
import type { BatchQuestion, QuestionToAdd, StoredBatch } from "../store/batches";
import { notFound } from "../store/storeError";
import { questionOfRow, type ColumnMapping } from "./batchMapping";
import type { CsvTable } from "../csv/table";
import { lookupTask } from "./lookUpOnce";

export interface BatchDefinition {
  /** For display: the name of the file. */
  readonly title: string;
  /** URI of the table, as text; empty when it is not a file. */
  readonly source: string;
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
  { title, source, mapping, columns, connection, input }: BatchDefinition,
): Promise<StoredBatch> {
  const task = lookupTask(mapping.kind, {});
  const run = runs.newRun({
    purpose: "batch",
    title,
    task,
    recordKind: recordKindOf(task),
    connection,
    limits: { records: 0 },
  });
  const batch = await runs.deps.store.batches.create({ run, source, mapping, columns, input });
  runs.notify({ id: run.id, kind: "created" });
  return batch;
}

/** The work of a batch, counted before anything is paid for. */
export interface BatchCount {
  /** Rows with data. */
  readonly rows: number;
  /** Questions that have to be paid for. */
  readonly toAsk: number;
  /** Questions that already have an answer. */
  readonly answered: number;
  /** Rows with the same question as an earlier row. */
  readonly duplicates: number;
  /** Rows without an identifier. */
  readonly skipped: number;
}

/**
 * Reads the table into the batch: answers are kept, all other questions are replaced by those of the table. The batch
 * is unlocked afterwards. Rejects with the signal's reason, a `CsvError`, or a `StoreError`: IN_USE while a window
 * runs it.
 */
export async function readIntoBatch(
  runs: RunStore,
  id: string,
  table: CsvTable,
  mapping: ColumnMapping,
  signal: AbortSignal,
  onRows: (rows: number) => void,
): Promise<BatchCount> {
  const { store, clock } = runs.deps;
  const before = await runs.summary(id);
  const run = await runs.resume(id);
  try {
    await store.batches.removeOpen(id);
    if (before?.stop?.kind === "refused") {
      // The service rejected many rows in a row, so the rows themselves are probably valid: try them again.
      await store.batches.reopenFailed(id);
    }
    const { rows, skipped } = await addRows(
      (questions) => store.batches.addQuestions(id, questions, clock.now()),
      table,
      mapping,
      signal,
      onRows,
    );
    const { questions, open } = await existingBatch(runs, id);
    return {
      rows,
      skipped,
      toAsk: open,
      answered: questions - open,
      duplicates: Math.max(0, rows - skipped - questions),
    };
  } finally {
    await endRun(runs, run, { reason: before?.stop ?? { kind: "cancelled" } });
  }
}

/** Larger groups would block this thread while they are sent to the worker. */
const rowsAtOnce = 500;

/** Reads the next rows while the previous ones are stored. */
async function addRows(
  add: (questions: readonly QuestionToAdd[]) => Promise<number>,
  table: CsvTable,
  mapping: ColumnMapping,
  signal: AbortSignal,
  onRows: (rows: number) => void,
): Promise<{ readonly rows: number; readonly skipped: number }> {
  let [rows, skipped] = [0, 0];
  let questions: QuestionToAdd[] = [];
  let adding: Promise<number> = Promise.resolve(0);
  const flush = async (): Promise<void> => {
    const added = questions;
    questions = [];
    await adding;
    signal.throwIfAborted();
    adding = add(added);
    // Awaited with the next rows; not awaited when reading them fails.
    adding.catch(() => undefined);
    onRows(rows);
  };
  for await (const batch of table.rows()) {
    for (const { kind, cells } of batch) {
      if (kind !== "data") {
        continue;
      }
      rows += 1;
      const question = questionOfRow(mapping, cells);
      if (question.kind === "skipped") {
        skipped += 1;
      } else if (questions.push(question) === rowsAtOnce) {
        await flush();
      }
    }
  }
  await flush();
  await adding;
  return { rows, skipped };
}

export interface BatchRunDeps {
  readonly runs: RunStore;
  readonly client: ServiceClient;
  readonly budget: Budget;
  /** The balance as last read. */
  readonly balance?: number | undefined;
  /** Called at the start and after each answered or failed question. */
  readonly onAnswered: (answered: number, questions: number) => void;
  readonly onProgress: (progress: RunProgress) => void;
}

/** When this many lookups in a row are rejected, the problem is not a single row, so the batch stops. */
const maxRefusals = 10;
const questionsAtOnce = 500;

/**
 * Looks up every question without an answer, in the order of the table. After an abort the lookup in flight finishes.
 * Rejects with a `StoreError` when the batch could not be started, and nothing was sent; every other end is the
 * summary's `stop`.
 */
export async function runBatch(deps: BatchRunDeps, id: string, signal: AbortSignal): Promise<RunSummary> {
  const { runs } = deps;
  const batch = await existingBatch(runs, id);
  const run = await runs.resume(id, { limits: { records: batch.questions } });
  let end: UnsavedStop;
  try {
    end = await lookUpAll(deps, run, batch, signal);
  } catch (error) {
    end = { reason: stopReasonOf(error, { sent: false, stored: false }) };
  }
  return endRun(runs, run, end);
}

async function lookUpAll(
  { runs, client, budget, balance, onAnswered, onProgress }: BatchRunDeps,
  run: ActiveRun,
  batch: StoredBatch,
  signal: AbortSignal,
): Promise<UnsavedStop> {
  const { store, clock } = runs.deps;
  const { kind } = mappingOf(batch);
  const { origin } = run.header.connection;
  const watch = new BalanceWatch(client, clock, balance);
  let answered = batch.questions - batch.open;
  let refusals = 0;
  onAnswered(answered, batch.questions);
  for await (const { key, identifiers } of openQuestions(runs, run.id)) {
    if (signal.aborted) {
      return { reason: { kind: abortReason(signal) } };
    }
    run.checkOwner();
    // Another window may have paid for the answer since the table was read.
    const known = await store.lookups.findAnswer({ kind, origin, identifiers });
    if (known !== undefined) {
      await store.batches.settle(key, {
        state: known.kind,
        record: known.kind === "found" ? known.key : undefined,
        at: clock.now(),
      });
    } else {
      const task = lookupTask(kind, identifiers);
      const result = await callLookup(
        { run, task, store: (page) => store.batches.answer(key, page), client, budget, balance: watch, clock },
        signal,
        onProgress,
      );
      refusals = result.kind === "stopped" ? refusals + 1 : 0;
      if (result.kind === "stopped") {
        const why = rejectionOf(result.reason);
        if (why === undefined || refusals === maxRefusals) {
          return result;
        }
        await store.batches.settle(key, { state: "failed", why, at: clock.now() });
      }
    }
    answered += 1;
    onAnswered(answered, batch.questions);
  }
  return { reason: { kind: "complete" } };
}

const rejectionOf = (reason: StopReason): string | undefined =>
  reason.kind === "refused" ? reason.message : undefined;

async function* openQuestions(runs: RunStore, id: string): AsyncGenerator<BatchQuestion> {
  let after: number | undefined;
  do {
    const open = await runs.deps.store.batches.openQuestions(id, questionsAtOnce, after);
    yield* open;
    after = open.at(-1)?.key;
  } while (after !== undefined);
}

async function existingBatch({ deps: { store, clock } }: RunStore, id: string): Promise<StoredBatch> {
  const batch = await store.batches.get(id, clock.now());
  if (batch === undefined) {
    throw notFound();
  }
  return batch;
}
