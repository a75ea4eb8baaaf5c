// Commands around exports: of a saved search, of everything, again, only what is new, and into the editor.
import { commands, l10n, TabInputCustom, TabInputText, Uri, window, type Disposable, type QuickPickItem } from "vscode";
import { recordsText } from "../../runs/amounts";
import type { RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import { searchFileEnding } from "../../searches/searchDocument";
import { commandIds } from "../identifiers";
import type { ShownResults } from "../resultsEditor/shownResults";
import { resultsScheme, runIdOf } from "../resultsEditor/resultsUri";
import { safeText } from "../safeText";
import { momentText } from "../times";
import { searchNameOf } from "../views/searchFiles";
import { exportCommandIds } from "./exportIdentifiers";
import type { Exporter } from "./runExporter";

export interface ExportCommandParts {
  readonly store: Pick<RunStore, "list" | "summary">;
  readonly exporter: Exporter;
  readonly shown: Pick<ShownResults, "runInSight">;
}

export function registerExportCommands({ store, exporter, shown }: ExportCommandParts): Disposable[] {
  const on = (id: string, work: (runId: string) => Promise<void>, inSight: () => string | undefined = () => undefined): Disposable =>
    commands.registerCommand(id, async (target?: unknown) => {
      const run = await runFor(target, store, inSight);
      if (run !== undefined) {
        await work(run.header.id);
      }
    });
  return [
    on(exportCommandIds.exportSearch, (id) => exporter.exportRun(id, { kind: "all" })),
    on(exportCommandIds.exportEverything, (id) => exporter.exportRun(id, { kind: "everything" })),
    on(exportCommandIds.exportAgain, exporter.exportAgain),
    on(exportCommandIds.appendNewRecords, exporter.appendNew),
    // The text editor is the active one then; the records are those of the results beside it.
    on(exportCommandIds.insertRecords, exporter.insertAs, shown.runInSight),
  ];
}

/** The run meant: a view's entry, the search's latest, the one in the active tab or in sight, else one that the user picks. */
async function runFor(target: unknown, store: ExportCommandParts["store"], inSight: () => string | undefined): Promise<RunSummary | undefined> {
  const runInSight = inSight();
  const subject = subjectOf(target) ?? activeSubject() ?? (runInSight === undefined ? undefined : { runId: runInSight });
  if (subject === undefined) {
    return pickRun(await store.list());
  }
  if ("runId" in subject) {
    const run = await store.summary(subject.runId);
    if (run === undefined) {
      void window.showErrorMessage(l10n.t("This run is no longer here: its data have been deleted."));
    }
    return run;
  }
  return latestOf(subject.search, await store.list());
}

type Subject = { readonly runId: string } | { readonly search: Uri };

function subjectOf(target: unknown): Subject | undefined {
  if (target instanceof Uri) {
    return target.scheme === resultsScheme ? { runId: runIdOf(target) } : { search: target };
  }
  const node = typeof target === "object" && target !== null ? (target as { readonly run?: RunSummary; readonly file?: { readonly uri?: unknown } }) : {};
  if (node.run !== undefined) {
    return { runId: node.run.header.id };
  }
  return node.file?.uri instanceof Uri ? { search: node.file.uri } : undefined;
}

function activeSubject(): Subject | undefined {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof TabInputCustom || input instanceof TabInputText)) {
    return undefined;
  }
  return input.uri.scheme === resultsScheme || input.uri.path.endsWith(searchFileEnding) ? subjectOf(input.uri) : undefined;
}

/** The newest run of a search that fetched more than the one record of a count; a count if there is nothing else. */
async function latestOf(search: Uri, runs: readonly RunSummary[]): Promise<RunSummary | undefined> {
  const own = runs.filter(({ header }) => header.source === search.toString()).sort((a, b) => b.header.startedAt - a.header.startedAt);
  const latest = own.find(({ header, records }) => records > 0 && header.limits.records > 1) ?? own.find(({ records }) => records > 0);
  if (latest === undefined) {
    const run = l10n.t("Run Search");
    if ((await window.showInformationMessage(l10n.t("{0} has no records yet. Run it first.", safeText(searchNameOf(search))), run)) === run) {
      await commands.executeCommand(commandIds.runSearch, search);
    }
  }
  return latest;
}

async function pickRun(runs: readonly RunSummary[]): Promise<RunSummary | undefined> {
  const full = runs.filter(({ records }) => records > 0);
  if (full.length === 0) {
    void window.showInformationMessage(l10n.t("There is no run with records yet. Open a saved search and choose Run."));
    return undefined;
  }
  const picked = await window.showQuickPick<QuickPickItem & { readonly run: RunSummary }>(
    full.map((run) => ({ label: safeText(run.header.title), description: momentText(run.header.startedAt), detail: recordsText(run.records), run })),
    { title: l10n.t("Records of which run?"), matchOnDescription: true },
  );
  return picked?.run;
}
