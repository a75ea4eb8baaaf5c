// What matches a run's search and was not fetched yet, and about what it would cost.
import { stopSentence } from "./stopSentences";
import { distinctRecords, type RunSummary } from "./run";

export interface RestOfRun {
  /** Records that match. */
  readonly total: number;
  /** Credits for those that are not here; absent while no price is known. */
  readonly creditsAbout?: number | undefined;
}

/** Records that match and are not here; 0 when that is not known. */
export function leftToFetch(summary: RunSummary): number {
  return Math.max(0, (summary.lastTotal ?? 0) - distinctRecords(summary));
}

/** Absent when all is here, when nobody knows how much matches, or when there is no way to go on. */
export function restOfRun(summary: RunSummary): RestOfRun | undefined {
  const { lastTotal, returned, credits, stop } = summary;
  const left = leftToFetch(summary);
  if (
    left === 0 ||
    lastTotal === undefined ||
    stop === undefined ||
    stopSentence(summary, { now: 0 }).actions.length === 0
  ) {
    return undefined;
  }
  return { total: lastTotal, creditsAbout: returned > 0 && credits > 0 ? (credits / returned) * left : undefined };
}
