// The commands on lists of records: open, export, rename, delete, and leave out what is in them.
import { l10n, window, type QuickPickItem } from "vscode";
import { parseExact } from "../../service/exactJson";
import { recordKinds, type RecordKind } from "../../service/operations";
import type { RecordList } from "../../store/recordLists";
import { commandIds, type CommandHandler } from "../commandIds";
import type { DeskObjects } from "./deskObjects";
import { deleteSelected } from "./deleteSelected";
import { findPeopleAtRecords } from "../companies/companiesFlow";
import { inOneDialog } from "../dialogSteps";
import { kindLabel } from "../labels";
import { addToLeaveOutList } from "../leaveOut/addToList";
import { pickOne } from "../pickStep";
import { noCompaniesText } from "../running/companiesNotice";
import { safeText } from "../safeText";
import { targetCommand } from "../targets/commandTargets";
import { readTarget, type TargetArgument } from "../targets/targetArguments";
import { listText } from "../lists/changeLists";
import { renameList } from "../lists/nameList";
import { listDeletedText, refreshingText } from "../goneTexts";

export function listCommands(desk: DeskObjects) {
  const { recordLists, exporter, fetchedTabs } = desk;
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
    [commandIds.openList]: onList(({ id, name }) => fetchedTabs.open({ kind: "list", list: id }, name)),
    [commandIds.exportList]: onRecords((list, recordKind) => {
      const view = { kind: "list", list: list.id, recordKind } as const;
      return exporter.exportFetched({ title: list.name, recordKind, view }, { kind: "all" });
    }),
    [commandIds.renameList]: onList(({ id }) => renameList(id, recordLists)),
    [commandIds.deleteList]: onList((list) => deleteSelected({ searches: [], runs: [], lists: [list] }, desk)),
    [commandIds.leaveOutList]: onRecords((list, recordKind) => leaveOut(list, recordKind, desk)),
    [commandIds.findPeopleAtList]: onList(({ id, name, counts }) =>
      counts.company === 0
        ? void window.showInformationMessage(noCompaniesText(name))
        : findPeopleAtRecords({ kind: "list", list: id, recordKind: "company" }, name, desk),
    ),
  };
}

/** The list of the tree's entry; a call without arguments asks. */
async function chosenList(
  args: readonly unknown[],
  recordLists: DeskObjects["recordLists"],
): Promise<RecordList | undefined> {
  const lists = await recordLists.list();
  const target = readTarget(args);
  if (target.kind === "none") {
    return pickList(lists);
  }
  const found = target.kind === "list" ? lists.find(({ id }) => id === target.id) : undefined;
  if (found === undefined) {
    void window.showInformationMessage(whyNone(target));
  }
  return found;
}

/** VS Code passes `undefined` or `null` while the tree is refreshing. */
function whyNone({ kind }: TargetArgument): string {
  if (kind === "missing") {
    return refreshingText();
  }
  return kind === "list"
    ? listDeletedText()
    : l10n.t("This command needs a list of records. Select one in the Searches view and try again.");
}

async function pickList(lists: readonly RecordList[]): Promise<RecordList | undefined> {
  if (lists.length === 0) {
    void window.showInformationMessage(
      l10n.t("There are no lists yet. Select records in any results, and add them to a list."),
    );
    return undefined;
  }
  const items = lists.map((list) => ({ label: safeText(list.name), description: listText(list), list }));
  return (await pickOne(items, { title: l10n.t("Choose a list") }))?.list;
}

/** The kind of record in the list; asks if there are several. */
async function chosenKind({ counts, name }: RecordList): Promise<RecordKind | undefined> {
  const kinds = recordKinds.filter((kind) => counts[kind] > 0);
  if (kinds.length === 0) {
    void window.showInformationMessage(l10n.t("{0} is empty.", safeText(name)));
  }
  if (kinds.length < 2) {
    return kinds[0];
  }
  const items = kinds.map((kind): QuickPickItem & { readonly recordKind: RecordKind } => ({
    label: kindLabel(kind),
    recordKind: kind,
  }));
  return (await pickOne(items, { title: l10n.t("Which records?") }))?.recordKind;
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
