// The commands on lists of records: open, export, rename, delete, and leave out what is in them.
import { window } from "vscode";
import { rowsOfList } from "../../app/rowSource";
import { parseExact } from "../../service/exactJson";
import type { RecordKind } from "../../service/operations";
import type { RecordList } from "../../store/recordLists";
import { commandIds, type CommandHandler } from "../commandIds";
import type { DeskObjects } from "./deskObjects";
import { deleteSelected } from "./deleteSelected";
import { inOneDialog } from "../dialogSteps";
import { addToLeaveOutList } from "../leaveOut/addToList";
import { targetCommand } from "../targets/commandTargets";
import { chosenKind, chosenList } from "../targets/listTargets";
import { renameList } from "../lists/nameList";

export function listCommands(desk: DeskObjects) {
  const { recordLists, exporter, openFetched } = desk;
  const onList = (work: (list: RecordList) => unknown): CommandHandler =>
    targetCommand((args) => chosenList(args, recordLists), work);
  const onRecords = (work: (list: RecordList, recordKind: RecordKind) => unknown): CommandHandler =>
    targetCommand(
      (args) =>
        inOneDialog(async () => {
          const list = await chosenList(args, recordLists);
          const recordKind = list && (await chosenKind(list));
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

/** Records read at once: more would block the extension host. */
const readAtOnce = 200;

async function leaveOut(list: RecordList, kind: RecordKind, desk: DeskObjects): Promise<void> {
  const { store } = desk;
  const source = { kind: "list", list: list.id, recordKind: kind } as const;
  const { view } = await store.views.open(source, { columns: [], now: 0 });
  const records: unknown[] = [];
  try {
    const keys = await store.views.keysAt(view);
    for (let at = 0; at < keys.length; at += readAtOnce) {
      const json = await store.records.jsonOf(keys.slice(at, at + readAtOnce));
      records.push(...json.filter((one) => one !== undefined).map((one) => parseExact(one)));
    }
  } finally {
    await store.views.close(view);
  }
  const sentence = await addToLeaveOutList(desk, { kind, records });
  if (sentence !== undefined) {
    void window.showInformationMessage(sentence);
  }
}
