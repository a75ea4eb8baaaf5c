// The commands that export: fetched records, everything, changes, again, only new records, and into an editor.
import { commandIds, type CommandHandler } from "../commandIds";
import { targetCommand, type CommandTargets } from "../targets/commandTargets";
import type { Exporter } from "./exporter";

export interface ExportCommandDeps {
  readonly targets: Pick<CommandTargets, "records" | "recordsInSight">;
  readonly exporter: Exporter;
}

export function exportCommands({ targets, exporter }: ExportCommandDeps) {
  const onRun = (work: (runId: string) => Promise<void>, resolve = targets.records): CommandHandler =>
    targetCommand(resolve, ({ header }) => work(header.id));
  return {
    [commandIds.exportSearch]: onRun((id) => exporter.exportRun(id, { kind: "all" })),
    [commandIds.exportEverything]: onRun((id) => exporter.exportRun(id, { kind: "everything" })),
    [commandIds.exportChanges]: onRun((id) => exporter.exportChanges(id)),
    [commandIds.exportAgain]: onRun((id) => exporter.exportAgain(id)),
    [commandIds.appendNewRecords]: onRun((id) => exporter.appendNew(id)),
    // The text editor is the active one, so the records are those of the results visible beside it.
    [commandIds.insertRecords]: onRun((id) => exporter.insertAs(id), targets.recordsInSight),
  };
}
