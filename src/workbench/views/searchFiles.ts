// The saved searches there are: files of the workspace and of the personal library, followed as they change.
import { setImmediate } from "node:timers/promises";
import {
  EventEmitter,
  FileType,
  l10n,
  RelativePattern,
  Uri,
  window,
  workspace,
  type Disposable,
  type Event,
  type FileSystemWatcher,
} from "vscode";
import { filtersOf, type SearchKind } from "../../service/filterCatalogue";
import { describeSearch } from "../../searches/describeSearch";
import { parseSearch } from "../../searches/parseSearch";
import { searchFileEnding } from "../../searches/searchDocument";
import { errorText } from "../errorText";

/** `elsewhere`: a file in another folder, which is listed because it has runs. */
export type SearchPlace = "workspace" | "library" | "elsewhere";

/** One saved search as listed. `kind` is missing when the file does not parse or is too large; `words` then say so. */
export interface SearchFile {
  readonly uri: Uri;
  readonly name: string;
  readonly place: SearchPlace;
  readonly kind?: SearchKind | undefined;
  readonly isTooLarge?: boolean;
  readonly words: string;
}

export interface SearchFiles extends Disposable {
  readonly onDidChange: Event<void>;
  readonly library: Uri;
  list(): Promise<readonly SearchFile[]>;
  /** Tells that files have changed by a way that VS Code does not report. */
  refresh(): void;
}

/** In bytes. Larger files are listed but not read: parsing one would hold up all extensions for too long. */
const largestRead = 200_000;
/** A file with more values, names, and properties is listed but not read any further: about 5,500 values. */
const mostNodes = 24_000;
const mostFiles = 2_000;
/** Of a filter's sentence or a problem; a row of the tree shows far less. */
const longestWords = 500;

export function followSearchFiles(library: Uri): SearchFiles {
  const changed = new EventEmitter<void>();
  const fire = (): void => changed.fire();
  const follow = (watcher: FileSystemWatcher): readonly Disposable[] => [
    watcher,
    watcher.onDidCreate(fire),
    watcher.onDidChange(fire),
    watcher.onDidDelete(fire),
  ];
  /** A watcher of a folder that is not there yet stays blind when the folder is made, so it waits for the folder. */
  let libraryWatcher: readonly Disposable[] | undefined;
  let known: ReadonlyMap<string, DescribedFile> = new Map();
  const listening = [
    ...follow(workspace.createFileSystemWatcher(`**/*${searchFileEnding}`)),
    workspace.onDidChangeWorkspaceFolders(fire),
    // A watcher of a folder outside the workspace can be late; what this window saves there it knows itself.
    workspace.onDidSaveTextDocument(({ uri }) => {
      if (uri.path.endsWith(searchFileEnding)) {
        fire();
      }
    }),
    workspace.onDidCreateFiles(fire),
    workspace.onDidRenameFiles(fire),
    workspace.onDidDeleteFiles(fire),
    window.onDidChangeWindowState(({ focused }) => {
      if (focused && libraryWatcher === undefined) {
        fire(); // another window may have made the library
      }
    }),
    changed,
  ];

  async function inLibrary(): Promise<readonly Uri[]> {
    const found = await inFolder(library);
    if (found !== undefined) {
      libraryWatcher ??= follow(
        workspace.createFileSystemWatcher(new RelativePattern(library, `*${searchFileEnding}`)),
      );
    }
    return found ?? [];
  }

  return {
    onDidChange: changed.event,
    library,
    refresh: fire,
    async list() {
      const inWorkspace = await workspace.findFiles(`**/*${searchFileEnding}`, "**/node_modules/**", mostFiles);
      const libraryPath = `${library.path}/`;
      const files = [
        ...inWorkspace
          .filter((uri) => !uri.path.startsWith(libraryPath))
          .map((uri) => ({ uri, place: "workspace" as const })),
        ...(await inLibrary()).map((uri) => ({ uri, place: "library" as const })),
      ];
      const described = await describeFiles(files, known);
      known = new Map(described.map((one) => [one.file.uri.toString(), one]));
      return described
        .map(({ file }) => file)
        .sort((a, b) => a.name.localeCompare(b.name) || a.uri.path.localeCompare(b.uri.path));
    },
    dispose() {
      for (const disposable of [...listening, ...(libraryWatcher ?? [])]) {
        disposable.dispose();
      }
    },
  };
}

/** `undefined` while the folder does not exist: it is made when the first search is saved into it. */
async function inFolder(folder: Uri): Promise<readonly Uri[] | undefined> {
  try {
    const entries = await workspace.fs.readDirectory(folder);
    return entries.filter(([name]) => name.endsWith(searchFileEnding)).map(([name]) => Uri.joinPath(folder, name));
  } catch {
    return undefined;
  }
}

/** A search's name is its file's name without the ending. */
export function searchNameOf(uri: Uri): string {
  const file = uri.path.slice(uri.path.lastIndexOf("/") + 1);
  return file.endsWith(searchFileEnding) ? file.slice(0, -searchFileEnding.length) : file;
}

interface DescribedFile {
  readonly file: SearchFile;
  /** Size and time of change; `undefined` if the file could not be read. */
  readonly version: string | undefined;
}

/**
 * Reads and parses one file after the other, and lets other work run before each: a folder can have any number of large
 * files. Files that have not changed since `known` are not read again.
 */
async function describeFiles(
  files: readonly { readonly uri: Uri; readonly place: SearchPlace }[],
  known: ReadonlyMap<string, DescribedFile>,
): Promise<readonly DescribedFile[]> {
  const described: DescribedFile[] = [];
  for (const { uri, place } of files) {
    const before = known.get(uri.toString());
    const version = await versionOf(uri);
    if (before !== undefined && version !== undefined && before.version === version && before.file.place === place) {
      described.push(before);
    } else {
      await setImmediate();
      described.push({ file: await describeSearchFile(uri, place), version });
    }
  }
  return described;
}

async function versionOf(uri: Uri): Promise<string | undefined> {
  try {
    const { size, mtime } = await workspace.fs.stat(uri);
    return `${size} ${mtime}`;
  } catch {
    return undefined;
  }
}

export async function describeSearchFile(uri: Uri, place: SearchPlace): Promise<SearchFile> {
  const file = await readSearchFile(uri, place);
  return file.words.length > longestWords ? { ...file, words: `${file.words.slice(0, longestWords)}…` } : file;
}

async function readSearchFile(uri: Uri, place: SearchPlace): Promise<SearchFile> {
  const named = { uri, place, name: searchNameOf(uri) };
  try {
    const { size, type } = await workspace.fs.stat(uri);
    if ((type & FileType.File) === 0) {
      return { ...named, words: l10n.t("This is a folder, a device, or a pipe, not a saved search.") };
    }
    const tooLarge = { isTooLarge: true, words: l10n.t("Large file. Open it to see its filters.") };
    if (size > largestRead) {
      return { ...named, ...tooLarge };
    }
    const text = new TextDecoder().decode(await workspace.fs.readFile(uri));
    const { document, problems, isTooLong = false } = parseSearch(text, mostNodes);
    if (isTooLong) {
      return { ...named, ...tooLarge };
    }
    if (document === undefined) {
      return { ...named, words: problems[0]?.message ?? l10n.t("This file is not a saved search.") };
    }
    const used = filtersOf(document.search).filter(({ field }) => (document.filters[field]?.length ?? 0) > 0).length;
    return { ...named, kind: document.search, words: used === 0 ? l10n.t("No filter yet.") : describeSearch(document) };
  } catch (error) {
    return {
      ...named,
      words: l10n.t("This file cannot be read: {0}", errorText(error)),
    };
  }
}
