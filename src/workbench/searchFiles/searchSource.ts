// The current saved search of a run, which stores the search's URI as text.
import { Uri, workspace } from "vscode";
import { parseSearch } from "../../searches/parseSearch";
import type { SearchDocument } from "../../searches/searchDocument";
import { fileExists } from "../files";
import { searchNameOf } from "./searchFiles";

/** `undefined` if the text is not a URI. */
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

/** Whether the search can be opened: its file exists, or it is open and unsaved. */
export async function searchExists(uri: Uri): Promise<boolean> {
  if (workspace.textDocuments.some((document) => !document.isClosed && document.uri.toString() === uri.toString())) {
    return true;
  }
  return uri.scheme !== "untitled" && fileExists(uri);
}

/** The URI of a run's saved search; `undefined` if it has none, or if it no longer exists. */
export async function searchOf(source: string | undefined): Promise<Uri | undefined> {
  const uri = source === undefined ? undefined : uriOfSource(source);
  return uri !== undefined && (await searchExists(uri)) ? uri : undefined;
}

/** The search including unsaved changes; `undefined` while its text is invalid. */
export async function documentOf(search: Uri): Promise<SearchDocument | undefined> {
  return parseSearch((await workspace.openTextDocument(search)).getText()).document;
}

/** Combines `searchOf` and `documentOf`. */
export async function searchAt(source: string | undefined): Promise<SearchDocument | undefined> {
  const search = await searchOf(source);
  return search && documentOf(search).catch(() => undefined);
}

/** An old version of a file, as in a comparison with Git or the timeline, cannot be edited. */
export const isEditable = ({ scheme }: Uri): boolean =>
  scheme === "untitled" || workspace.fs.isWritableFileSystem(scheme) === true;

/** The base folder for the paths of a search; `undefined` for an unsaved search without a folder. */
export function folderOfSearch(source: Uri): Uri | undefined {
  if (source.scheme !== "untitled") {
    return Uri.joinPath(source, "..");
  }
  const root = workspace.workspaceFolders?.[0]?.uri;
  return root && Uri.joinPath(root.with({ path: source.path }), "..");
}
