// The look-ups made last, read from the runs that are kept, so that deleting the runs leaves no trace of them.
import { findPaidLookup, normaliseIdentifiers, paidLookups } from "../runs/lookupCache";
import { isLookup, type RunSummary } from "../runs/run";
import { operations, type LookupKind } from "../service/operations";
import type { LookupIdentifiers } from "./lookupLine";
import { keptAmongLookups, normalisedKey, type BatchAnswer } from "./batchState";
import { answerFrom, answerOf, lookupTask, type LookupAnswer } from "./lookUpOnce";

export interface RecentLookup {
  readonly kind: LookupKind;
  readonly identifiers: LookupIdentifiers;
  /** What was looked up, in words. */
  readonly words: string;
  readonly answer: Exclude<LookupAnswer, { readonly kind: "stopped" }>;
}

export const mostRecentLookups = 10;

/** The last answered look-ups of a service, newest first, each identifier once. */
export function recentLookups(newestFirst: readonly RunSummary[], origin: string, kind?: LookupKind): readonly RecentLookup[] {
  const seen = new Set<string>();
  const recent: RecentLookup[] = [];
  for (const summary of newestFirst) {
    const { task, connection, title } = summary.header;
    const answer = answerOf(summary);
    if (!isLookup(task) || connection.origin !== origin || answer === undefined) {
      continue;
    }
    const found = operations[task.kind].recordKind;
    const key = `${found} ${normaliseIdentifiers(task.identifiers)}`;
    if (!seen.has(key) && (kind === undefined || kind === found)) {
      seen.add(key);
      recent.push({ kind: found, identifiers: task.identifiers, words: title, answer });
      if (recent.length === mostRecentLookups) {
        break;
      }
    }
  }
  return recent;
}

/** The newest answer that was paid for to the same question at the same service. */
export function paidAnswer(summaries: readonly RunSummary[], kind: LookupKind, identifiers: LookupIdentifiers, origin: string): RecentLookup["answer"] | undefined {
  const paid = findPaidLookup(summaries, lookupTask(kind, identifiers), origin);
  return paid && answerFrom(paid);
}

/** All single look-ups of a service that were paid for, by the keys of their questions. */
export function paidAnswers(summaries: readonly RunSummary[], origin: string, kind: LookupKind): ReadonlyMap<string, BatchAnswer> {
  const answers = [...paidLookups(summaries, lookupTask(kind, {}).kind, origin)];
  return new Map(
    answers.map(([question, paid]): [string, BatchAnswer] => {
      const { kind: found, runId, credits } = answerFrom(paid);
      return [normalisedKey(kind, question), { kind: found, run: runId, kept: keptAmongLookups, credits }];
    }),
  );
}
