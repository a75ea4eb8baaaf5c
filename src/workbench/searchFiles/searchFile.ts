// Reads saved searches, and names the files in a search's folder.
import { FileType, l10n, Uri, window, workspace, type TextDocument } from "vscode";
import { searchFileEnding, type SearchDocument } from "../../searches/searchDocument";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import { runnableSearch } from "./runnableSearch";
import { searchNameOf } from "./searchFiles";

/**
 * The search at a URI with its unsaved changes; shows what is wrong with it. `uncommitted` names what a filter builder
 * shows that is not in the document yet.
 */
export async function readSearch(uri: Uri, uncommitted: readonly string[] = []): Promise<SearchDocument | undefined> {
  let text: TextDocument;
  try {
    text = await workspace.openTextDocument(uri);
  } catch (error) {
    void window.showErrorMessage(l10n.t("{0} cannot be read. {1}", safeText(searchNameOf(uri)), errorText(error)));
    return undefined;
  }
  return runnableSearch(text, uncommitted);
}

const folderOf = (uri: Uri): Uri => Uri.joinPath(uri, "..");

export const fileBeside = (uri: Uri, name: string): Uri => Uri.joinPath(folderOf(uri), `${name}${searchFileEnding}`);

/** Names of all saved searches in the same folder, this one included. */
export async function namesBeside(uri: Uri): Promise<readonly string[]> {
  const entries = await workspace.fs.readDirectory(folderOf(uri));
  return entries
    .filter(([name, type]) => type !== FileType.Directory && name.endsWith(searchFileEnding))
    .map(([name]) => name.slice(0, -searchFileEnding.length));
}
