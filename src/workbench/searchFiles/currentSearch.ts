// The saved search of a run, as its text is now.
import { workspace, type Uri } from "vscode";
import { parseSearch } from "../../searches/parseSearch";
import type { SearchDocument } from "../../searches/searchDocument";
import { searchExists, uriOfSource } from "./searchSource";

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
