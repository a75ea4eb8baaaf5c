// Commands around exports: of a saved search, of everything, again, only what is new, and into the editor.
import type { Disposable } from "vscode";
import { registerTargetCommand, type CommandTargets } from "../targets/commandTargets";
import { commandIds } from "../commandIds";
import type { Exporter } from "./runExporter";

export interface ExportCommandDeps {
  readonly targets: Pick<CommandTargets, "records" | "recordsInSight">;
  readonly exporter: Exporter;
}

export function registerExportCommands({ targets, exporter }: ExportCommandDeps): Disposable[] {
  const on = (id: string, work: (runId: string) => Promise<void>, resolve = targets.records): Disposable =>
    registerTargetCommand(id, resolve, ({ header }) => work(header.id));
  return [
    on(commandIds.exportSearch, (id) => exporter.exportRun(id, { kind: "all" })),
    on(commandIds.exportEverything, (id) => exporter.exportRun(id, { kind: "everything" })),
    on(commandIds.exportAgain, exporter.exportAgain),
    on(commandIds.appendNewRecords, exporter.appendNew),
    // The text editor is the active one then; the records are those of the results beside it.
    on(commandIds.insertRecords, exporter.insertAs, targets.recordsInSight),
  ];
}
