// The records that match a run's search and are not fetched yet, and their approximate cost.
import { describeRun } from "./runState";
import { distinctRecords, type RunSummary } from "./run";

export interface RestOfRun {
  /** Records that match. */
  readonly total: number;
  /** Credits for those that are not fetched yet; absent while no price is known. */
  readonly creditsAbout?: number | undefined;
}

/** Matching records that are not fetched yet; 0 when the total is unknown. */
export function leftToFetch(summary: RunSummary): number {
  return Math.max(0, (summary.lastTotal ?? 0) - distinctRecords(summary));
}

/** Absent when everything is fetched, the total is unknown, or the run cannot continue. */
export function restOfRun(summary: RunSummary): RestOfRun | undefined {
  const { lastTotal, returned, credits, stop } = summary;
  const left = leftToFetch(summary);
  if (
    left === 0 ||
    lastTotal === undefined ||
    stop === undefined ||
    describeRun(summary, { now: 0 }).actions.length === 0
  ) {
    return undefined;
  }
  return { total: lastTotal, creditsAbout: returned > 0 && credits > 0 ? (credits / returned) * left : undefined };
}
