// Fetches the rest of a run before everything is exported, after asking about its cost.
import { l10n, window } from "vscode";
import type { App } from "../../app/app";
import { amountText, countText } from "../../language/language";
import { recordsOfText } from "../../runs/amounts";
import { leftToFetch, restOfRun } from "../../runs/restOfRun";
import type { RunSummary } from "../../runs/run";
import type { SearchRunner } from "../runActivity";

/** "Fetch and export all 12,480 (about 3,120 credits)"; `undefined` when there is nothing more to fetch. */
export function fetchRestLabel(summary: RunSummary): string | undefined {
  const rest = restOfRun(summary);
  if (rest === undefined) {
    return undefined;
  }
  return rest.creditsAbout === undefined
    ? l10n.t("Fetch and export all {0}", countText(rest.total))
    : l10n.t("Fetch and export all {0} (about {1} credits)", countText(rest.total), amountText(rest.creditsAbout));
}

/** Resolves with whether the export continues: everything was fetched, or the user accepts less. */
export async function fetchRest(
  { runs }: Pick<App, "runs">,
  runner: Pick<SearchRunner, "activity" | "fetchMore">,
  runId: string,
): Promise<boolean> {
  const before = await runs.summary(runId);
  if (before === undefined) {
    return true; // The export itself reports that the run was deleted.
  }
  if (runner.activity(runId) !== undefined) {
    void window.showInformationMessage(l10n.t("This run is still fetching. Export everything once it has stopped."));
    return false;
  }
  const left = leftToFetch(before);
  if (left === 0) {
    return true;
  }
  await runner.fetchMore(runId, left);
  const after = (await runs.summary(runId)) ?? before;
  if (leftToFetch(after) === 0 || after.stop?.kind === "complete") {
    return true;
  }
  if (after.records === before.records) {
    return false; // Declined or failed; the runner has shown why.
  }
  const exportPartial = l10n.t("Export Partial Results");
  const question = l10n.t(
    "Only {0} could be fetched. Export these?",
    recordsOfText(after.records, after.lastTotal ?? after.records),
  );
  return (await window.showWarningMessage(question, { modal: true }, exportPartial)) === exportPartial;
}
