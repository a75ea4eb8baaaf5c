// Continues a stopped run of any kind.
import type { RunSummary } from "../runs/run";
import { Refusal, type App, type Call } from "./app";
import { resumeTable } from "./lookUpTable";
import { whyNotResumable } from "./runFacts";
import { existingRun, resumeSearch, type ResumeRequest } from "./searchRuns";

/** Accepts the fetched records as complete, after the service ended the run early. Sends nothing. */
export async function acceptEnd(app: App, run: string): Promise<RunSummary> {
  const { header } = await existingRun(app, run, ["search"]);
  const accepted = await app.runs.acceptEnd(header.id);
  if (accepted === undefined) {
    throw new Refusal(`Run ${header.id} did not end early, so there is nothing to accept.`);
  }
  return accepted;
}

/** Continues a search or a table of lookups. Rejects with a `Refusal`; nothing was sent then. */
export async function resume(app: App, request: ResumeRequest, call: Call): Promise<RunSummary> {
  const found = await existingRun(app, request.run);
  const { purpose, id } = found.header;
  const isAgain = request.rejectedToo === true;
  if (isAgain && purpose !== "batch") {
    throw new Refusal(`Run ${id} is no table of lookups: it has no rows to look up again.`);
  }
  // A table with an answer to every row may have rejected ones.
  const problem = isAgain && found.stop !== undefined ? undefined : whyNotResumable(found);
  if (problem !== undefined) {
    throw new Refusal(problem, found.stop === undefined ? "running" : "input");
  }
  if (purpose !== "batch") {
    return resumeSearch(app, { ...request, run: id }, call);
  }
  return resumeTable(app, found, request, call);
}
