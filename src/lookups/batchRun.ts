// Looks up every row of a table: each question once, each answer kept before the next question, stopped and resumed at will.
import type { RunSummary } from "../runs/run";
import { questionOfRow, type ColumnMapping } from "./batchMapping";
import { questionKey, type BatchAnswer, type BatchState } from "./batchState";
import type { CsvTable } from "./csvTable";
import type { LookupIdentifiers } from "./lookupLine";
import type { LookupAnswer } from "./lookUpOnce";
import { createQuestionSet } from "./questionSet";

/** What a batch would do, counted before it does anything. */
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

/** Reads the whole table once. `isAnswered` tells whether a question has an answer that costs nothing more. */
export async function countBatch(table: CsvTable, mapping: ColumnMapping, isAnswered: (key: string) => boolean, signal?: AbortSignal): Promise<BatchCount> {
  const seen = createQuestionSet();
  let [rows, toAsk, answered, duplicates, skipped] = [0, 0, 0, 0, 0];
  for await (const batch of table.rows()) {
    signal?.throwIfAborted();
    for (const row of batch) {
      if (row.kind !== "data") {
        continue;
      }
      rows += 1;
      const question = questionOfRow(mapping, row.cells);
      if (question.kind === "skipped") {
        skipped += 1;
        continue;
      }
      const key = questionKey(mapping.kind, question.identifiers);
      if (!seen.add(key)) {
        duplicates += 1;
      } else if (isAnswered(key)) {
        answered += 1;
      } else {
        toAsk += 1;
      }
    }
  }
  return { rows, toAsk, answered, duplicates, skipped };
}

export interface BatchParts {
  readonly table: CsvTable;
  readonly mapping: ColumnMapping;
  readonly state: BatchState;
  /** The batch's id, for its own answers. */
  readonly batchId: string;
  /** An answer that was paid for before this batch. */
  readonly paidBefore: (key: string) => BatchAnswer | undefined;
  /** Asks the service; resolves also when no answer came. */
  readonly ask: (identifiers: LookupIdentifiers, words: string, signal: AbortSignal) => Promise<LookupAnswer>;
  readonly onProgress: (answered: number) => void;
}

export type BatchEnd =
  | { readonly kind: "complete" }
  | { readonly kind: "cancelled" }
  /** The service or the disk stopped it; the summary's `stop` says why. Resume asks on from there. */
  | { readonly kind: "stopped"; readonly summary: RunSummary };

/** So many refusals one after the other are no matter of single rows. */
const mostRefusals = 10;

/**
 * Asks what has no answer yet, row after row. An abort lets the question in flight finish. Rejects with a
 * `StorageFailure` when an answer cannot be kept; its look-up's run holds it all the same.
 */
export async function runBatch(parts: BatchParts, signal: AbortSignal): Promise<BatchEnd> {
  const { table, mapping, state, batchId, paidBefore, ask, onProgress } = parts;
  let refusals = 0;
  for await (const batch of table.rows()) {
    for (const row of batch) {
      const question = row.kind === "data" ? questionOfRow(mapping, row.cells) : undefined;
      if (question === undefined || question.kind === "skipped") {
        continue;
      }
      const key = questionKey(mapping.kind, question.identifiers);
      if (state.answer(key) !== undefined) {
        continue;
      }
      const before = paidBefore(key);
      if (before !== undefined) {
        await state.append(key, before);
        onProgress(state.answered);
        continue;
      }
      if (signal.aborted) {
        return { kind: "cancelled" };
      }
      const answer = await ask(question.identifiers, question.words, signal);
      if (answer.kind !== "stopped") {
        refusals = 0;
        await state.append(key, { kind: answer.kind, run: answer.runId, kept: batchId, credits: answer.credits });
      } else if (answer.summary.stop?.kind === "refused" && refusals + 1 < mostRefusals) {
        refusals += 1;
        await state.append(key, { kind: "failed", why: answer.summary.stop.message });
      } else {
        return answer.summary.stop?.kind === "cancelled" ? { kind: "cancelled" } : answer;
      }
      onProgress(state.answered);
    }
  }
  return { kind: "complete" };
}
