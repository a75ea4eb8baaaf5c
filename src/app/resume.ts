// The one way to continue a stopped run: it acts by what the run is.
import type { BatchResultCounts } from "../lookups/batchResult";
import { Refusal, type App } from "./app";
import type { Call } from "./call";
import { resumeTable } from "./lookUpTable";
import { whyNotResumable } from "./resumable";
import { existingRun, resumeSearch, type ResumeOutcome, type ResumeRequest } from "./searchRuns";

export interface Resumed extends ResumeOutcome {
  /** Of a table of lookups: its rows, each counted as what it is. */
  readonly rows?: BatchResultCounts | undefined;
}

/** Continues a search or a table of lookups. Rejects with a `Refusal`; then nothing was sent. */
export async function resume(desk: App, request: ResumeRequest, call: Call): Promise<Resumed> {
  const found = await existingRun(desk, request.run);
  const problem = whyNotResumable(found);
  if (problem !== undefined) {
    throw new Refusal(problem);
  }
  if (found.header.purpose !== "batch") {
    return resumeSearch(desk, { ...request, run: found.header.id }, call);
  }
  const { summary, counts } = await resumeTable(desk, found, request, call);
  return { summary, changes: [], rows: counts };
}
