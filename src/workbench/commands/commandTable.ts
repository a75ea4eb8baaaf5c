// The table of commands: each id with its target and its function. Large subjects have their own files.
import { window } from "vscode";
import { withView } from "../../app/readRecords";
import { rowsOfList } from "../../app/rowSource";
import type { TrackedEnrichment } from "../../enrichments/enrichmentList";
import type { RecordKind } from "../../service/operations";
import type { RecordList } from "../../store/recordLists";
import { commandIds, type CommandHandler } from "../commandIds";
import { copyDiagnostics } from "../copyDiagnostics";
import type { Desk } from "../desk";
import { inOneDialog } from "../dialogSteps";
import { trackEnrichments } from "../enrichments/addEnrichments";
import { offersPartialResults } from "../enrichmentTexts";
import { findEverything } from "../everything/findEverything";
import { addToLeaveOutList } from "../leaveOut/addToList";
import { renameList } from "../lists/changeLists";
import { openLookupBox } from "../lookups/lookupBox";
import { lookUpFile } from "../lookups/lookUpFile";
import { lookUpSelection } from "../lookups/lookUpSelection";
import { askForTable } from "../lookups/tableFiles";
import { renameRun } from "../resultsEditor/searchOfRun";
import { targetCommand, type Selection } from "../targets/commandTargets";
import { pickKind } from "../targets/targetPickers";
import { companyCommands } from "./companyCommands";
import { connectCommands } from "./connectCommands";
import { databaseCommands } from "./databaseCommands";
import { deleteSelected } from "./deleteSelected";
import { exportCommands } from "./exportCommands";
import { runCommands } from "./runCommands";
import { renameSearch, searchCommands } from "./searchCommands";

export const commandTable = (desk: Desk) => ({
  ...searchCommands(desk),
  ...runCommands(desk),
  ...databaseCommands(desk),
  ...selectionCommands(desk),
  ...exportCommands(desk),
  ...lookupCommands(desk),
  ...enrichmentCommands(desk),
  ...connectCommands(desk),
  ...listCommands(desk),
  ...companyCommands(desk),
  [commandIds.findEverything]: () => findEverything(desk),
  [commandIds.showCreditUsage]: desk.creditUsage.show,
  [commandIds.showLog]: desk.logView.show,
  [commandIds.copyDiagnostics]: () => copyDiagnostics(desk),
});

/** Commands for the selection in the Searches view, or for what the active tab shows. */
const selectionCommands = (desk: Desk) => ({
  [commandIds.delete]: targetCommand(desk.targets.selected, (selected) => deleteSelected(selected, desk)),
  [commandIds.rename]: targetCommand(desk.targets.selected, (selected) => renameSelected(selected, desk)),
});

async function renameSelected({ searches, runs, lists }: Selection, { app, recordLists }: Desk): Promise<void> {
  const [search] = searches;
  const [run] = runs;
  const [list] = lists;
  if (searches.length + runs.length + lists.length > 1) {
    void window.showInformationMessage("Only one search, run, or list can be renamed at a time.");
  } else if (search !== undefined) {
    await renameSearch(search);
  } else if (run !== undefined) {
    await renameRun(run, app.runs);
  } else if (list !== undefined) {
    await renameList(list.id, recordLists);
  }
}

/** Lookups of one company, one person, the selection, or every row of a CSV file. */
const lookupCommands = (desk: Desk) => ({
  /** "focused" is passed by keybindings in a results tab, for the focused record. */
  [commandIds.lookUp]: (what?: unknown) =>
    what === "focused" && desk.shown.lookUpFocused() ? undefined : openLookupBox(desk),
  [commandIds.addAnswerToList]: () => desk.lookupBox.current?.addToList(),
  [commandIds.lookUpSelection]: targetCommand(desk.targets.textEditor, (editor) => lookUpSelection(editor, desk)),
  [commandIds.lookUpCsv]: targetCommand(
    (args) =>
      desk.targets.file(args, () =>
        askForTable({
          title: "Look up the rows of a CSV file",
          files: { ["Tables"]: ["csv", "tsv", "txt"] },
        }),
      ),
    (uri) => lookUpFile(uri, desk),
  ),
});

/** Commands for an entry define for which entries they are offered. */
function enrichmentCommands(desk: Desk) {
  const { actions } = desk.enrichments;
  const on = (
    title: string,
    isOffered: (entry: TrackedEnrichment) => boolean,
    work: (entry: TrackedEnrichment) => Promise<void>,
  ): CommandHandler => targetCommand((args) => desk.targets.enrichment(args, title, isOffered), work);
  const hasResults = ({ results }: TrackedEnrichment): boolean => results !== undefined;
  const isAny = (): boolean => true;
  return {
    [commandIds.trackEnrichment]: () => trackEnrichments(desk),
    [commandIds.openEnrichment]: on("Open the contacts of which enrichment?", hasResults, (entry) =>
      actions.open(entry),
    ),
    [commandIds.exportEnrichment]: on("Export the contacts of which enrichment?", hasResults, (entry) =>
      actions.exportContacts(entry),
    ),
    [commandIds.refreshEnrichment]: on("Refresh which enrichment?", isAny, (entry) => actions.refresh(entry)),
    [commandIds.fetchPartial]: on("Fetch partial results of which enrichment?", offersPartialResults, (entry) =>
      actions.fetchPartial(entry),
    ),
    [commandIds.removeEnrichment]: on("Remove which enrichment?", isAny, (entry) => actions.remove(entry)),
  };
}

/** Commands for lists of records. */
function listCommands(desk: Desk) {
  const { openFetched, targets } = desk;
  const onList = (title: string, work: (list: RecordList) => unknown): CommandHandler =>
    targetCommand((args) => targets.list(args, title), work);
  const leavingOut = "Add the records of which list to a leave-out list?";
  return {
    [commandIds.openList]: onList("Open which list?", ({ id, name }) => openFetched({ kind: "list", list: id }, name)),
    [commandIds.leaveOutList]: targetCommand(
      (args) =>
        inOneDialog(async () => {
          const list = await targets.list(args, leavingOut);
          const recordKind = list && (await pickKind(list));
          return list && recordKind && { list, recordKind };
        }),
      ({ list, recordKind }) => leaveOut(list, recordKind, desk),
    ),
  };
}

async function leaveOut(list: RecordList, kind: RecordKind, desk: Desk): Promise<void> {
  const { store } = desk.app;
  const rows = { source: rowsOfList(list, kind), order: { columns: [], now: 0 } };
  const keys = await withView(desk.app, rows, ({ view }) => store.views.keysAt(view));
  const sentence = await addToLeaveOutList(desk.app, desk.leaveOut, { kind, keys });
  if (sentence !== undefined) {
    void window.showInformationMessage(sentence);
  }
}
