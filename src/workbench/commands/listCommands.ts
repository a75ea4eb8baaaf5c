// The commands on lists of records: open, export, rename, delete, and leave out what is in them.
import { window } from "vscode";
import { withView } from "../../app/readRecords";
import { rowsOfList } from "../../app/rowSource";
import type { RecordKind } from "../../service/operations";
import type { RecordList } from "../../store/recordLists";
import { commandIds, type CommandHandler } from "../commandIds";
import type { Desk } from "../desk";
import { deleteSelected } from "./deleteSelected";
import { inOneDialog } from "../dialogSteps";
import { addToLeaveOutList } from "../leaveOut/addToList";
import { targetCommand } from "../targets/commandTargets";
import { pickKind } from "../targets/targetPickers";
import { renameList } from "../lists/nameList";

export function listCommands(desk: Desk) {
  const { recordLists, exporter, openFetched, targets } = desk;
  const onList = (work: (list: RecordList) => unknown): CommandHandler => targetCommand(targets.list, work);
  const onRecords = (work: (list: RecordList, recordKind: RecordKind) => unknown): CommandHandler =>
    targetCommand(
      (args) =>
        inOneDialog(async () => {
          const list = await targets.list(args);
          const recordKind = list && (await pickKind(list));
          return list && recordKind && { list, recordKind };
        }),
      ({ list, recordKind }) => work(list, recordKind),
    );
  return {
    [commandIds.openList]: onList(({ id, name }) => openFetched({ kind: "list", list: id }, name)),
    [commandIds.exportList]: onRecords((list, recordKind) =>
      exporter.export(rowsOfList(list, recordKind), { kind: "all" }),
    ),
    [commandIds.renameList]: onList(({ id }) => renameList(id, recordLists)),
    [commandIds.deleteList]: onList((list) => deleteSelected({ searches: [], runs: [], lists: [list] }, desk)),
    [commandIds.leaveOutList]: onRecords((list, recordKind) => leaveOut(list, recordKind, desk)),
  };
}

async function leaveOut(list: RecordList, kind: RecordKind, desk: Desk): Promise<void> {
  const { store } = desk.app;
  const rows = { source: rowsOfList(list, kind), order: { columns: [], now: 0 } };
  const keys = await withView(desk.app, rows, ({ view }) => store.views.keysAt(view));
  const sentence = await addToLeaveOutList(desk, { kind, keys });
  if (sentence !== undefined) {
    void window.showInformationMessage(sentence);
  }
}
