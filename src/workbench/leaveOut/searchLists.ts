// The leave-out lists of a saved search in its filter builder: shown, previewed and added.
import { commands, l10n, Uri, window } from "vscode";
import type { ShownLeaveOutList } from "../../../webview-ui/messages/filterBuilder";
import { errorText } from "../errorText";
import { inOneDialog } from "../dialogSteps";
import { chooseList } from "./chooseList";
import { ListProblem, type ListFile } from "../../app/listFiles";
import type { LeaveOutLists } from "./leaveOutLists";
import { folderOfSearch, listName, listsOfEverySearch, pathFromSearch } from "./listPlaces";
import { listSummary } from "./previewList";
import { previewList } from "./previewList";

type Reader = Pick<LeaveOutLists, "read" | "readOfSearch">;

/** Those of the search in its order, then those for every search; what is wrong with one is part of it. */
export async function shownLists(
  lists: Reader,
  source: Uri,
  named: readonly string[],
): Promise<readonly ShownLeaveOutList[]> {
  const shown: ShownLeaveOutList[] = [];
  for (const name of named) {
    shown.push({ name, everywhere: false, ...(await described(() => lists.readOfSearch(source, name))) });
  }
  for (const uri of listsOfEverySearch()) {
    shown.push({ name: listName(uri), everywhere: true, ...(await described(() => lists.read(uri))) });
  }
  return shown;
}

async function described(
  read: () => Promise<ListFile>,
): Promise<Pick<ShownLeaveOutList, "summary"> | Pick<ShownLeaveOutList, "problem">> {
  try {
    return { summary: listSummary((await read()).list) };
  } catch (error) {
    if (!(error instanceof ListProblem)) {
      throw error;
    }
    return { problem: error.shown };
  }
}

/** Shows what a list contains; `list` is as the page shows it. */
export async function previewShownList(
  lists: Reader,
  source: Uri,
  { name, everywhere }: Pick<ShownLeaveOutList, "name" | "everywhere">,
): Promise<void> {
  const uri = everywhere ? listsOfEverySearch().find((one) => listName(one) === name) : undefined;
  if (everywhere && uri === undefined) {
    return;
  }
  await showingProblem(() =>
    previewList(() => (uri === undefined ? lists.readOfSearch(source, name) : lists.read(uri))),
  );
}

/** Asks for a file and shows what it contains. Resolves to how the search names it, or `undefined`. */
export function chooseListForSearch(lists: Reader, source: Uri, named: readonly string[]): Promise<string | undefined> {
  return inOneDialog(() => chooseAndPreview(lists, source, named));
}

async function chooseAndPreview(lists: Reader, source: Uri, named: readonly string[]): Promise<string | undefined> {
  const folder = folderOfSearch(source);
  const without = folder === undefined ? [] : named.map((one) => Uri.joinPath(folder, one));
  const uri = await chooseList({ title: l10n.t("Add a leave-out list"), without, folder });
  if (uri === undefined) {
    return undefined;
  }
  const path = await pathFromSearch(source, uri);
  if (path === undefined) {
    // Not awaited: the dialog ends now.
    void refuseOutside(uri);
    return undefined;
  }
  const isAdded = await showingProblem(() => previewList(() => lists.read(uri), l10n.t("Add to the Search")));
  return isAdded === true ? path : undefined;
}

async function refuseOutside(uri: Uri): Promise<void> {
  const open = l10n.t("Change in Settings");
  const text = l10n.t(
    "{0} is outside the workspace. A search can only name lists of its workspace; the settings can name others for " +
      "every search.",
    listName(uri),
  );
  if ((await window.showErrorMessage(text, open)) === open) {
    await openLeaveOutSetting();
  }
}

export async function openLeaveOutSetting(): Promise<void> {
  await commands.executeCommand("workbench.action.openSettings", "prospectDesk.leaveOut");
}

async function showingProblem<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    void window.showErrorMessage(errorText(error));
    return undefined;
  }
}
