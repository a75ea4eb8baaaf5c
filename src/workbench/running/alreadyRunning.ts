// Starts a search once: a run of the same search in progress anywhere is shown, and run beside only by an explicit
// button.
import { l10n, window } from "vscode";
import { agoText, recordsOfText, recordsText } from "../../runs/amounts";
import type { RunSummary } from "../../runs/run";
import { isAlreadyRunning, sameSearch, type WantedSearch } from "../../runs/sameSearch";
import type { RunStore } from "../../runs/runStore";
import { openResultsText } from "../buttonTexts";
import { inOneDialog } from "../dialogSteps";
import type { Clock } from "../../service/wire";
import type { OpenResults } from "../resultsEditor/openResults";
import { safeText } from "../safeText";
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
  { header, records, lastTotal }: RunSummary,
): Promise<boolean> {
  const title = safeText(header.title);
  if (live.activity(header.id) !== undefined) {
    void window.showInformationMessage(alreadyRunningText(header.title));
    return false;
  }
  const age = clock.now() - header.startedAt;
  const isCount = header.purpose === "count";
  const open = openResultsText();
  const anyway = isCount ? l10n.t("Count Anyway") : l10n.t("Run Anyway");
  const soFar = lastTotal === undefined ? recordsText(records) : recordsOfText(records, lastTotal);
  const detail = [
    l10n.t("Started {0} in another window, by an agent, or by a script: {1} so far.", agoText(age), soFar),
    isCount
      ? l10n.t("Counting at the same time pays for the same record twice.")
      : l10n.t("Running it at the same time pays for the same records twice."),
  ].join("\n");
  const question = l10n.t("{0} is already in progress with the same filters.", title);
  const buttons = isCount ? [anyway] : [open, anyway];
  const picked = await inOneDialog(async () =>
    window.showWarningMessage(question, { modal: true, detail }, ...buttons),
  );
  if (picked === open) {
    await openResults(header);
  }
  return picked === anyway;
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
