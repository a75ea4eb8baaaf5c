// Commands on runs: open, export, resume, stop, delete.
import { commands, l10n, TabInputCustom, window, type Disposable, type QuickPickItem } from "vscode";
import { creditsText, recordsText } from "../../runs/amounts";
import type { RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import { commandIds } from "../identifiers";
import { formatCount } from "../numbers";
import { openResults, resultsScheme, runIdOf } from "../resultsEditor/resultsUri";
import type { RunExporter, SearchRunner } from "../runActivity";
import { safeText } from "../safeText";
import { momentText } from "../times";
import { targetIsLost } from "./lostTarget";
import type { RunNode } from "../views/runsView";

export interface RunCommandParts {
  readonly store: RunStore;
  readonly runner: SearchRunner;
  readonly exporter: RunExporter;
}

export function registerRunCommands({ store, runner, exporter }: RunCommandParts): Disposable[] {
  const on = (id: string, work: (run: RunSummary) => Promise<void>): Disposable =>
    commands.registerCommand(id, async (...args: readonly unknown[]) => {
      const run = targetIsLost(args) ? undefined : await runOf(args[0], store);
      if (run !== undefined) {
        await work(run);
      }
    });
  return [
    on(commandIds.openRun, ({ header }) => openResults(header.id, header.title)),
    on(commandIds.exportRun, ({ header }) => exporter.exportRun(header.id, { kind: "all" })),
    on(commandIds.resumeRun, ({ header }) => runner.resume(header.id)),
    on(commandIds.stopRun, async ({ header }) => runner.stop(header.id)),
    on(commandIds.deleteRun, (run) => deleteRun(run, store)),
  ];
}

/** The run a command is about: the tree's, the one in the active tab, else one that the user picks. */
async function runOf(target: unknown, store: RunStore): Promise<RunSummary | undefined> {
  if (isRunNode(target)) {
    return target.run;
  }
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  const open = input instanceof TabInputCustom && input.uri.scheme === resultsScheme ? runIdOf(input.uri) : undefined;
  if (open !== undefined) {
    return store.summary(open);
  }
  const runs = await store.list();
  if (runs.length === 0) {
    void window.showInformationMessage(l10n.t("There is no run yet. Open a saved search and choose Run."));
    return undefined;
  }
  const picked = await window.showQuickPick<QuickPickItem & { readonly run: RunSummary }>(
    runs.map((run) => ({
      label: safeText(run.header.title),
      description: momentText(run.header.startedAt),
      detail: `${recordsText(run.records)} · ${creditsText(run.credits)}`,
      run,
    })),
    { title: l10n.t("Runs"), matchOnDescription: true },
  );
  return picked?.run;
}

function isRunNode(target: unknown): target is RunNode {
  return typeof target === "object" && target !== null && "run" in target;
}

async function deleteRun(run: RunSummary, store: RunStore): Promise<void> {
  const remove = l10n.t("Delete Run");
  const detail =
    run.records === 1
      ? l10n.t("Its record was paid for and is deleted from this machine for good. Exported files stay.")
      : l10n.t("Its {0} records were paid for and are deleted from this machine for good. Exported files stay.", formatCount(run.records));
  const question = l10n.t("Delete the run of {0}?", safeText(run.header.title));
  if ((await window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove) {
    return;
  }
  try {
    await store.delete(run.header.id);
  } catch (error) {
    void window.showErrorMessage(safeText(error instanceof Error ? error.message : String(error)));
  }
}
