// The files of leave-out lists: paths relative to a search, or a setting for every search; and the choice of a list:
// one in the workspace, another one, or a new one.
import * as disk from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { QuickPickItemKind, Uri, window, workspace, type QuickPickItem } from "vscode";
import { ListProblem } from "../../app/listFiles";
import { leaveOutPathFrom } from "../../searches/leaveOutPaths";
import { isInside, isReallyInside } from "../../searches/realPlace";
import { browseText } from "../buttonTexts";
import { fileExists } from "../files";
import { typeFileName } from "../inputStep";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";
import { folderOfSearch } from "../searchFiles/searchSource";
import { setting } from "../settings";

/** The name of a list in sentences. */
export const listName = (uri: Uri): string => safeText(workspace.asRelativePath(uri));

/**
 * The file of a search's list. Rejects with a `ListProblem` if it is outside the workspace, also by a symbolic link: a
 * search comes with its folder, and a folder must not choose which of the user's files are read.
 */
export async function listOfSearch(source: Uri, named: string): Promise<Uri> {
  const folder = folderOfSearch(source);
  if (folder === undefined) {
    throw new ListProblem("Save the search in a folder first: its leave-out lists are relative to it.");
  }
  const uri = Uri.joinPath(folder, named);
  const isOfWorkspace = workspace.getWorkspaceFolder(folder) !== undefined;
  const roots = isOfWorkspace ? (workspace.workspaceFolders ?? []).map((one) => one.uri) : [folder];
  const paths = roots
    .filter(({ scheme, authority }) => scheme === uri.scheme && authority === uri.authority)
    .map((root) => placeOf(root));
  const isAllowed =
    uri.scheme === "file"
      ? await isReallyInside(disk, paths, placeOf(uri))
      : paths.some((root) => isInside(root, placeOf(uri), path.posix));
  if (!isAllowed) {
    throw new ListProblem(
      isOfWorkspace
        ? `The leave-out list ${safeText(named)} is outside the workspace.`
        : `The leave-out list ${safeText(named)} is outside the folder of the search.`,
    );
  }
  return uri;
}

/** The path of a file in a search; `undefined` if the search must not use the file. */
export async function pathFromSearch(source: Uri, uri: Uri): Promise<string | undefined> {
  const folder = folderOfSearch(source);
  if (folder === undefined || folder.scheme !== uri.scheme || folder.authority !== uri.authority) {
    return undefined;
  }
  const named = leaveOutPathFrom(folder.path, uri.path);
  return listOfSearch(source, named).then(
    () => named,
    () => undefined,
  );
}

/** The lists for every search. A workspace must not choose the user's files, so only the user setting counts. */
export function listsOfEverySearch(): readonly Uri[] {
  return setting("leaveOut.lists").map((one) => Uri.file(one.replace(/^~(?=[/\\]|$)/u, homedir())));
}

/** The folder for a new list for every search. */
export const folderForEverySearch = (): Uri => workspace.workspaceFolders?.[0]?.uri ?? Uri.file(homedir());

/** The path on this machine, or in the file system of another scheme. */
const placeOf = ({ scheme, fsPath, path }: Uri): string => (scheme === "file" ? fsPath : path);

interface ChooseListOptions {
  readonly title: string;
  /** Lists in use, which are offered first. */
  readonly inUse?: readonly Uri[] | undefined;
  /** Files not to offer. */
  readonly without?: readonly Uri[] | undefined;
  /** The folder for a new file. */
  readonly folder: Uri | undefined;
}

/** The last item of `chooseList`, whose answer is "none". */
interface NoListOption {
  readonly none: string;
}

interface ListItem extends QuickPickItem {
  readonly uri?: Uri;
  readonly ask?: "browse" | "new" | "none";
}

const endings = ["csv", "tsv", "txt"] as const;
const mostOffered = 500;

/** `undefined` when the user cancels. A new file exists afterwards. */
export function chooseList(options: ChooseListOptions): Promise<Uri | undefined>;
export function chooseList(options: ChooseListOptions & NoListOption): Promise<Uri | "none" | undefined>;
export async function chooseList({
  title,
  inUse = [],
  without = [],
  folder,
  none,
}: ChooseListOptions & Partial<NoListOption>): Promise<Uri | "none" | undefined> {
  const hidden = new Set([...inUse, ...without].map(String));
  const found = (await workspace.findFiles(`**/*.{${endings.join(",")}}`, "**/node_modules/**", mostOffered))
    .filter((uri) => !hidden.has(uri.toString()))
    .sort((one, other) => one.path.localeCompare(other.path));
  const item = (uri: Uri): ListItem => ({ label: listName(uri), uri });
  const items: ListItem[] = inUse.map(item);
  if (folder !== undefined) {
    items.push({ label: `$(new-file) New List…`, ask: "new" });
  }
  items.push({ label: `$(folder-opened) ${browseText}`, ask: "browse" });
  if (none !== undefined) {
    items.push({ label: `$(circle-slash) ${none}`, ask: "none" });
  }
  if (found.length > 0) {
    items.push({ label: "Files", kind: QuickPickItemKind.Separator });
  }
  items.push(...found.map(item));
  const picked = await pickOne(items, { title });
  if (picked?.ask === "new" && folder !== undefined) {
    return newList(title, folder);
  }
  if (picked?.ask === "none") {
    return "none";
  }
  if (picked?.ask === "browse") {
    const [uri] =
      (await window.showOpenDialog({
        title,
        filters: { ["Lists"]: [...endings] },
        ...(folder !== undefined && { defaultUri: folder }),
      })) ?? [];
    return uri;
  }
  return picked?.uri;
}

async function newList(title: string, folder: Uri): Promise<Uri | undefined> {
  const place = (name: string): Uri => Uri.joinPath(folder, `${name.trim().replace(/\.txt$/iu, "")}.txt`);
  const name = await window.showInputBox({
    title,
    prompt: `Name of the new list, in the folder ${listName(folder)}`,
    value: "leave-out.txt",
    valueSelection: [0, "leave-out".length],
    ignoreFocusOut: true,
    validateInput: async (text) => {
      if (text.trim() === "" || /[/\\:*?"<>|]/u.test(text)) {
        return typeFileName;
      }
      return (await fileExists(place(text))) ? "This file exists already." : undefined;
    },
  });
  if (name === undefined) {
    return undefined;
  }
  const uri = place(name);
  await makeList(uri);
  return uri;
}

/** Creates a list that explains how to write an entry. */
export async function makeList(uri: Uri): Promise<void> {
  const help = "One entry per line: a domain, an email address, the address of a profile, or: name, company";
  await workspace.fs.writeFile(uri, new TextEncoder().encode(`# ${help}\n`));
}
