// A batch of lookups: a table read into questions, each of which is looked up once.
import { createHash } from "node:crypto";
import { endRun } from "../runs/engine";
import { recordKindOf, type RunConnection, type RunSummary } from "../runs/run";
import type { RunStore } from "../runs/runStore";
import type { BatchQuestion, QuestionToAdd, StoredBatch } from "../store/batches";
import { notFound } from "../store/storeError";
import { BatchLookups, type BatchLookupsDeps } from "./batchLookups";
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
  /** Questions that a leave-out list names. */
  readonly leftOut?: number;
  /** The table is not the one that was read last. */
  readonly isChanged?: boolean;
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
    // No window runs the batch, so these replies are lost.
    await store.batches.closeSent(id, "possibly charged: the window closed before the reply arrived", clock.now());
    if (before?.stop?.kind === "refused") {
      // The service rejected many rows in a row, so the rows themselves are probably valid: try them again.
      await store.batches.reopenFailed(id);
    }
    const { rows, skipped, hash } = await addRows(
      (questions) => store.batches.addQuestions(id, questions, clock.now()),
      table,
      mapping,
      signal,
      onRows,
    );
    const { questions, open, leftOut } = await existingBatch(runs, id);
    const hashBefore = await store.batches.rememberTable(id, hash);
    return {
      rows,
      skipped,
      toAsk: open,
      answered: questions - open - leftOut,
      duplicates: Math.max(0, rows - skipped - questions),
      ...(leftOut > 0 && { leftOut }),
      ...(hashBefore !== undefined && hashBefore !== hash && { isChanged: true }),
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
): Promise<{ readonly rows: number; readonly skipped: number; readonly hash: string }> {
  let [rows, skipped] = [0, 0];
  const hash = createHash("sha256");
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
    for (const { kind, cells, bytes, lineEnd } of batch) {
      hash.update(bytes).update(lineEnd);
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
  return { rows, skipped, hash: hash.digest("hex") };
}

export interface BatchRunDeps extends BatchLookupsDeps {
  /** Called at the start and after each answered or failed question. */
  readonly onAnswered: (answered: number, questions: number) => void;
}

const questionsAtOnce = 500;

/**
 * Looks up every question without an answer, in the order of the table. After an abort the lookups in flight finish.
 * Rejects with a `StoreError` when the batch could not be started, and nothing was sent; every other end is the
 * summary's `stop`.
 */
export async function runBatch(deps: BatchRunDeps, id: string, signal: AbortSignal): Promise<RunSummary> {
  const { runs, onAnswered } = deps;
  const batch = await existingBatch(runs, id);
  const run = await runs.resume(id, { limits: { records: batch.questions } });
  let answered = batch.questions - batch.open;
  onAnswered(answered, batch.questions);
  const lookups = new BatchLookups(deps, run, mappingOf(batch).kind, () => onAnswered(++answered, batch.questions));
  return endRun(runs, run, await lookups.lookUp(openQuestions(runs, id), signal));
}

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
