// The leave-out lists of a saved search in its filter builder: shown, previewed and added. A preview counts a list's
// entries by kind, and shows invalid lines. Email addresses match no record of a search, so the preview offers to add
// their companies to the list.
import { commands, QuickPickItemKind, Range, Uri, window, type QuickPickItem } from "vscode";
import type { ShownLeaveOutList } from "../../../webview-ui/messages/filterBuilder";
import { ListProblem, type ListFile } from "../../app/listFiles";
import { leaveOutKinds, type LeaveOutKind } from "../../store/identifiers";
import { companiesOfEmails } from "../../tables/leaveOutEntries";
import type { LeaveOutList } from "../../tables/leaveOutList";
import { countText } from "../../text/numbers";
import { inOneDialog } from "../dialogSteps";
import { errorText } from "../errorText";
import { leftOutLabel } from "../labels";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";
import { folderOfSearch } from "../searchFiles/searchSource";
import { append } from "./addToList";
import type { LeaveOutLists } from "./leaveOutLists";
import { chooseList, listName, listsOfEverySearch, pathFromSearch } from "./listPlaces";

/** The lists of the search in its order, then those for every search, each with its problem if it cannot be read. */
export async function shownLists(
  lists: LeaveOutLists,
  source: Uri,
  named: readonly string[],
): Promise<readonly ShownLeaveOutList[]> {
  const shown: ShownLeaveOutList[] = [];
  for (const name of named) {
    shown.push({ name, everywhere: false, ...(await described(() => lists.fileOfSearch(source, name))) });
  }
  for (const uri of listsOfEverySearch()) {
    shown.push({ name: listName(uri), everywhere: true, ...(await described(() => lists.file(uri))) });
  }
  return shown;
}

/** What the page shows below the name of a list. */
async function described(
  read: () => Promise<ListFile>,
): Promise<{ readonly summary: string } | { readonly problem: string }> {
  try {
    return { summary: listSummary((await read()).list) };
  } catch (error) {
    if (!(error instanceof ListProblem)) {
      throw error;
    }
    return { problem: error.message };
  }
}

/** Shows the content of a list; `list` is its state on the page. */
export async function previewShownList(
  lists: LeaveOutLists,
  source: Uri,
  { name, everywhere }: ShownLeaveOutList,
): Promise<void> {
  const uri = everywhere ? listsOfEverySearch().find((one) => listName(one) === name) : undefined;
  if (everywhere && uri === undefined) {
    return;
  }
  await showingProblem(() =>
    previewList(() => (uri === undefined ? lists.fileOfSearch(source, name) : lists.file(uri))),
  );
}

/** Asks for a file and shows its content. Resolves to its path in the search, or `undefined`. */
export function chooseListForSearch(
  lists: LeaveOutLists,
  source: Uri,
  named: readonly string[],
): Promise<string | undefined> {
  return inOneDialog(() => chooseAndPreview(lists, source, named));
}

async function chooseAndPreview(
  lists: LeaveOutLists,
  source: Uri,
  named: readonly string[],
): Promise<string | undefined> {
  const folder = folderOfSearch(source);
  const without = folder === undefined ? [] : named.map((one) => Uri.joinPath(folder, one));
  const uri = await chooseList({ title: "Add a leave-out list", without, folder });
  if (uri === undefined) {
    return undefined;
  }
  const path = await pathFromSearch(source, uri);
  if (path === undefined) {
    // Not awaited: the dialog ends now.
    void refuseOutside(uri);
    return undefined;
  }
  const isAdded = await showingProblem(() => previewList(() => lists.file(uri), "Add to the Search"));
  return isAdded === true ? path : undefined;
}

async function refuseOutside(uri: Uri): Promise<void> {
  const open = "Change in Settings";
  const text =
    `${listName(uri)} is outside the workspace. A search can only name lists of its workspace; the settings can ` +
    "name others for " +
    "every search.";
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

interface PreviewItem extends QuickPickItem {
  readonly use?: boolean;
  /** Opens the file at this line; lines start at 1. */
  readonly line?: number;
  /** Adds these lines to the list. */
  readonly add?: readonly string[];
}

/**
 * `use` is the label of the button that uses the list. Resolves to whether it was chosen. Rejects with a `ListProblem`.
 */
async function previewList(read: () => Promise<ListFile>, use?: string): Promise<boolean> {
  const file = await read();
  const { list } = file;
  const uri = Uri.parse(file.uri, true);
  const { first, count } = list.notUnderstood;
  const kinds = countTexts(list);
  const separator = (label: string): PreviewItem => ({ label, kind: QuickPickItemKind.Separator });
  const items: PreviewItem[] = [];
  if (use !== undefined) {
    items.push({ label: `$(add) ${use}`, use: true });
  }
  items.push(
    ...companiesItem(companiesOfEmails(list.entries)),
    { label: `$(go-to-file) Open the File`, line: 1 },
    separator(leftOutLabel),
    ...(kinds.length === 0 ? [noEntriesText] : kinds).map((label) => ({ label })),
  );
  if (list.counts.email !== undefined) {
    items.push({ label: `$(info) Email addresses match contacts only, no record of a search.` });
  }
  if (count !== 0) {
    items.push(separator(notUnderstoodText(count)));
  }
  items.push(
    ...first.map(({ line, text }) => ({
      label: safeText(text),
      description: `Line ${countText(line)}`,
      line,
    })),
  );
  const picked = await pickOne(items, {
    title: `Leave-out list ${listName(uri)}`,
    placeholder: "Select a line that was not understood to open it.",
  });
  if (picked?.line !== undefined) {
    const selection = new Range(picked.line - 1, 0, picked.line - 1, 0);
    await commands.executeCommand("vscode.open", uri, { selection });
  }
  if (picked?.add !== undefined) {
    await append(
      uri,
      picked.add.map((value) => ({ value })),
    );
    return previewList(read, use);
  }
  return picked?.use === true;
}

function companiesItem(companies: readonly string[]): readonly PreviewItem[] {
  const label =
    companies.length === 1
      ? `Leave Out Their Company Too: ${safeText(companies[0] ?? "")}`
      : `Leave Out Their ${countText(companies.length)} Companies Too`;
  const detail = "Adds the domains of the email addresses to the file.";
  return companies.length === 0 ? [] : [{ label: `$(organization) ${label}`, detail, add: companies }];
}

const counted: Readonly<Record<LeaveOutKind, (count: number) => string>> = {
  domain: (count) => (count === 1 ? "1 domain" : `${countText(count)} domains`),
  email: (count) => (count === 1 ? "1 email address" : `${countText(count)} email addresses`),
  personUrl: (count) => (count === 1 ? "1 profile of a person" : `${countText(count)} profiles of people`),
  companyUrl: (count) => (count === 1 ? "1 profile of a company" : `${countText(count)} profiles of companies`),
  id: (count) => (count === 1 ? "1 ID" : `${countText(count)} IDs`),
  personNetworkId: (count) => (count === 1 ? "1 network ID of a person" : `${countText(count)} network IDs of people`),
  companyNetworkId: (count) =>
    count === 1 ? "1 network ID of a company" : `${countText(count)} network IDs of companies`,
  nameAtCompany: (count) => (count === 1 ? "1 name with a company" : `${countText(count)} names with a company`),
};

/** "1,240 domains", "12 email addresses": each kind that occurs. */
const countTexts = ({ counts }: LeaveOutList): readonly string[] =>
  leaveOutKinds.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [counted[kind](count)];
  });

const noEntriesText = "no entries";

function notUnderstoodText(count: number): string {
  return count === 1 ? "1 line not understood" : `${countText(count)} lines not understood`;
}

/** "1,240 domains, 12 email addresses, 3 lines not understood" */
function listSummary(list: LeaveOutList): string {
  const { count } = list.notUnderstood;
  const parts = [...countTexts(list)];
  if (count !== 0) {
    parts.push(notUnderstoodText(count));
  }
  return parts.length === 0 ? noEntriesText : parts.join(", ");
}
