// A batch of look-ups: the questions of a table become rows, each is asked once, its answer is kept before the next is asked.
import { BalanceWatch } from "../runs/balance";
import type { Budget } from "../runs/budget";
import type { ActiveRun } from "../runs/activeRun";
import { abortReason, askOnce, endRun } from "../runs/engine";
import { recordKindOf, type RunConnection, type RunProgress, type RunSummary, type StopReason } from "../runs/run";
import type { RunStore, UnsavedEnd } from "../runs/runStore";
import { stopReasonOf } from "../runs/stopReasons";
import type { ServiceClient } from "../service/serviceClient";
import type { BatchQuestion, QuestionToAdd, StoredBatch } from "../store/batches";
import { notFound } from "../store/storeError";
import { questionOfRow, type ColumnMapping } from "./batchMapping";
import type { CsvTable } from "../csv/table";
import { lookupTask } from "./lookUpOnce";

export interface NewBatch {
  /** What is looked up, for people to read: the name of the file. */
  readonly title: string;
  /** URI of the table, as text; empty when it is no file. */
  readonly source: string;
  readonly mapping: ColumnMapping;
  /** Ids of the columns to append. */
  readonly columns: readonly string[];
  readonly connection: RunConnection;
  /** The table itself, when it is in no file. */
  readonly input?: Uint8Array | undefined;
}

/** The mapping is stored as it was chosen. */
export const mappingOf = ({ mapping }: StoredBatch): ColumnMapping => mapping as ColumnMapping;

/** A batch without questions. Rejects with a `StoreError`. */
export async function createBatch(
  runs: RunStore,
  { title, source, mapping, columns, connection, input }: NewBatch,
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

/** What a batch would do, counted before it asks anything. */
export interface BatchCount {
  /** Rows with data. */
  readonly rows: number;
  /** Questions that must be paid for. */
  readonly toAsk: number;
  /** Questions that have an answer already. */
  readonly answered: number;
  /** Rows that ask what a row before them asks. */
  readonly duplicates: number;
  /** Rows without an identifier. */
  readonly skipped: number;
}

/**
 * Reads the table into the batch: what has an answer keeps it, everything else is what the table asks now. The batch is
 * free again afterwards. Rejects with the signal's reason, a `CsvError`, or a `StoreError`: IN_USE while some window
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
      // So many refusals in a row were no matter of single rows.
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

/** More would hold this thread while they are handed to the worker. */
const rowsAtOnce = 500;

/** While some rows are stored, the next are read. */
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
    // Awaited with the next rows, or not at all when reading them fails.
    adding.catch(() => undefined);
    onRows(rows);
  };
  for await (const part of table.rows()) {
    for (const { kind, cells } of part) {
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

export interface BatchDeps {
  readonly runs: RunStore;
  readonly client: ServiceClient;
  readonly budget: Budget;
  /** The balance as last read. */
  readonly balance?: number | undefined;
  /** Called at the start and after each question that is settled. */
  readonly onAnswered: (answered: number, questions: number) => void;
  readonly onProgress: (progress: RunProgress) => void;
}

/** So many refusals one after the other are no matter of single rows. */
const mostRefusals = 10;
const questionsAtOnce = 500;

/**
 * Asks what has no answer yet, in the order of the table. An abort lets the question in flight finish. Rejects with a
 * `StoreError` when the batch cannot be taken up, and then nothing was sent; every other end is the summary's `stop`.
 */
export async function runBatch(deps: BatchDeps, id: string, signal: AbortSignal): Promise<RunSummary> {
  const { runs } = deps;
  const batch = await existingBatch(runs, id);
  const run = await runs.resume(id, { limits: { records: batch.questions } });
  let end: UnsavedEnd;
  try {
    end = await askAll(deps, run, batch, signal);
  } catch (error) {
    end = { reason: stopReasonOf(error, { sent: false, kept: false }) };
  }
  return endRun(runs, run, end);
}

async function askAll(
  { runs, client, budget, balance, onAnswered, onProgress }: BatchDeps,
  run: ActiveRun,
  batch: StoredBatch,
  signal: AbortSignal,
): Promise<UnsavedEnd> {
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
    // Another window may have paid for it since the table was read.
    const known = await store.lookups.findAnswer({ kind, origin, identifiers });
    if (known !== undefined) {
      await store.batches.settle(key, {
        state: known.kind,
        record: known.kind === "found" ? known.key : undefined,
        at: clock.now(),
      });
    } else {
      const task = lookupTask(kind, identifiers);
      const asked = await askOnce(
        { run, task, store: (page) => store.batches.answer(key, page), client, budget, balance: watch, clock },
        signal,
        onProgress,
      );
      refusals = asked.kind === "stopped" ? refusals + 1 : 0;
      if (asked.kind === "stopped") {
        const why = refusedBecause(asked.reason);
        if (why === undefined || refusals === mostRefusals) {
          return asked;
        }
        await store.batches.settle(key, { state: "failed", why, at: clock.now() });
      }
    }
    answered += 1;
    onAnswered(answered, batch.questions);
  }
  return { reason: { kind: "complete" } };
}

const refusedBecause = (reason: StopReason): string | undefined =>
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
