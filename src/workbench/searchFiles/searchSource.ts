// The saved search that a run came from, as its text is now: runs store its URI as text.
import { Uri, workspace } from "vscode";
import { parseSearch } from "../../searches/parseSearch";
import type { SearchDocument } from "../../searches/searchDocument";
import { fileExists } from "../files";
import { searchNameOf } from "./searchFiles";

/** `undefined` if the text is no URI. */
export function uriOfSource(source: string): Uri | undefined {
  try {
    return Uri.parse(source, true);
  } catch {
    return undefined;
  }
}

export function searchNameOfSource(source: string): string {
  const uri = uriOfSource(source);
  return uri === undefined ? "" : searchNameOf(uri);
}

/** Whether the search can be opened: its file exists, or it is open and not saved yet. */
export async function searchExists(uri: Uri): Promise<boolean> {
  if (workspace.textDocuments.some((document) => !document.isClosed && document.uri.toString() === uri.toString())) {
    return true;
  }
  return uri.scheme !== "untitled" && fileExists(uri);
}

/** `undefined` if the run has no saved search, or it no longer exists. */
export async function searchOf(source: string | undefined): Promise<Uri | undefined> {
  const uri = source === undefined ? undefined : uriOfSource(source);
  return uri !== undefined && (await searchExists(uri)) ? uri : undefined;
}

/** With changes that are not saved yet; `undefined` while its text is invalid. */
export async function documentOf(search: Uri): Promise<SearchDocument | undefined> {
  return parseSearch((await workspace.openTextDocument(search)).getText()).document;
}

/** Both in one. */
export async function searchAt(source: string | undefined): Promise<SearchDocument | undefined> {
  const search = await searchOf(source);
  return search && documentOf(search).catch(() => undefined);
}

/** An old version of a file, as in a comparison with Git or the timeline, cannot be edited. */
export const isEditable = ({ scheme }: Uri): boolean =>
  scheme === "untitled" || workspace.fs.isWritableFileSystem(scheme) === true;

/** The folder that the paths of a search start from; `undefined` for a search that is not saved in any folder. */
export function folderOfSearch(source: Uri): Uri | undefined {
  if (source.scheme !== "untitled") {
    return Uri.joinPath(source, "..");
  }
  const root = workspace.workspaceFolders?.[0]?.uri;
  return root && Uri.joinPath(root.with({ path: source.path }), "..");
}
