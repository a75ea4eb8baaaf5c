// Commands on runs: open, export, resume, stop, delete; and where the database is that has them.
import { commands, env, l10n, Uri, window, type Disposable } from "vscode";
import type { RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import type { Store } from "../../store/client";
import { commandIds } from "../commandIds";
import { formatCount } from "../numbers";
import { openResults } from "../resultsEditor/resultsUri";
import type { RunExporter, SearchRunner } from "../runActivity";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import { registerTargetCommand, type CommandTargets } from "../targets/commandTargets";

export interface RunCommandDeps {
  readonly targets: Pick<CommandTargets, "run" | "results">;
  readonly runs: Pick<RunStore, "delete" | "deps">;
  readonly runner: Pick<SearchRunner, "resume" | "stop">;
  readonly exporter: RunExporter;
}

export function registerRunCommands({ targets, runs, runner, exporter }: RunCommandDeps): Disposable[] {
  return [
    registerTargetCommand(commandIds.openRun, targets.results, ({ header }) => openResults(header.id, header.title)),
    registerTargetCommand(commandIds.exportRun, targets.results, ({ header }) =>
      exporter.exportRun(header.id, { kind: "all" }),
    ),
    registerTargetCommand(commandIds.resumeRun, targets.run, ({ header }) => runner.resume(header.id)),
    registerTargetCommand(commandIds.stopRun, targets.run, async ({ header }) => runner.stop(header.id)),
    registerTargetCommand(commandIds.deleteRun, targets.run, (run) => deleteRun(run, runs)),
    commands.registerCommand(commandIds.copyDatabasePath, () => copyDatabasePath(runs.deps.store)),
  ];
}

async function deleteRun(run: RunSummary, runs: Pick<RunStore, "delete">): Promise<void> {
  const remove = l10n.t("Delete Run");
  const detail =
    run.records === 1
      ? l10n.t("Its record was paid for and is deleted from this machine for good. Exported files stay.")
      : l10n.t(
          "Its {0} records were paid for and are deleted from this machine for good. Exported files stay.",
          formatCount(run.records),
        );
  const question = l10n.t("Delete the run of {0}?", safeText(run.header.title));
  if ((await window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove) {
    return;
  }
  try {
    await runs.delete(run.header.id);
  } catch (error) {
    void window.showErrorMessage(errorText(error));
  }
}

/** Opens the database first, so that the path is that of a file. */
async function copyDatabasePath({ file }: Pick<Store, "file">): Promise<void> {
  try {
    const database = await file.path();
    await env.clipboard.writeText(database);
    const open = l10n.t("Open Containing Folder");
    const copied = l10n.t(
      "Path copied: {0}. Any SQL tool can read the database while Prospect Desk writes to it. It contains personal data.",
      safeText(database),
    );
    if ((await window.showInformationMessage(copied, open)) === open) {
      await commands.executeCommand("revealFileInOS", Uri.file(database));
    }
  } catch (error) {
    void window.showErrorMessage(errorText(error));
  }
}
