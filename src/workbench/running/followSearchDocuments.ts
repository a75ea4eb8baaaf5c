// When a saved search is renamed, moved, or first saved, its runs and its results tabs move with it.
import type { Edit } from "jsonc-parser/lib/esm/main.js";
import {
  Range,
  TabInputCustom,
  TextEdit,
  window,
  workspace,
  type Disposable,
  type Tab,
  type TextDocument,
  type Uri,
} from "vscode";
import { searchFileEnding } from "../../searches/searchDocument";
import { nameListsFrom } from "../../searches/searchEdits";
import type { Desk } from "../desk";
import { errorForLog } from "../errorText";
import { searchResultsUri, showResultsAt, tabsAt } from "../resultsEditor/openResults";
import type { RunsAddress } from "../resultsEditor/resultsAddress";
import { searchNameOf } from "../searchFiles/searchFiles";
import { folderOfSearch } from "../searchFiles/searchSource";
import { searchNameOfSource } from "../searchFiles/searchSource";
import { activeUri, openUris } from "../tabs";

interface Move {
  readonly from: string;
  /** The name of the search in its runs. */
  readonly name: string;
  readonly to: Uri;
}

export function followSearchDocuments(desk: Desk): readonly Disposable[] {
  const follow = async (moves: readonly Move[]): Promise<void> => {
    for (const move of moves) {
      try {
        await moveSearch(move, desk);
      } catch (error) {
        desk.log(`The runs of a renamed search could not be moved with it: ${errorForLog(error)}`);
      }
    }
  };
  return [
    workspace.onDidRenameFiles(({ files }) => {
      void Promise.all(files.map(({ oldUri, newUri }) => movesOf(oldUri, newUri, desk))).then(
        (moves) => follow(moves.flat()),
        (error: unknown) => desk.log(`The runs of renamed searches could not be read: ${errorForLog(error)}`),
      );
    }),
    ...followSaves(desk, (move) => void follow([move])),
  ];
}

const isSearch = ({ path }: Uri): boolean => path.endsWith(searchFileEnding);

/** The move of a file; for a folder, the moves of the searches in it that have runs. */
async function movesOf(from: Uri, to: Uri, { app }: Desk): Promise<readonly Move[]> {
  if (isSearch(from)) {
    return isSearch(to) ? [{ from: from.toString(), name: searchNameOf(from), to }] : [];
  }
  const folder = `${from.toString()}/`;
  const sources = new Set((await app.runs.sources()).map(({ source }) => source));
  return [...sources]
    .filter((source) => source.startsWith(folder))
    .map((source) => ({
      from: source,
      name: searchNameOfSource(source),
      to: to.with({ path: `${to.path}/${pathBelow(source, from)}` }),
    }));
}

const pathBelow = (source: string, folder: Uri): string =>
  decodeURIComponent(source.slice(folder.toString().length + 1));

/** Moves the search's runs, companies, and results tabs. */
export async function moveSearch({ from, name, to }: Move, desk: Desk): Promise<void> {
  const { app, runner, shown, companiesOfSearches } = desk;
  const source = to.toString();
  await app.runs.moveSource(from, source, { before: name, after: searchNameOf(to) });
  runner.moveSource(from, source);
  await companiesOfSearches.move(from, to);
  const old: RunsAddress = { kind: "search", source: from };
  shown.move(old, { kind: "search", source });
  for (const tab of tabsAt(old)) {
    await replaceTab(tab, searchResultsUri(source, searchNameOf(to)));
  }
}

/** VS Code cannot rename a tab, so another one replaces it. */
async function replaceTab(tab: Tab, uri: Uri): Promise<void> {
  const { group, isActive } = tab;
  // "background" opens a tab without showing it. VS Code supports it, although its types do not include it.
  const options = { viewColumn: group.viewColumn, preserveFocus: !group.isActive, background: !isActive };
  await showResultsAt(uri, options);
  const old = group.tabs.find(
    ({ input }) =>
      input instanceof TabInputCustom && input.uri.toString() === (tab.input as TabInputCustom).uri.toString(),
  );
  if (old !== undefined) {
    await window.tabGroups.close(old, true);
  }
}

/** The edits of a search that keep its leave-out lists when it moves within the workspace. */
export function listsAfterMove(text: string, from: Uri, to: Uri): Edit[] {
  const before = folderOfSearch(from);
  const folder = folderOfSearch(to);
  const isWithin = before && folder && workspace.getWorkspaceFolder(before) && workspace.getWorkspaceFolder(folder);
  return isWithin === undefined ? [] : nameListsFrom(text, before?.path ?? "", folder?.path ?? "");
}

/**
 * VS Code does not say which search is saved to another file. It is the unsaved one with the file's path, or the active
 * one with the same text; a file with its own tab is only saved.
 */
function originOf(file: TextDocument): TextDocument | undefined {
  const others = workspace.textDocuments.filter((one) => isSearch(one.uri) && one !== file);
  const unsaved = others.find(({ isUntitled, uri }) => isUntitled && uri.path === file.uri.path);
  const hasTab = openUris().some((uri) => uri.toString() === file.uri.toString());
  const active = activeUri()?.toString();
  return (
    unsaved ??
    (hasTab ? undefined : others.find((one) => one.uri.toString() === active && one.getText() === file.getText()))
  );
}

/** Handles "Save" of an unsaved search in VS Code's menus and dialogs, and "Save As". */
function followSaves({ uncommittedInput }: Desk, onFirstSave: (from: Move) => void): readonly Disposable[] {
  const moves = new Map<string, Move>();
  return [
    workspace.onWillSaveTextDocument(({ document, waitUntil }) => {
      const origin = isSearch(document.uri) && !document.isUntitled ? originOf(document) : undefined;
      if (origin === undefined) {
        return;
      }
      // The page of the new file replaces the page of the origin.
      uncommittedInput.carryOver(origin.uri, document.uri);
      const edits = listsAfterMove(document.getText(), origin.uri, document.uri).map(({ offset, length, content }) =>
        TextEdit.replace(new Range(document.positionAt(offset), document.positionAt(offset + length)), content),
      );
      waitUntil(Promise.resolve(edits));
      if (origin.isUntitled) {
        const name = searchNameOf(origin.uri);
        moves.set(document.uri.toString(), { from: origin.uri.toString(), name, to: document.uri });
      }
    }),
    workspace.onDidSaveTextDocument(({ uri }) => {
      const move = moves.get(uri.toString());
      moves.delete(uri.toString());
      if (move !== undefined) {
        onFirstSave(move);
      }
    }),
  ];
}
