// Creates a saved search: an untitled document in the workspace folder, opened in the filter builder.
import { commands, Position, Uri, workspace, WorkspaceEdit, type TextDocument } from "vscode";
import type { RunStore } from "../../runs/runStore";
import { searchFileEnding } from "../../searches/searchDocument";
import { newSearchText } from "../../searches/searchEdits";
import type { SearchKind } from "../../service/filterCatalogue";
import type { FilterItem } from "../../service/requests";
import { editorIds } from "../commandIds";
import { fileExists, fileName } from "../files";
import { openUris } from "../tabs";

/** A number is appended if the name is taken. */
const newNames: Readonly<Record<SearchKind, string>> = {
  company: "New company search",
  people: "New people search",
};

/** Opens a new search with these filters in the filter builder; resolves with its URI. */
export function newSearchDocument(
  runs: RunStore,
  kind: SearchKind,
  filters?: Readonly<Record<string, readonly FilterItem[]>>,
): Promise<Uri> {
  return newSearchFrom(runs, kind, newSearchText(kind, filters));
}

/** The same with the given text, which may be invalid. */
export async function newSearchFrom(runs: RunStore, kind: SearchKind, text: string): Promise<Uri> {
  const uri = await freeUri(newNames[kind], await usedSources(runs));
  if (workspace.workspaceFolders?.[0]?.uri.scheme === "file") {
    // Sets the document's path: the tab shows only the name, and Save writes the file without a dialog. A bare name
    // would be saved at the root of the file system.
    await workspace.openTextDocument(uri);
  }
  await insertText(uri, text);
  await commands.executeCommand("vscode.openWith", uri, editorIds.filterBuilder);
  return uri;
}

/** VS Code backs up a text a second after its last change, so a reload can empty a new search: it is filled again. */
export async function refillNewSearch(document: TextDocument): Promise<void> {
  const { uri, isUntitled } = document;
  const kind = (["company", "people"] as const).find((one) => fileName(uri).startsWith(newNames[one]));
  if (isUntitled && kind !== undefined && document.getText() === "") {
    await insertText(uri, newSearchText(kind));
  }
}

async function insertText(uri: Uri, text: string): Promise<void> {
  const edit = new WorkspaceEdit();
  edit.insert(uri, new Position(0, 0), text);
  await workspace.applyEdit(edit);
}

/** Runs identify their search by its address, so a new search must not get the address of a discarded one. */
async function usedSources(runs: RunStore): Promise<ReadonlySet<string>> {
  const sources = await runs.sources().catch(() => []); // while the database cannot be read, none of its runs are shown
  return new Set(sources.map(({ source }) => source));
}

/** The default folder for saving searches; `undefined` without a workspace. */
export function newSearchFolder(): Uri | undefined {
  const root = workspace.workspaceFolders?.[0]?.uri;
  return root && Uri.joinPath(root, "searches");
}

async function freeUri(name: string, used: ReadonlySet<string>): Promise<Uri> {
  const folder = newSearchFolder();
  const open = openPaths();
  for (let number = 1; ; number += 1) {
    const file = `${name}${number === 1 ? "" : ` ${number}`}${searchFileEnding}`;
    const path = folder === undefined ? file : Uri.joinPath(folder, file).path;
    const uri = Uri.from({ scheme: "untitled", path });
    const isTaken = open.has(path) || used.has(uri.toString());
    if (!isTaken && (folder === undefined || !(await fileExists(Uri.joinPath(folder, file))))) {
      return uri;
    }
  }
}

function openPaths(): ReadonlySet<string> {
  const documents = workspace.textDocuments.map(({ uri }) => uri);
  return new Set([...openUris(), ...documents].map(({ path }) => path));
}
