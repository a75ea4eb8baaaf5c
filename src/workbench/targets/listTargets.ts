// Which list of records a command is about, and which of its kinds of record.
import { l10n, window, type QuickPickItem } from "vscode";
import { recordKinds, type RecordKind } from "../../service/operations";
import type { RecordList } from "../../store/recordLists";
import { listDeletedText, refreshingText } from "../goneTexts";
import { kindLabel } from "../labels";
import { listText } from "../lists/changeLists";
import type { RecordLists } from "../lists/recordLists";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";
import { readTarget, type TargetArgument } from "./targetArguments";

/** The list of the tree's entry; a call without arguments asks. */
export async function chosenList(
  args: readonly unknown[],
  recordLists: Pick<RecordLists, "list">,
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

/** The kind of record in the list: the preferred one if it has some; asks if there are several. */
export async function chosenKind(
  { counts, name }: RecordList,
  preferred?: RecordKind,
): Promise<RecordKind | undefined> {
  const kinds = recordKinds.filter((kind) => counts[kind] > 0);
  if (kinds.length === 0) {
    void window.showInformationMessage(l10n.t("{0} is empty.", safeText(name)));
  }
  const [only] = kinds.length < 2 ? kinds : kinds.filter((kind) => kind === preferred);
  if (only !== undefined || kinds.length === 0) {
    return only;
  }
  const items = kinds.map((kind): QuickPickItem & { readonly recordKind: RecordKind } => ({
    label: kindLabel(kind),
    recordKind: kind,
  }));
  return (await pickOne(items, { title: l10n.t("Which records?") }))?.recordKind;
}
