// Asks which run, search or enrichment a command is about, when it was called without one.
import { momentText } from "../../language/language";
import { l10n, window, workspace, type QuickPickItem, type QuickPickOptions, type Uri } from "vscode";
import type { TrackedEnrichment } from "../../enrichments/enrichmentList";
import { creditsText, recordsText } from "../../runs/amounts";
import type { RunSummary } from "../../runs/run";
import { enrichmentDescription, enrichmentName } from "../enrichmentTexts";
import type { RunPurpose } from "../../store/runs";
import { safeText } from "../safeText";
import type { SearchFile } from "../searchFiles/searchFiles";

/** The runs that the run picker lists: lookup batches have a list of their own. */
export const listedPurposes: readonly RunPurpose[] = ["search", "count", "lookup", "enrichment"];

type Choice<T> = QuickPickItem & { readonly value: T };

/** `onlyWithRecords`: for commands that use the run's records. */
export function pickRun(runs: readonly RunSummary[], onlyWithRecords = false): Promise<RunSummary | undefined> {
  const choices = runs
    .filter(({ records }) => !onlyWithRecords || records > 0)
    .map((run) => ({
      label: safeText(run.header.title),
      description: momentText(run.header.startedAt),
      detail: `${recordsText(run.records)} · ${creditsText(run.credits)}`,
      value: run,
    }));
  const whenEmpty = onlyWithRecords
    ? l10n.t("No run has records yet. Open a saved search and select Run.")
    : l10n.t("There are no runs yet. Open a saved search and select Run.");
  return pick(choices, whenEmpty, { title: l10n.t("Select a run"), matchOnDescription: true });
}

export function pickSearch(files: readonly SearchFile[]): Promise<Uri | undefined> {
  const choices = files.map((file) => ({
    label: safeText(file.name),
    description: file.place === "library" ? l10n.t("personal library") : safeText(workspace.asRelativePath(file.uri)),
    detail: safeText(file.words),
    value: file.uri,
  }));
  const whenEmpty = l10n.t("There are no saved searches yet. Start with New Company Search or New People Search.");
  const options = { title: l10n.t("Select a saved search"), matchOnDescription: true, matchOnDetail: true };
  return pick(choices, whenEmpty, options);
}

export function pickEnrichment(
  entries: readonly TrackedEnrichment[],
  now: number,
): Promise<TrackedEnrichment | undefined> {
  const choices = entries.map((entry) => ({
    label: enrichmentName(entry),
    description: enrichmentDescription(entry, now),
    value: entry,
  }));
  const whenEmpty = l10n.t("No enrichment in the list is in a state for this command.");
  return pick(choices, whenEmpty, { title: l10n.t("Select an enrichment") });
}

/** Asks, or says why there is nothing to choose. */
export async function pick<T>(
  choices: readonly Choice<T>[],
  whenEmpty: string,
  options: QuickPickOptions,
): Promise<T | undefined> {
  if (choices.length === 0) {
    void window.showInformationMessage(whenEmpty);
    return undefined;
  }
  return (await window.showQuickPick<Choice<T>>([...choices], options))?.value;
}
