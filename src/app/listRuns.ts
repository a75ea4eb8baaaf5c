// The latest runs: searches, counts, lookups, tables of lookups, and enrichments.
import type { RunHeader, RunSummary } from "../runs/run";
import type { App } from "./app";
import { runFacts, type RunFacts } from "./runFacts";

export interface ListedRun extends RunFacts {
  readonly purpose: RunHeader["purpose"];
  /** An ISO date. */
  readonly startedAt: string;
}

export interface RunsWanted {
  readonly limit: number;
  /** URI of a saved search whose runs are wanted. */
  readonly source?: string | undefined;
}

/** Newest first. */
export async function listRuns({ runs, clock }: App, wanted: RunsWanted): Promise<readonly ListedRun[]> {
  const now = clock.now();
  return (await runs.list(wanted)).map((summary: RunSummary) => ({
    ...runFacts(summary, now),
    purpose: summary.header.purpose,
    startedAt: new Date(summary.header.startedAt).toISOString(),
  }));
}
