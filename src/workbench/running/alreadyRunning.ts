// Starts a search once: a run of the same search in progress anywhere is shown, and run beside only by an explicit
// button.
import { l10n, window } from "vscode";
import { runningQuestion } from "../../app/askBeforeRun";
import type { RunSummary } from "../../runs/run";
import { isAlreadyRunning, sameSearch, type WantedSearch } from "../../runs/sameSearch";
import type { RunStore } from "../../runs/runStore";
import type { Clock } from "../../service/wire";
import type { OpenResults } from "../resultsEditor/openResults";
import { safeText } from "../safeText";
import { askInWindow } from "./askInWindow";
import type { LiveRuns } from "./liveRuns";

export interface AlreadyRunningDeps {
  readonly runs: RunStore;
  readonly openResults: OpenResults;
  readonly live: Pick<LiveRuns, "activity">;
  readonly clock: Pick<Clock, "now">;
}

/** Whether to run although this run of the same search is in progress. Shows where it is, and opens its results. */
export async function wantsToRunBeside(
  { openResults, live, clock }: Omit<AlreadyRunningDeps, "runs">,
  run: RunSummary,
): Promise<boolean> {
  if (live.activity(run.header.id) !== undefined) {
    void window.showInformationMessage(alreadyRunningText(run.header.title));
    return false;
  }
  const answer = await askInWindow(runningQuestion(run, 0, clock.now()));
  if (answer === "open") {
    await openResults(run.header);
  }
  return answer === "anyway";
}

export const inProgressText = (): string => l10n.t("This run is in progress, here or in another window.");

export const alreadyRunningText = (title: string): string =>
  l10n.t("{0} is already running. Its progress is in its results.", safeText(title));

/**
 * Starts a run, unless the same search was started elsewhere since the questions about this one were asked: then the
 * user decides again.
 */
export async function startOnce(
  deps: AlreadyRunningDeps,
  { wanted, evenIfRunning }: { readonly wanted: WantedSearch; readonly evenIfRunning: boolean },
  start: (evenIfRunning: boolean) => Promise<RunSummary | undefined>,
): Promise<RunSummary | undefined> {
  try {
    return await start(evenIfRunning);
  } catch (error) {
    if (!isAlreadyRunning(error)) {
      throw error;
    }
  }
  const { inProgress } = await sameSearch(deps.runs, wanted);
  const goesOn = inProgress === undefined || (await wantsToRunBeside(deps, inProgress));
  return goesOn ? start(inProgress !== undefined) : undefined;
}
