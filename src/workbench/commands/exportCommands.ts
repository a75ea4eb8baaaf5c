// The commands for exports: of fetched records, of all matches after fetching the rest, of changes, and of the last
// export again.
import { window } from "vscode";
import type { RowSource } from "../../app/rowSource";
import { commandIds } from "../commandIds";
import type { Desk } from "../desk";
import { targetCommand } from "../targets/commandTargets";

export function exportCommands({ targets, exporter }: Desk) {
  const onSource = (title: string, work: (source: RowSource) => Promise<void>) =>
    targetCommand((args) => targets.source(args, title), work);
  return {
    [commandIds.exportRun]: onSource("Export which records?", (source) => exporter.export(source, { kind: "all" })),
    [commandIds.exportChanges]: onSource("Export the changes of which run?", async ({ run }) => {
      if (run === undefined) {
        void window.showInformationMessage("Only the results of a search can be compared with an earlier run.");
      } else {
        await exporter.exportChanges(run);
      }
    }),
    [commandIds.exportAgain]: onSource("Repeat the last export of which records?", (source) =>
      exporter.exportAgain(source),
    ),
  };
}
