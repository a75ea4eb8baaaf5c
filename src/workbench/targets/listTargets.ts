// Which list of records a command is about, and which of its kinds of record.
import { l10n, window, type QuickPickItem } from "vscode";
import { recordKinds, type RecordKind } from "../../service/operations";
import type { RecordList } from "../../store/recordLists";
import { listDeletedText } from "../goneTexts";
import { kindLabel } from "../labels";
import { listText } from "../lists/changeLists";
import type { RecordLists } from "../lists/recordLists";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";
import { readTarget, refuse, type CommandArguments } from "./targetArguments";
import { pick } from "./targetPickers";

/** The list of the tree's entry; a call without arguments asks. */
export async function chosenList(
  args: CommandArguments,
  recordLists: Pick<RecordLists, "list">,
): Promise<RecordList | undefined> {
  const lists = await recordLists.list();
  const target = readTarget(args);
  if (target.kind === "none") {
    const choices = lists.map((list) => ({ label: safeText(list.name), description: listText(list), value: list }));
    const whenEmpty = l10n.t("There are no lists yet. Select records in any results, and add them to a list.");
    return pick(choices, whenEmpty, { title: l10n.t("Choose a list") });
  }
  if (target.kind !== "list") {
    const sentence = l10n.t("This command needs a list of records. Select one in the Searches view and try again.");
    return refuse(target, sentence);
  }
  return lists.find(({ id }) => id === target.id) ?? refuse(target, listDeletedText());
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
