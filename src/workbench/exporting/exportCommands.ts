// The commands that export: fetched records, everything, changes, again, only new records, and into an editor.
import { l10n, window } from "vscode";
import { commandIds, type CommandHandler } from "../commandIds";
import type { OwnedTabs, ShownOwned } from "../resultsEditor/ownedTabs";
import { targetCommand, type CommandTargets } from "../targets/commandTargets";
import type { Exporter } from "./exporter";
import { nothingToExportText } from "./scopeText";

export interface ExportCommandDeps {
  readonly targets: Pick<CommandTargets, "results" | "records" | "recordsInSight" | "ownedTab" | "ownedTabInSight">;
  readonly ownedTabs: Pick<OwnedTabs, "shownAt">;
  readonly exporter: Exporter;
}

export function exportCommands({ targets, ownedTabs, exporter }: ExportCommandDeps) {
  /** `ofMany`: what it does with records of many runs; without it, it says what to use instead. */
  const onRecords = (
    ofRun: (runId: string) => Promise<void>,
    ofMany: ((shown: ShownOwned) => Promise<void>) | undefined,
    { resolve, ownedTab } = { resolve: targets.records, ownedTab: targets.ownedTab },
  ): CommandHandler => {
    const onRun = targetCommand(resolve, ({ header }) => ofRun(header.id));
    return (...args) => {
      const address = ownedTab(args);
      if (address === undefined) {
        return onRun(...args);
      }
      const shown = ownedTabs.shownAt(address);
      if (shown !== undefined && ofMany !== undefined) {
        return ofMany(shown);
      }
      void window.showInformationMessage(shown === undefined ? nothingToExportText() : needsSearchText());
      return undefined;
    };
  };
  const exportAll = ({ records }: ShownOwned): Promise<void> => exporter.exportOwned(records, { kind: "all" });
  const exportRun = (id: string): Promise<void> => exporter.exportRun(id, { kind: "all" });
  return {
    [commandIds.exportRun]: onRecords(exportRun, exportAll, { resolve: targets.results, ownedTab: targets.ownedTab }),
    [commandIds.exportSearch]: onRecords(exportRun, exportAll),
    [commandIds.exportEverything]: onRecords((id) => exporter.exportRun(id, { kind: "everything" }), exportAll),
    [commandIds.exportChanges]: onRecords((id) => exporter.exportChanges(id), undefined),
    [commandIds.exportAgain]: onRecords((id) => exporter.exportAgain(id), undefined),
    [commandIds.appendNewRecords]: onRecords((id) => exporter.appendNew(id), undefined),
    // The text editor is the active one, so the records are those of the results visible beside it.
    [commandIds.insertRecords]: onRecords(
      (id) => exporter.insertAs(id),
      ({ records, state }) => exporter.insertOwned(records, state),
      { resolve: targets.recordsInSight, ownedTab: targets.ownedTabInSight },
    ),
  };
}

const needsSearchText = (): string =>
  l10n.t(
    "This command needs the results of a search. Records of a list, or of everything fetched, are exported with the " +
      "Export button of their tab.",
  );
