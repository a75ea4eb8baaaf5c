// Opens runs: one found by its time or title, the newest of a search, two of them compared.
import { l10n, window, type Uri } from "vscode";
import type { App } from "../../app/app";
import { earlierRuns, inOrder } from "../../app/compareRuns";
import { comparisonRemark } from "../../runs/comparisons";
import type { RunSummary } from "../../runs/run";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import { listedPurposes, pickRun } from "../targets/targetPickers";
import { dayAndTimeText } from "../times";
import { outcomeText } from "../runOutcome";
import { searchNameOf } from "../searchFiles/searchFiles";
import type { Desk } from "../desk";

/** "Find Run…": asks which of all runs to open; the list finds days, titles and searches. */
export async function findRun({ app, openResults }: Desk): Promise<void> {
  const run = await pickRun(await app.runs.list({ purposes: listedPurposes }));
  if (run !== undefined) {
    await openResults(run.header);
  }
}

/** "Open Last Result" of a search. */
export async function openLastResult(search: Uri, { app, openResults }: Desk): Promise<void> {
  const [newest] = await app.runs.list({ source: search.toString(), purposes: ["search"], limit: 1 });
  if (newest === undefined) {
    const name = safeText(searchNameOf(search));
    void window.showInformationMessage(l10n.t("{0} has no runs yet. Run it first.", name));
    return;
  }
  await openResults(newest.header);
}

/** "Compare With…": the two selected runs, or one run and another that the user picks. */
export async function compareRun(args: readonly unknown[], desk: Desk): Promise<void> {
  const [, selected] = args;
  if (Array.isArray(selected) && selected.length === 2) {
    const [one, other] = (await desk.selection(args))?.runs ?? [];
    if (one !== undefined && other !== undefined) {
      await compareTwo(one, other, desk);
      return;
    }
  }
  const run = await desk.targets.run(args);
  const since = run === undefined ? undefined : await pickEarlier(run, desk.app);
  if (run !== undefined && since !== undefined) {
    await desk.openResults(run.header, { since: since.header.id });
  }
}

async function compareTwo(one: RunSummary, other: RunSummary, { app, openResults }: Desk): Promise<void> {
  try {
    const { later, earlier } = await inOrder(app.runs, one, other);
    await openResults(later.header, { since: earlier.header.id });
  } catch (error) {
    void window.showInformationMessage(errorText(error));
  }
}

async function pickEarlier(run: RunSummary, app: App): Promise<RunSummary | undefined> {
  const now = app.clock.now();
  const choices = (await earlierRuns(app.runs, run)).map((earlier) => {
    const remark = comparisonRemark(run, earlier);
    return {
      label: dayAndTimeText(earlier.header.startedAt, now),
      description: outcomeText(earlier, now),
      ...(remark !== undefined && { detail: remark }),
      earlier,
    };
  });
  if (choices.length === 0) {
    void window.showInformationMessage(l10n.t("There is no other run of this search to compare with."));
    return undefined;
  }
  const title = l10n.t("Compare the run of {0} with", dayAndTimeText(run.header.startedAt, now));
  return (await window.showQuickPick(choices, { title, matchOnDescription: true }))?.earlier;
}
