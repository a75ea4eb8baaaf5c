// The commands on lists of records: open, export, rename, delete, and leave out what is in them.
import { l10n, window, type QuickPickItem } from "vscode";
import { parseExact } from "../../service/exactJson";
import { recordKinds, type RecordKind } from "../../service/operations";
import type { Store } from "../../store/client";
import type { RecordList } from "../../store/recordLists";
import type { ViewSource } from "../../store/viewSource";
import { commandIds, type CommandHandler } from "../commandIds";
import { deleteSelected, type DeleteDeps } from "./deleteSelected";
import { inOneDialog } from "../dialogSteps";
import { kindLabel } from "../labels";
import { addToLeaveOutList, type AddToListDeps } from "../leaveOut/addToList";
import type { FetchedTabs } from "../resultsEditor/fetchedTabs";
import type { RunExporter } from "../runActivity";
import { pickOne } from "../pickStep";
import { noCompaniesText } from "../running/companiesNotice";
import { safeText } from "../safeText";
import { targetCommand } from "../targets/commandTargets";
import { readTarget, type TargetArgument } from "../targets/targetArguments";
import { listText } from "../lists/changeLists";
import { renameList } from "../lists/nameList";
import type { RecordLists } from "../lists/recordLists";
import { listDeletedText, refreshingText } from "../goneTexts";

export interface ListCommandDeps extends Omit<AddToListDeps, "store"> {
  readonly recordLists: RecordLists;
  readonly runs: AddToListDeps["runs"] & DeleteDeps["runs"];
  readonly searchFiles: DeleteDeps["searchFiles"];
  readonly store: Pick<Store, "views" | "records" | "runs">;
  readonly open: FetchedTabs["open"];
  readonly exporter: Pick<RunExporter, "exportFetched">;
  /** Finds people at the companies of a view. */
  readonly findPeople: (source: ViewSource, name: string) => Promise<void>;
}

export function listCommands(deps: ListCommandDeps) {
  const { recordLists, open, exporter } = deps;
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
    [commandIds.openList]: onList(({ id, name }) => open({ kind: "list", list: id }, name)),
    [commandIds.exportList]: onRecords((list, recordKind) => {
      const view = { kind: "list", list: list.id, recordKind } as const;
      return exporter.exportFetched({ title: list.name, recordKind, view }, { kind: "all" });
    }),
    [commandIds.renameList]: onList(({ id }) => renameList(id, recordLists)),
    [commandIds.deleteList]: onList((list) => deleteSelected({ searches: [], runs: [], lists: [list] }, deps)),
    [commandIds.leaveOutList]: onRecords((list, recordKind) => leaveOut(list, recordKind, deps)),
    [commandIds.findPeopleAtList]: onList(({ id, name, counts }) =>
      counts.company === 0
        ? void window.showInformationMessage(noCompaniesText(name))
        : deps.findPeople({ kind: "list", list: id, recordKind: "company" }, name),
    ),
  };
}

/** The list of the tree's entry; a call without arguments asks. */
async function chosenList(args: readonly unknown[], recordLists: RecordLists): Promise<RecordList | undefined> {
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

async function leaveOut(list: RecordList, kind: RecordKind, deps: ListCommandDeps): Promise<void> {
  const { store } = deps;
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
  const sentence = await addToLeaveOutList(deps, { kind, records });
  if (sentence !== undefined) {
    void window.showInformationMessage(sentence);
  }
}
