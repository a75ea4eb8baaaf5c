// "Erase Person or Company…": shows the stored data of a person or company, deletes it, and adds them to a leave-out
// list.
import { window, type QuickPickItem, type Uri } from "vscode";
import { eraseFound, findToErase, findTyped, foundLines, linesToLeaveOut } from "../../app/eraseRecord";
import type { FoundToErase, NamedRecord } from "../../store/eraseRecord";
import type { LeaveOutLine } from "../../tables/leaveOutList";
import { countText } from "../../text/numbers";
import type { Desk } from "../desk";
import { inOneDialog } from "../dialogSteps";
import { inputStep } from "../inputStep";
import { countWatch, unlessCanceled, withLateProgress } from "../lateProgress";
import { append, useForEverySearch } from "../leaveOut/addToList";
import { chooseList, folderForEverySearch, listName, listsOfEverySearch } from "../leaveOut/listPlaces";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";
import { inUseText, notifyDeleted } from "./retention";

const title = "Erase person or company";

export async function eraseRecord(desk: Desk): Promise<void> {
  const { app, leaveOut, log } = desk;
  const typed = await inputStep({
    title,
    prompt: "What is stored is shown before anything is deleted.",
    placeholder: "Id, name, email, profile, or domain",
    value: "",
    problem: (text) => (text.trim() === "" ? "Type an id, a name, an email, a profile, or a domain." : undefined),
  });
  const found = typed === undefined ? undefined : await findAndChoose(desk, typed);
  if (typed === undefined || found === undefined) {
    return;
  }
  const erase = "Erase…";
  const detail = foundLines(found).join("\n");
  const question = `Erase “${safeText(typed.trim())}”?`;
  if ((await window.showWarningMessage(question, { modal: true, detail }, erase)) !== erase) {
    return;
  }
  const lines = linesToLeaveOut(found);
  const list = lines.length === 0 ? "none" : await listToUse();
  if (list === undefined) {
    return;
  }
  // Before the deletion, so that a list that cannot be changed is noticed while the records still exist.
  const added = list === "none" ? "They may come back with a later search." : await addLines(list, lines);
  const erased = await withLateProgress(
    title,
    (report, signal) => eraseFound(app, found, countWatch(report, signal).onProgress),
    { cancellable: false },
  );
  log("Erasure: done.");
  await notifyDeleted(app, erased.deleted);
  await leaveOut.reloadAll();
  void window.showInformationMessage(`Erased. ${added}${erased.isInUse ? inUseText("erase") : ""}`);
}

interface NamedItem extends QuickPickItem {
  readonly named: NamedRecord;
}

async function findAndChoose({ app }: Desk, typed: string): Promise<FoundToErase | undefined> {
  const found = await withLateProgress(title, (report, signal) =>
    unlessCanceled(signal, findTyped(app, typed, countWatch(report, signal).onProgress)),
  );
  if (found === undefined || !isNames(found)) {
    return found;
  }
  const [first] = found;
  if (first === undefined) {
    throw new Error("Nothing is stored with this id or name. Type an id, a name, an email, a profile, or a domain.");
  }
  const items = found.map((named): NamedItem => ({
    label: safeText(named.title),
    description: safeText(named.detail),
    named,
  }));
  const chosen =
    found.length === 1
      ? first
      : (await pickOne(items, { title: "Erase which of them?", placeholder: `“${safeText(typed.trim())}” is several` }))
          ?.named;
  return chosen && findToErase(app, chosen.entry);
}

const isNames = (found: FoundToErase | readonly NamedRecord[]): found is readonly NamedRecord[] => Array.isArray(found);

/** `undefined` when the user cancels: nothing is erased. */
const listToUse = (): Promise<Uri | "none" | undefined> =>
  inOneDialog(() =>
    chooseList({
      title: "Leave out from now on: which list gets it, for every search and lookup?",
      inUse: listsOfEverySearch(),
      folder: folderForEverySearch(),
      none: "No List: It May Come Back",
    }),
  );

async function addLines(list: Uri, lines: readonly LeaveOutLine[]): Promise<string> {
  const added = await append(list, lines);
  await useForEverySearch(list);
  const entries = added === 1 ? "1 entry" : `${countText(added)} entries`;
  return `${entries} added to ${listName(list)}, which every search and lookup leaves out.`;
}
