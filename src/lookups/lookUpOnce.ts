// One paid look-up: a run of one request, and its answer as found, no match, or the reason it did not come to one.
import { startRun, type RunParts } from "../runs/engine";
import { paidLookupOf, type PaidLookup } from "../runs/lookupCache";
import type { LookupTask, RunConnection, RunProgress, RunSummary } from "../runs/run";
import { lookupOperation, type LookupKind } from "../service/operations";
import type { LookupIdentifiers } from "./lookupLine";

export type LookupAnswer =
  /** `credits` is what the call consumed. */
  | { readonly kind: "found"; readonly runId: string; readonly credits: number; /** ms since 1970 */ readonly answeredAt: number }
  | { readonly kind: "noMatch"; readonly runId: string; readonly credits: number; readonly answeredAt: number }
  /** No answer came; `summary.stop` says why. */
  | { readonly kind: "stopped"; readonly summary: RunSummary };

export interface LookupOrder {
  readonly kind: LookupKind;
  readonly identifiers: LookupIdentifiers;
  /** What is looked up, in words. */
  readonly words: string;
  readonly connection: RunConnection;
  /** The balance as last read. */
  readonly balance?: number | undefined;
}

export const lookupTask = (kind: LookupKind, identifiers: LookupIdentifiers): LookupTask => ({ kind: lookupOperation(kind), identifiers });

/** Asks the service once. Rejects with a `StorageFailure` when no journal could be begun; then nothing was sent. */
export async function lookUpOnce(parts: RunParts, order: LookupOrder, signal: AbortSignal, onProgress: (progress: RunProgress) => void): Promise<LookupAnswer> {
  const { kind, identifiers, words, connection, balance } = order;
  const task = lookupTask(kind, identifiers);
  const summary = await startRun(parts, { title: words, task, connection, limits: { records: 1 }, balance }, signal, onProgress);
  return answerOf(summary) ?? { kind: "stopped", summary };
}

/** The answer a look-up's run holds; `undefined` when it has none. */
export function answerOf(summary: RunSummary): Exclude<LookupAnswer, { readonly kind: "stopped" }> | undefined {
  const paid = paidLookupOf(summary);
  return paid && answerFrom(paid);
}

/** An answer that was paid for, as what it says. */
export function answerFrom({ runId, answeredAt, records, credits }: PaidLookup): Exclude<LookupAnswer, { readonly kind: "stopped" }> {
  return { kind: records > 0 ? "found" : "noMatch", runId, credits, answeredAt };
}
