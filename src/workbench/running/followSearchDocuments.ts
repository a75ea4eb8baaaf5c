// When a saved search is renamed, moved, or saved for the first time, its runs and its results tabs go with it.
import { TabInputCustom, window, workspace, type Disposable, type Tab, type TextDocument, type Uri } from "vscode";
import type { RunStore } from "../../runs/runStore";
import { searchFileEnding } from "../../searches/searchDocument";
import { unsavedName } from "../../searches/unsavedName";
import type { CompaniesOfSearches } from "../companiesOfSearches";
import { errorForLog } from "../errorText";
import { searchResultsUri, showResultsAt, tabsAt } from "../resultsEditor/openResults";
import type { RunsAddress } from "../resultsEditor/resultsAddress";
import type { ResultsTabs, ShownRuns } from "../resultsEditor/resultsTabs";
import { searchNameOf } from "../searchFiles/searchFiles";
import { searchNameOfSource } from "../searchFiles/searchSource";
import type { RunCoordinator } from "./runCoordinator";

export interface FollowDeps {
  readonly runs: RunStore;
  readonly runner: RunCoordinator;
  readonly shown: ResultsTabs;
  readonly shownRuns: ShownRuns;
  readonly companiesOfSearches: CompaniesOfSearches;
  readonly log: (line: string) => void;
}

interface Move {
  readonly from: string;
  /** The name that runs have of it. */
  readonly name: string;
  readonly to: Uri;
}

export function followSearchDocuments(deps: FollowDeps): readonly Disposable[] {
  const follow = async (moves: readonly Move[]): Promise<void> => {
    for (const move of moves) {
      try {
        await moveSearch(move, deps);
      } catch (error) {
        deps.log(`The runs of a renamed search could not be moved with it: ${errorForLog(error)}`);
      }
    }
  };
  return [
    workspace.onDidRenameFiles(({ files }) => {
      void Promise.all(files.map(({ oldUri, newUri }) => movesOf(oldUri, newUri, deps))).then(
        (moves) => follow(moves.flat()),
        (error: unknown) => deps.log(`The runs of renamed searches could not be read: ${errorForLog(error)}`),
      );
    }),
    ...followFirstSaves(
      (from, to) =>
        void follow([{ from: from.uri.toString(), name: unsavedName(from.text) ?? searchNameOf(from.uri), to }]),
    ),
  ];
}

const isSearch = ({ path }: Uri): boolean => path.endsWith(searchFileEnding);

/** Of a file its own move, of a folder those of the searches in it that have runs. */
async function movesOf(from: Uri, to: Uri, { runs }: FollowDeps): Promise<readonly Move[]> {
  if (isSearch(from)) {
    return isSearch(to) ? [{ from: from.toString(), name: searchNameOf(from), to }] : [];
  }
  const folder = `${from.toString()}/`;
  const sources = new Set((await runs.sources()).map(({ source }) => source));
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

async function moveSearch({ from, name, to }: Move, deps: FollowDeps): Promise<void> {
  const { runs, runner, shown, shownRuns, companiesOfSearches } = deps;
  const source = to.toString();
  await runs.moveSource(from, source, { before: name, after: searchNameOf(to) });
  runner.moveSource(from, source);
  await companiesOfSearches.move(from, to);
  const before = shownRuns.of(from);
  if (before !== undefined) {
    shownRuns.remember(source, before);
    shownRuns.remember(from, undefined);
  }
  const old: RunsAddress = { kind: "search", source: from };
  for (const tab of tabsAt(old)) {
    shown.carryOver(old, { kind: "search", source });
    await replaceTab(tab, searchResultsUri(source, searchNameOf(to)));
  }
}

/** VS Code cannot rename a tab: another one is opened in its place. */
async function replaceTab(tab: Tab, uri: Uri): Promise<void> {
  const { group, isActive } = tab;
  // "background" opens a tab without showing it. VS Code passes it on, although its types do not name it.
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

/** The most time between the closing of a new document and the saving of its file, in ms. */
const savedWithinMs = 5_000;

interface Seen {
  readonly uri: Uri;
  readonly text: string;
  readonly at: number;
}

/**
 * VS Code does not tell which file a new document was saved to: it saves a file with the same text, and closes the
 * document before or after that.
 */
function followFirstSaves(onSaved: (from: Seen, to: Uri) => void): readonly Disposable[] {
  let closed: readonly Seen[] = [];
  let saved: readonly Seen[] = [];
  const seen = (document: TextDocument): Seen => ({ uri: document.uri, text: document.getText(), at: Date.now() });
  const recent = (all: readonly Seen[]): readonly Seen[] => all.filter(({ at }) => Date.now() - at < savedWithinMs);
  /** If several have the same text, the one at the same path. */
  const twinOf = ({ uri, text }: Seen, all: readonly Seen[]): Seen | undefined => {
    const same = recent(all).filter((one) => one.text === text);
    return same.find((one) => one.uri.path === uri.path) ?? (same.length === 1 ? same[0] : undefined);
  };
  return [
    workspace.onDidCloseTextDocument((document) => {
      if (document.isUntitled && isSearch(document.uri)) {
        const own = seen(document);
        const file = twinOf(own, saved);
        closed = [...recent(closed), own];
        if (file !== undefined) {
          onSaved(own, file.uri);
        }
      }
    }),
    workspace.onDidSaveTextDocument((document) => {
      if (!document.isUntitled && isSearch(document.uri)) {
        const own = seen(document);
        const origin = twinOf(own, closed);
        saved = [...recent(saved), own];
        if (origin !== undefined) {
          onSaved(origin, own.uri);
        }
      }
    }),
  ];
}
