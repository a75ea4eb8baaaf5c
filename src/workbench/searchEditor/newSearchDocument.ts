// Makes a new saved search: an untitled document that opens in the filter builder and is saved beside the user's files.
import {
  commands,
  FileSystemError,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  Position,
  TabInputCustom,
  TabInputText,
} from "vscode";
import { newSearchText } from "../../searches/newSearchText";
import { searchFileEnding } from "../../searches/searchDocument";
import type { SearchKind } from "../../service/filterCatalogue";
import type { FilterItem } from "../../service/requests";
import { editorIds } from "../commandIds";

/** Opens a new search in the filter builder and resolves with its URI. `filters` are there from the start. */
export function newSearchDocument(
  kind: SearchKind,
  filters?: Readonly<Record<string, readonly FilterItem[]>>,
): Promise<Uri> {
  return newSearchFrom(kind, newSearchText(kind, filters));
}

/** The same with a whole text, which may be anything that was typed. */
export async function newSearchFrom(kind: SearchKind, text: string): Promise<Uri> {
  const uri = await freeUri(kind === "company" ? "New company search" : "New people search");
  const seed = new WorkspaceEdit();
  // Inserting, not opening, makes the document: an untitled one opened by name would be saved at the file system's root.
  seed.insert(uri, new Position(0, 0), text);
  await workspace.applyEdit(seed);
  await commands.executeCommand("vscode.openWith", uri, editorIds.filterBuilder);
  return uri;
}

async function freeUri(name: string): Promise<Uri> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const open = openPaths();
  for (let number = 1; ; number += 1) {
    const file = `${name}${number === 1 ? "" : ` ${number}`}${searchFileEnding}`;
    const path = folder === undefined ? file : Uri.joinPath(folder, file).path;
    if (!open.has(path) && (folder === undefined || !(await exists(Uri.joinPath(folder, file))))) {
      return Uri.from({ scheme: "untitled", path });
    }
  }
}

function openPaths(): ReadonlySet<string> {
  const tabs = window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.map(({ input }) => (input instanceof TabInputCustom || input instanceof TabInputText ? input.uri.path : "")),
  );
  return new Set([...tabs, ...workspace.textDocuments.map(({ uri }) => uri.path)]);
}

async function exists(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch (error) {
    // What cannot be looked at is not overwritten either.
    return !(error instanceof FileSystemError && error.code === "FileNotFound");
  }
}
