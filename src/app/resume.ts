// The one way to continue a stopped run: it acts by what the run is.
import { Refusal, type App } from "./app";
import type { Call } from "./call";
import { resumeTable } from "./lookUpTable";
import { whyNotResumable } from "./resumable";
import { existingRun, resumeSearch, type ResumeOutcome, type ResumeRequest } from "./searchRuns";

/** Continues a search or a table of lookups. Rejects with a `Refusal`; then nothing was sent. */
export async function resume(desk: App, request: ResumeRequest, call: Call): Promise<ResumeOutcome> {
  const found = await existingRun(desk, request.run);
  const problem = whyNotResumable(found);
  if (problem !== undefined) {
    throw new Refusal(problem);
  }
  if (found.header.purpose !== "batch") {
    return resumeSearch(desk, { ...request, run: found.header.id }, call);
  }
  return { summary: await resumeTable(desk, found, request, call), changes: [] };
}
