// The one way to continue a stopped run: it acts by what the run is.
import type { BatchResultCounts } from "../../lookups/batchResult";
import { ToolRefusal, type AgentDesk } from "../agentDesk";
import type { ToolCall } from "../tool";
import { resumeTable } from "./lookUpTable";
import { whyNotResumable } from "./resumable";
import { existingRun, resumeSearch, type ResumeOutcome, type ResumeRequest } from "./searchRuns";

export interface Resumed extends ResumeOutcome {
  /** Of a table of lookups: its rows, each counted as what it is. */
  readonly rows?: BatchResultCounts | undefined;
}

/** Continues a search or a table of lookups. Rejects with a `ToolRefusal`; then nothing was sent. */
export async function resume(desk: AgentDesk, request: ResumeRequest, call: ToolCall): Promise<Resumed> {
  const found = await existingRun(desk, request.run);
  const problem = whyNotResumable(found);
  if (problem !== undefined) {
    throw new ToolRefusal(problem);
  }
  if (found.header.purpose !== "batch") {
    return resumeSearch(desk, { ...request, run: found.header.id }, call);
  }
  const { summary, counts } = await resumeTable(desk, found, request, call);
  return { summary, changes: [], rows: counts };
}
