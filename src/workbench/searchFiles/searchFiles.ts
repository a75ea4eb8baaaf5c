// The list of saved searches: files in the workspace and the personal library, updated when they change.
import { setImmediate } from "node:timers/promises";
import {
  EventEmitter,
  FileType,
  RelativePattern,
  Uri,
  window,
  workspace,
  type Disposable,
  type DocumentFilter,
} from "vscode";
import { describeSearch } from "../../searches/describeSearch";
import { parseSearch } from "../../searches/parseSearch";
import { searchFileEnding } from "../../searches/searchDocument";
import { unsavedName } from "../../searches/unsavedName";
import { filtersOf, type SearchKind } from "../../service/filterCatalogue";
import { errorText } from "../errorText";
import { fileName, watchFiles } from "../files";

/** `elsewhere` is a file in another folder, which is listed because it has runs. */
export type SearchPlace = "workspace" | "library" | "elsewhere";

/** A saved search in the list. `kind` is absent if the file is invalid or too large, as `words` then says. */
export interface SearchFile {
  readonly uri: Uri;
  readonly name: string;
  readonly place: SearchPlace;
  readonly kind?: SearchKind | undefined;
  readonly isTooLarge?: boolean;
  readonly words: string;
  /** Its folder, if another search in this place has the same name. */
  readonly folder?: string | undefined;
}

export interface FoundSearches {
  /** Sorted by name. */
  readonly files: readonly SearchFile[];
  /** The workspace has more than `mostFiles` searches. */
  readonly hasMore: boolean;
}

/** The documents that are saved searches. */
export const searchDocuments: DocumentFilter = { pattern: `**/*${searchFileEnding}` };

export const isSearch = ({ uri }: { readonly uri: Uri }): boolean => uri.path.endsWith(searchFileEnding);

/** In bytes. Larger files are listed but not read, because parsing one would block all extensions for too long. */
const largestRead = 200_000;
export const mostFiles = 2_000;
/** The length of a filter's sentence or a problem; a row of the tree shows far less. */
const longestWords = 500;

/** Caches the files that were read. */
export class SearchFiles implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #known = new Map<string, DescribedFile>();
  /** A watcher of a missing folder does not notice when the folder is created, so it starts when the folder exists. */
  #libraryWatcher: Disposable | undefined;
  readonly #listening: readonly Disposable[];

  constructor(readonly library: Uri) {
    const fire = (): void => this.refresh();
    this.#listening = [
      watchFiles(`**/*${searchFileEnding}`, fire),
      workspace.onDidChangeWorkspaceFolders(fire),
      // A watcher of a folder outside the workspace can be late; what this window saves there it knows itself.
      workspace.onDidSaveTextDocument((document) => {
        if (isSearch(document)) {
          fire();
        }
      }),
      workspace.onDidCreateFiles(fire),
      workspace.onDidRenameFiles(fire),
      workspace.onDidDeleteFiles(fire),
      window.onDidChangeWindowState(({ focused }) => {
        if (focused && this.#libraryWatcher === undefined) {
          fire(); // another window may have created the library
        }
      }),
      this.#changed,
    ];
  }

  /** Reports changes of files, including those that VS Code does not report. */
  refresh(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.#listening.forEach((one) => one.dispose());
    this.#libraryWatcher?.dispose();
  }

  async list(): Promise<readonly SearchFile[]> {
    return (await this.find()).files;
  }

  async find(): Promise<FoundSearches> {
    const inLibrary = await this.#inLibrary();
    const all = await workspace.findFiles(`**/*${searchFileEnding}`, "**/node_modules/**", mostFiles + 1);
    const inWorkspace = all.filter(({ path }) => !path.startsWith(`${this.library.path}/`)).slice(0, mostFiles);
    const found = [...(await this.#read(inLibrary, "library")), ...(await this.#read(inWorkspace, "workspace"))];
    this.#known = new Map(found.map((one) => [one.file.uri.toString(), one]));
    return { files: withFolders(found.map(({ file }) => file).sort(byName)), hasMore: all.length > mostFiles };
  }

  async #read(uris: readonly Uri[], place: SearchPlace): Promise<readonly DescribedFile[]> {
    const read: DescribedFile[] = [];
    for (const uri of uris) {
      read.push(await describedFile(uri, place, this.#known.get(uri.toString())));
    }
    return read;
  }

  /** Empty while the folder does not exist: the first search saved into it creates it. */
  async #inLibrary(): Promise<readonly Uri[]> {
    try {
      const entries = await workspace.fs.readDirectory(this.library);
      this.#libraryWatcher ??= watchFiles(new RelativePattern(this.library, `*${searchFileEnding}`), () =>
        this.refresh(),
      );
      const names = entries.map(([name]) => name).filter((name) => name.endsWith(searchFileEnding));
      return names.map((name) => Uri.joinPath(this.library, name));
    } catch {
      return [];
    }
  }
}

/** The name of a search: its file name without the ending, or the filters of an unsaved search. */
export function searchNameOf(uri: Uri): string {
  const text =
    uri.scheme === "untitled"
      ? workspace.textDocuments.find((document) => document.uri.toString() === uri.toString())?.getText()
      : undefined;
  return unsavedName(text ?? "") ?? fileNameOf(uri);
}

function fileNameOf(uri: Uri): string {
  const file = fileName(uri);
  return file.endsWith(searchFileEnding) ? file.slice(0, -searchFileEnding.length) : file;
}

interface DescribedFile {
  readonly file: SearchFile;
  /** Size and modification time; `undefined` if the file could not be read. */
  readonly version: string | undefined;
}

const { compare } = new Intl.Collator();
const byName = (a: SearchFile, b: SearchFile): number => compare(a.name, b.name) || compare(a.uri.path, b.uri.path);

/** Adds the folders of searches in the same place with the same name. */
export function withFolders(files: readonly SearchFile[]): readonly SearchFile[] {
  const named = new Map<string, number>();
  const keyOf = ({ place, name }: SearchFile): string => `${place} ${name}`;
  for (const file of files) {
    named.set(keyOf(file), (named.get(keyOf(file)) ?? 0) + 1);
  }
  return files.map((file) => ((named.get(keyOf(file)) ?? 0) > 1 ? { ...file, folder: folderOf(file.uri) } : file));
}

/** Relative to the workspace; the name of the workspace folder for a file directly in it. */
function folderOf(uri: Uri): string {
  const relative = workspace.asRelativePath(uri);
  const end = relative.lastIndexOf("/");
  return end > 0 ? relative.slice(0, end) : (workspace.getWorkspaceFolder(uri)?.name ?? "/");
}

/** Reads a file unless it is unchanged since `known`. Never rejects. */
async function describedFile(uri: Uri, place: SearchPlace, known?: DescribedFile): Promise<DescribedFile> {
  const named = { uri, place, name: searchNameOf(uri) };
  let version: string | undefined;
  try {
    const { size, mtime, type } = await workspace.fs.stat(uri);
    version = `${size} ${mtime}`;
    if (known?.version === version && known.file.place === place) {
      return known;
    }
    if ((type & FileType.File) === 0) {
      const words = "This is a folder, a device, or a pipe, not a saved search.";
      return { version, file: { ...named, words } };
    }
    if (size > largestRead) {
      const words = "Large file. Open it to see its filters.";
      return { version, file: { ...named, isTooLarge: true, words } };
    }
    const bytes = await workspace.fs.readFile(uri);
    // Parsing takes some milliseconds, so other work can run between two files.
    await setImmediate();
    return { version, file: describe(named, new TextDecoder().decode(bytes)) };
  } catch (error) {
    return { version, file: { ...named, words: shortened(`This file cannot be read: ${errorText(error)}`) } };
  }
}

export async function describeSearchFile(uri: Uri, place: SearchPlace): Promise<SearchFile> {
  return (await describedFile(uri, place)).file;
}

const shortened = (words: string): string => (words.length > longestWords ? `${words.slice(0, longestWords)}…` : words);

function describe(named: Omit<SearchFile, "words">, text: string): SearchFile {
  const { document, problems } = parseSearch(text);
  if (document === undefined) {
    return { ...named, words: shortened(problems[0]?.message ?? "This file is not a saved search.") };
  }
  const used = filtersOf(document.search).filter(({ field }) => (document.filters[field]?.length ?? 0) > 0).length;
  const words = used === 0 ? "No filter yet." : shortened(describeSearch(document));
  return { ...named, kind: document.search, words };
}
