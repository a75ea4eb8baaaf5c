// Adds records to lists of the user's choice, removes them, edits their notes, and names lists; asks the user, and
// returns a sentence about the result.
import { ThemeIcon, window, type QuickPickItem } from "vscode";
import { longestNote } from "../../../webview-ui/messages/results";
import { recordsText } from "../../runs/amounts";
import type { RecordKind } from "../../service/operations";
import type { RecordList } from "../../store/recordLists";
import { countText } from "../../text/numbers";
import { inOneDialog } from "../dialogSteps";
import { listDeletedText } from "../goneTexts";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";
import type { RecordLists } from "./recordLists";

const longestName = 80;

export interface RecordsToList {
  readonly kind: RecordKind;
  readonly keys: readonly number[];
}

type ListItem = QuickPickItem & { readonly list: RecordList | undefined };

/** Asks for a list, or for the name of a new one. Resolves to a sentence, or `undefined` if the user cancels. */
export async function addToList({ kind, keys }: RecordsToList, recordLists: RecordLists): Promise<string | undefined> {
  const list = await inOneDialog(() => askList(keys.length, recordLists));
  if (list === undefined) {
    return undefined;
  }
  const added = await recordLists.add(list.id, kind, keys);
  const before = keys.length - added;
  const name = safeText(list.name);
  if (added === 0) {
    return `${name} has these records already, or they have no ID.`;
  }
  const sentence = added === 1 ? `1 record added to ${name}.` : `${countText(added)} records added to ${name}.`;
  return before === 0 ? sentence : `${sentence} ${countText(before)} were already in it.`;
}

/** Notes belong to lists, so this asks for the list, adds the record to it, and asks for the note. */
export async function addNote(kind: RecordKind, key: number, recordLists: RecordLists): Promise<void> {
  const list = await inOneDialog(() => askList(1, recordLists));
  if (list !== undefined) {
    await recordLists.add(list.id, kind, [key]);
    await editNote(kind, key, list.id, recordLists);
  }
}

async function askList(records: number, recordLists: RecordLists): Promise<RecordList | undefined> {
  const lists = await recordLists.stored.list();
  const title = `Add ${recordsText(records)} to`;
  const items: readonly ListItem[] = [
    ...lists.map((list): ListItem => ({
      label: safeText(list.name),
      description: listText(list),
      iconPath: new ThemeIcon("star-empty"),
      list,
    })),
    { label: "New list…", iconPath: new ThemeIcon("add"), list: undefined },
  ];
  const chosen = lists.length === 0 ? items[0] : await pickOne(items, { title });
  if (chosen === undefined || chosen.list !== undefined) {
    return chosen?.list;
  }
  const name = await askListName(recordLists, { title: "New list" });
  return name === undefined ? undefined : recordLists.create(name);
}

/** "12 records" */
export function listText({ counts }: RecordList): string {
  return recordsText(counts.company + counts.person + counts.contact);
}

/** Resolves to a sentence about the result. */
export async function removeFromList(
  { kind, keys }: RecordsToList,
  list: string,
  recordLists: RecordLists,
): Promise<string> {
  const removed = await recordLists.change((lists) => lists.removeRecords(list, kind, keys));
  return removed === 1 ? "1 record removed from the list." : `${countText(removed)} records removed from the list.`;
}

export async function editNote(kind: RecordKind, key: number, list: string, recordLists: RecordLists): Promise<void> {
  const [listed] = (await recordLists.stored.listed(kind, [key])).filter((one) => one.list === list);
  const note = await inOneDialog(async () =>
    window.showInputBox({
      title: "Note",
      value: listed?.note ?? "",
      prompt: "Shown in the details of the record, in this list and elsewhere. Empty removes the note.",
      validateInput: (text) => (text.length > longestNote ? "The note is too long." : undefined),
    }),
  );
  if (note !== undefined) {
    await recordLists.change((lists) => lists.setNote(list, kind, key, note));
  }
}

/** `undefined` if the user cancels. */
async function askListName(
  recordLists: RecordLists,
  { title, value, except }: { readonly title: string; readonly value?: string; readonly except?: string },
): Promise<string | undefined> {
  const taken = (await recordLists.stored.list())
    .filter(({ id }) => id !== except)
    .map(({ name }) => name.toLowerCase());
  const typed = await inOneDialog(async () =>
    window.showInputBox({
      title,
      ...(value !== undefined && { value }),
      prompt: "Lists stay on this machine.",
      validateInput: (text) => nameProblem(text.trim(), taken),
    }),
  );
  return typed?.trim();
}

function nameProblem(name: string, taken: readonly string[]): string | undefined {
  if (name === "") {
    return "Type a name.";
  }
  if (name.length > longestName) {
    return "The name is too long.";
  }
  return taken.includes(name.toLowerCase()) ? "There is already a list with this name." : undefined;
}

export async function renameList(id: string, recordLists: RecordLists): Promise<void> {
  const list = await recordLists.stored.get(id);
  if (list === undefined) {
    void window.showErrorMessage(listDeletedText);
    return;
  }
  const name = await askListName(recordLists, { title: "Rename list", value: list.name, except: id });
  if (name !== undefined && name !== list.name) {
    await recordLists.change((lists) => lists.rename(id, name));
  }
}
