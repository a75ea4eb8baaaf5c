// Asks which run, search or enrichment a command is about, when it was called without one.
import { l10n, window, workspace, type QuickPickItem, type Uri } from "vscode";
import type { TrackedEnrichment } from "../../enrichments/enrichmentList";
import { creditsText, recordsText } from "../../runs/amounts";
import type { RunSummary } from "../../runs/run";
import { enrichmentDescription, enrichmentName } from "../enrichments/enrichmentWords";
import { safeText } from "../safeText";
import { momentText } from "../times";
import type { SearchFile } from "../views/searchFiles";

/** A quick pick entry and what it stands for. */
type Choice<T> = QuickPickItem & { readonly value: T };

export async function pickRun(runs: readonly RunSummary[]): Promise<RunSummary | undefined> {
  if (runs.length === 0) {
    void window.showInformationMessage(l10n.t("There is no run yet. Open a saved search and choose Run."));
    return undefined;
  }
  const choices = runs.map((run) => ({
    ...runChoice(run),
    detail: `${recordsText(run.records)} · ${creditsText(run.credits)}`,
  }));
  return (await window.showQuickPick<Choice<RunSummary>>(choices, { title: l10n.t("Runs"), matchOnDescription: true }))
    ?.value;
}

export async function pickRunWithRecords(runs: readonly RunSummary[]): Promise<RunSummary | undefined> {
  const choices = runs
    .filter(({ records }) => records > 0)
    .map((run) => ({ ...runChoice(run), detail: recordsText(run.records) }));
  if (choices.length === 0) {
    void window.showInformationMessage(l10n.t("There is no run with records yet. Open a saved search and choose Run."));
    return undefined;
  }
  return (
    await window.showQuickPick<Choice<RunSummary>>(choices, {
      title: l10n.t("Records of which run?"),
      matchOnDescription: true,
    })
  )?.value;
}

function runChoice(run: RunSummary): Choice<RunSummary> {
  return { label: safeText(run.header.title), description: momentText(run.header.startedAt), value: run };
}

export async function pickSearch(files: readonly SearchFile[]): Promise<Uri | undefined> {
  if (files.length === 0) {
    void window.showInformationMessage(
      l10n.t("There is no saved search yet. Start with New Company Search or New People Search."),
    );
    return undefined;
  }
  const choices = files.map((file) => ({
    label: safeText(file.name),
    description: file.place === "library" ? l10n.t("personal library") : safeText(workspace.asRelativePath(file.uri)),
    detail: safeText(file.words),
    value: file.uri,
  }));
  return (
    await window.showQuickPick<Choice<Uri>>(choices, {
      title: l10n.t("Saved searches"),
      matchOnDescription: true,
      matchOnDetail: true,
    })
  )?.value;
}

export async function pickEnrichment(
  entries: readonly TrackedEnrichment[],
  now: number,
): Promise<TrackedEnrichment | undefined> {
  if (entries.length === 0) {
    void window.showInformationMessage(l10n.t("There is no enrichment in the list that this can be done with."));
    return undefined;
  }
  const choices = entries.map((entry) => ({
    label: enrichmentName(entry),
    description: enrichmentDescription(entry, now),
    value: entry,
  }));
  return (await window.showQuickPick<Choice<TrackedEnrichment>>(choices, { title: l10n.t("Enrichments") }))?.value;
}
