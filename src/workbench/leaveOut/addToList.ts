// Adds the companies or people of records to a leave-out list: the user chooses which of them, and the list.
import { ConfigurationTarget, Uri, window, workspace, type QuickPickItem } from "vscode";
import type { App } from "../../app/app";
import { isTable, ListProblem } from "../../app/listFiles";
import { recordsByKey } from "../../app/readRecords";
import { companyReference, personReference } from "../../records/companyReference";
import { recordTitle } from "../../records/record";
import { editsFor } from "../../searches/searchEdits";
import type { RecordKind } from "../../service/operations";
import { entriesOfLine } from "../../tables/leaveOutEntries";
import { appendToLeaveOutList, type LeaveOutLine } from "../../tables/leaveOutList";
import { countText } from "../../text/numbers";
import { inOneDialog } from "../dialogSteps";
import { freeUri } from "../files";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";
import { editAndSave } from "../searchFiles/searchFile";
import { documentOf, searchOf } from "../searchFiles/searchSource";
import { folderOfSearch } from "../searchFiles/searchSource";
import type { LeaveOutLists } from "./leaveOutLists";
import {
  chooseList,
  folderForEverySearch,
  listName,
  listOfSearch,
  listsOfEverySearch,
  makeList,
  pathFromSearch,
} from "./listPlaces";

export interface RecordsToLeaveOut {
  readonly kind: RecordKind;
  readonly keys: readonly number[];
  /** The run with the records; absent if they come from many runs. */
  readonly run?: string | undefined;
}

/** Resolves to a sentence about the result; `undefined` when the user cancels. Rejects with a `ListProblem`. */
export function addToLeaveOutList(
  app: App,
  leaveOut: LeaveOutLists,
  added: RecordsToLeaveOut,
): Promise<string | undefined> {
  return inOneDialog(() => chooseAndAdd(app, leaveOut, added));
}

async function chooseAndAdd(
  { runs, store }: App,
  leaveOut: LeaveOutLists,
  { kind, keys, run }: RecordsToLeaveOut,
): Promise<string | undefined> {
  const lines = await chosenLines(await linesOf(kind, recordsByKey(store, keys)));
  if (lines === undefined) {
    return undefined;
  }
  const header = run === undefined ? undefined : (await runs.summary(run))?.header;
  const search = await searchOf(header?.source);
  const ofRun = (header?.leaveOut ?? []).map((one) => Uri.parse(one, true));
  const uris: Uri[] = [...ofRun];
  if (search !== undefined) {
    uris.push(...(await listsNamedBy(search)));
  }
  uris.push(...listsOfEverySearch());
  const inUse = distinct(uris);
  const first = inUse.length > 0 ? "another" : await askFirstList(search);
  const uri =
    first === "another"
      ? await chooseList({ title, inUse, folder: (search && folderOfSearch(search)) ?? folderForEverySearch() })
      : first;
  if (uri === undefined) {
    return undefined;
  }
  const isEverywhere = listsOfEverySearch().some((one) => one.toString() === uri.toString());
  const path = isEverywhere || search === undefined ? undefined : await pathFromSearch(search, uri);
  if (!isEverywhere && path === undefined && !(await offerForEverySearch(uri))) {
    return undefined;
  }
  const added = await append(uri, lines);
  if (path !== undefined && search !== undefined) {
    await nameInSearch(search, path);
  }
  if (header !== undefined && path !== undefined) {
    await runs.addLeaveOut(header.id, uri.toString());
  }
  await leaveOut.use(uri);
  return addedText(added, listName(uri));
}

const title = "Add to which leave-out list?";

interface FirstListItem extends QuickPickItem {
  /** The folder for the new list; if absent, the user chooses another list. */
  readonly folder?: Uri;
  readonly isForEverySearch?: boolean;
}

/** Most people leave out their customers, so the first list has a suggested name and the only question is its scope. */
async function askFirstList(search: Uri | undefined): Promise<Uri | "another" | undefined> {
  const name = "Customers";
  const label = `$(new-file) ${name}`;
  const ofSearch = search && folderOfSearch(search);
  const items: FirstListItem[] = [
    { label, description: "a new list for every search", folder: folderForEverySearch(), isForEverySearch: true },
    { label: "Another List…", description: "with another name, or a file that exists" },
  ];
  if (ofSearch !== undefined) {
    items.unshift({ label, description: "a new list for this search", folder: ofSearch });
  }
  const picked = await pickOne(items, { title });
  if (picked?.folder === undefined) {
    return picked && "another";
  }
  const uri = await freeUri(picked.folder, `${name}.txt`);
  await makeList(uri);
  if (picked.isForEverySearch === true) {
    await useForEverySearch(uri);
  }
  return uri;
}

interface PartItem extends QuickPickItem {
  readonly lines: readonly LeaveOutLine[];
}

/** The company or the person of each record; asks only if there are both. */
async function chosenLines({ company, person }: RecordLines): Promise<readonly LeaveOutLine[] | undefined> {
  if (company.length === 0 && person.length === 0) {
    throw new ListProblem("This record has nothing that a leave-out list can name.");
  }
  if (company.length === 0 || person.length === 0) {
    return company.length === 0 ? person : company;
  }
  const detail = (lines: readonly LeaveOutLine[]): string => safeText(lines[0]?.value ?? "");
  const one = company.length === 1 && person.length === 1;
  const items: readonly PartItem[] = [
    {
      label: one
        ? "The company and everyone who works there"
        : `${countText(company.length)} companies and everyone who works there`,
      description: company.length === 1 ? detail(company) : "",
      lines: company,
    },
    {
      label: one ? "This person only" : `${countText(person.length)} people only`,
      description: person.length === 1 ? detail(person) : "",
      lines: person,
    },
  ];
  return (await pickOne(items, { title: "What should be left out?" }))?.lines;
}

async function listsNamedBy(search: Uri): Promise<readonly Uri[]> {
  const uris = ((await documentOf(search))?.leaveOut ?? []).map((one) =>
    listOfSearch(search, one).catch(() => undefined),
  );
  return (await Promise.all(uris)).filter((uri) => uri !== undefined);
}

const distinct = (uris: readonly Uri[]): readonly Uri[] => [
  ...new Map(uris.map((uri) => [uri.toString(), uri])).values(),
];

/** A list that no search names must apply to every search, or it would have no effect. */
async function offerForEverySearch(uri: Uri): Promise<boolean> {
  const use = "Use for Every Search";
  const text = `${listName(uri)} is not a list of this search. Use it for every search and lookup?`;
  if ((await window.showWarningMessage(text, { modal: true }, use)) !== use) {
    return false;
  }
  await useForEverySearch(uri);
  return true;
}

export async function useForEverySearch(uri: Uri): Promise<void> {
  const named = listsOfEverySearch().map(({ fsPath }) => fsPath);
  if (!named.includes(uri.fsPath)) {
    const settings = workspace.getConfiguration("prospectDesk");
    await settings.update("leaveOut.lists", [...named, uri.fsPath], ConfigurationTarget.Global);
  }
}

/** Resolves to the number of new entries. Rejects with a `ListProblem`. */
export async function append(uri: Uri, lines: readonly LeaveOutLine[]): Promise<number> {
  if (workspace.textDocuments.some((one) => one.isDirty && one.uri.toString() === uri.toString())) {
    throw new ListProblem(`${listName(uri)} has unsaved changes. Save it first.`);
  }
  const result = await appendToLeaveOutList(await workspace.fs.readFile(uri), isTable(uri.path), lines);
  if (result.kind === "unwritable") {
    throw new ListProblem(`${listName(uri)} has no column for ${safeText(result.value)}.`);
  }
  if (result.added > 0) {
    await workspace.fs.writeFile(uri, result.bytes);
  }
  return result.added;
}

/** Adds the list to the search; saves the search only if it had no unsaved changes before. */
async function nameInSearch(search: Uri, path: string): Promise<void> {
  const document = await workspace.openTextDocument(search);
  const edits = editsFor(document.getText(), { kind: "addLists", lists: [path] });
  if (edits.length > 0) {
    await editAndSave(document, edits);
  }
}

function addedText(added: number, name: string): string {
  if (added === 0) {
    return `${name} has this already.`;
  }
  return added === 1 ? `1 entry added to ${name}.` : `${countText(added)} entries added to ${name}.`;
}

interface RecordLines {
  readonly company: readonly LeaveOutLine[];
  /** Empty for records of companies. */
  readonly person: readonly LeaveOutLine[];
}

/** One line for each company and each person; none for records without a valid entry. */
async function linesOf(kind: RecordKind, records: AsyncIterable<unknown>): Promise<RecordLines> {
  const company = new Map<string, LeaveOutLine>();
  const person = new Map<string, LeaveOutLine>();
  const add = (lines: Map<string, LeaveOutLine>, line: LeaveOutLine | undefined): void => {
    if (line !== undefined) {
      lines.set(line.value, line);
    }
  };
  for await (const record of records) {
    if (record !== undefined) {
      add(company, companyLine(kind, record));
      add(person, kind === "company" ? undefined : personLine(kind, record));
    }
  }
  return { company: [...company.values()], person: [...person.values()] };
}

function companyLine(kind: RecordKind, record: unknown): LeaveOutLine | undefined {
  const { domain, id, name } = companyReference(kind, record);
  return understood([domain, id], name);
}

function personLine(kind: RecordKind, record: unknown): LeaveOutLine | undefined {
  const name = recordTitle(kind, record);
  const { domain, name: company } = companyReference(kind, record);
  const at = domain ?? company;
  return understood([personReference(kind, record), at === undefined ? undefined : `${name}, ${at}`], name);
}

/** The first value that the list would parse as one entry. */
function understood(values: readonly (string | undefined)[], about: string | undefined): LeaveOutLine | undefined {
  const value = values.find(
    (one) => one !== undefined && !/[\p{Cc}#]/u.test(one) && entriesOfLine(one.trim()).length === 1,
  );
  return value === undefined ? undefined : { value: value.trim(), about };
}
