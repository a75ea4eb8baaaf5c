// Commands on runs: open, export, resume, stop, delete.
import { l10n, window, type Disposable } from "vscode";
import type { RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import { commandIds } from "../identifiers";
import { formatCount } from "../numbers";
import { openResults } from "../resultsEditor/resultsUri";
import type { RunExporter, SearchRunner } from "../runActivity";
import { safeText } from "../safeText";
import { registerTargetCommand, type CommandTargets } from "../targets/commandTargets";

export interface RunCommandParts {
  readonly targets: Pick<CommandTargets, "run" | "results">;
  readonly store: Pick<RunStore, "delete">;
  readonly runner: Pick<SearchRunner, "resume" | "stop">;
  readonly exporter: RunExporter;
}

export function registerRunCommands({ targets, store, runner, exporter }: RunCommandParts): Disposable[] {
  return [
    registerTargetCommand(commandIds.openRun, targets.results, ({ header }) => openResults(header.id, header.title)),
    registerTargetCommand(commandIds.exportRun, targets.results, ({ header }) => exporter.exportRun(header.id, { kind: "all" })),
    registerTargetCommand(commandIds.resumeRun, targets.run, ({ header }) => runner.resume(header.id)),
    registerTargetCommand(commandIds.stopRun, targets.run, async ({ header }) => runner.stop(header.id)),
    registerTargetCommand(commandIds.deleteRun, targets.run, (run) => deleteRun(run, store)),
  ];
}

async function deleteRun(run: RunSummary, store: Pick<RunStore, "delete">): Promise<void> {
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
