// The commands that export: fetched records, everything, changes, and again.
import { window } from "vscode";
import type { RowSource } from "../../app/rowSource";
import { commandIds } from "../commandIds";
import type { Desk } from "../desk";
import { targetCommand } from "../targets/commandTargets";

export function exportCommands({ targets, exporter }: Desk) {
  const onSource = (work: (source: RowSource) => Promise<void>) => targetCommand((args) => targets.source(args), work);
  const exportAll = onSource((source) => exporter.export(source, { kind: "all" }));
  return {
    [commandIds.exportRun]: exportAll,
    [commandIds.exportSearch]: exportAll,
    [commandIds.exportEverything]: onSource((source) => exporter.export(source, { kind: "everything" })),
    [commandIds.exportChanges]: onSource(async ({ run }) => {
      if (run === undefined) {
        void window.showInformationMessage("Only the results of a search can be compared with an earlier run.");
      } else {
        await exporter.exportChanges(run);
      }
    }),
    [commandIds.exportAgain]: onSource((source) => exporter.exportAgain(source)),
  };
}
