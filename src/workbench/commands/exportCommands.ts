// The commands that export: fetched records, everything, changes, again, only new records, and into an editor.
import { l10n, window } from "vscode";
import { commandIds, type CommandHandler } from "../commandIds";
import type { ShownFetched } from "../resultsEditor/fetchedTabs";
import { targetCommand } from "../targets/commandTargets";
import type { DeskObjects } from "./deskObjects";
import { nothingToExportText } from "../exporting/scopeText";

export function exportCommands({
  targets,
  fetchedTabs,
  exporter,
}: Pick<DeskObjects, "targets" | "fetchedTabs" | "exporter">) {
  /** `ofMany`: what it does with records of many runs; without it, it says what to use instead. */
  const onRecords = (
    ofRun: (runId: string) => Promise<void>,
    ofMany: ((shown: ShownFetched) => Promise<void>) | undefined,
    { resolve, fetchedTab } = { resolve: targets.records, fetchedTab: targets.fetchedTab },
  ): CommandHandler => {
    const onRun = targetCommand(resolve, ({ header }) => ofRun(header.id));
    return (...args) => {
      const address = fetchedTab(args);
      if (address === undefined) {
        return onRun(...args);
      }
      const shown = fetchedTabs.shownAt(address);
      if (shown !== undefined && ofMany !== undefined) {
        return ofMany(shown);
      }
      void window.showInformationMessage(shown === undefined ? nothingToExportText() : needsSearchText());
      return undefined;
    };
  };
  const exportAll = ({ records }: ShownFetched): Promise<void> => exporter.exportFetched(records, { kind: "all" });
  const exportRun = (id: string): Promise<void> => exporter.exportRun(id, { kind: "all" });
  return {
    [commandIds.exportRun]: onRecords(exportRun, exportAll, {
      resolve: targets.results,
      fetchedTab: targets.fetchedTab,
    }),
    [commandIds.exportSearch]: onRecords(exportRun, exportAll),
    [commandIds.exportEverything]: onRecords((id) => exporter.exportRun(id, { kind: "everything" }), exportAll),
    [commandIds.exportChanges]: onRecords((id) => exporter.exportChanges(id), undefined),
    [commandIds.exportAgain]: onRecords((id) => exporter.exportAgain(id), undefined),
    [commandIds.appendNewRecords]: onRecords((id) => exporter.appendNew(id), undefined),
    // The text editor is the active one, so the records are those of the results visible beside it.
    [commandIds.insertRecords]: onRecords(
      (id) => exporter.insertAs(id),
      ({ records, state }) => exporter.insertFetched(records, state),
      { resolve: targets.recordsInSight, fetchedTab: targets.fetchedTabInSight },
    ),
  };
}

const needsSearchText = (): string =>
  l10n.t(
    "This command needs the results of a search. Records of a list, or of everything fetched, are exported with the " +
      "Export button of their tab.",
  );
