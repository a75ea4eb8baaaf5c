// The outcome of a run, in a few words.
import { recordsText } from "../runs/amounts";
import type { RunSummary } from "../runs/run";
import { costText, describeRun, fetchedText } from "../runs/runState";
import type { RunActivity } from "./runActivity";
import { safeText } from "./safeText";

/** "Complete · 9 records · 2.25 credits"; "Limit reached · 100 of 12,480 · 25 credits" */
export function outcomeText(run: RunSummary, now: number, activity?: RunActivity): string {
  const { level, title } = describeRun(run, now);
  const state = level === "running" && activity?.stopping === true ? "stopping…" : title;
  const records =
    run.stop?.kind === "complete" && run.stop.outcomes === undefined ? recordsText(run.records) : fetchedText(run);
  return [safeText(state), records, costText(run)].join(" · ");
}
