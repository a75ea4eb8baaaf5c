// The rows of the Searches view: searches, the groups that they are in, their runs, and lists of records.
import { window } from "vscode";
import type { App } from "../../app/app";
import { refreshNote } from "../../runs/runState";
import type { RecordList } from "../../store/recordLists";
import type { RunSource } from "../../store/runSources";
import { viewIds } from "../commandIds";
import type { ConnectionStore } from "../connections/connectionStore";
import { errorText } from "../errorText";
import { fileExists } from "../files";
import type { RecordLists } from "../lists/recordLists";
import type { SearchRunner } from "../runActivity";
import {
  describeSearchFile,
  withFolders,
  type FoundSearches,
  type SearchFile,
  type SearchFiles,
  type SearchPlace,
} from "../searchFiles/searchFiles";
import { uriOfSource } from "../searchFiles/searchSource";
import type { Tree } from "../tree";
import { runItem, type RunList, type RunNode } from "./runItems";
import { countsItem } from "./runsView";
import {
  connectItem,
  groupItem,
  idOfSearch,
  listItem,
  listsItem,
  lostRunsItem,
  moreSearchesItem,
  searchItem,
  showAllItem,
  type ConnectAction,
} from "./searchItems";

/** What the tree passes to commands; `readTarget` reads the files and runs. */
export type SearchNode =
  | { readonly action: ConnectAction }
  | { readonly group: SearchPlace }
  | { readonly lists: readonly RecordList[] }
  | { readonly list: RecordList }
  | { readonly lost: readonly string[] }
  | { readonly file: SearchFile }
  | { readonly more: true }
  | (RunNode & { readonly isNamed: boolean })
  | { readonly counts: RunList }
  | { readonly all: RunList };

export interface SearchesViewDeps {
  readonly app: App;
  readonly trees: { readonly searches: Tree };
  readonly searchFiles: SearchFiles;
  readonly recordLists: RecordLists;
  readonly runner: SearchRunner;
  readonly connections: ConnectionStore;
}

interface State {
  readonly found: FoundSearches;
  /** What is known of the runs of each search, by purpose and source. */
  readonly runs: ReadonlyMap<string, RunSource>;
  readonly lists: readonly RecordList[];
  readonly elsewhere: readonly string[];
  readonly lost: readonly string[];
}

/** Looking for saved searches. */
interface Finding {
  /** Resolves when some are found, or there are none. */
  readonly first: Promise<unknown>;
  readonly all: Promise<unknown>;
  readonly stop: () => void;
}

/** The rest of a longer list is read when the user asks for it. */
const listedAtOnce = 20;

const noRuns: RunList = { id: "", sources: [], purpose: "search" };

/** The rows of the Searches view, and what was read for them. */
export class SearchRows {
  /** The lists whose runs are all listed. */
  readonly #whole = new Set<string>();
  /** Whether the file of a search exists; each is looked for once until files change. */
  readonly #existing = new Map<string, Promise<boolean>>();
  #found: FoundSearches | undefined;
  #finding: Finding | undefined;
  #state: State | undefined;
  #reloads = 0;

  /** @param onMore is called when more searches were found than those that were read. */
  constructor(
    private readonly deps: SearchesViewDeps,
    private readonly onMore: () => void,
  ) {}

  /** All searches were looked for. */
  get isComplete(): boolean {
    return this.#state?.found.isComplete === true;
  }

  /** Files are read again only when they change: runs change several times a second. */
  forgetFiles(): void {
    this.#finding?.stop();
    this.#finding = undefined;
    this.#existing.clear();
  }

  /** Everything but the files is read again when it is asked for. */
  forget(): void {
    this.#reloads += 1;
    this.#state = undefined;
  }

  /** Resolves to false when it was called again meanwhile: only the last reading counts. */
  async reload(): Promise<boolean> {
    this.#reloads += 1;
    const reload = this.#reloads;
    const state = await this.#read();
    if (reload === this.#reloads) {
      this.#state = state;
    }
    return reload === this.#reloads;
  }

  showAll(list: string): void {
    this.#whole.add(list);
  }

  close(node: SearchNode): void {
    this.#whole.delete(listOf(node)?.id ?? "");
  }

  async children(node: SearchNode | undefined): Promise<readonly SearchNode[]> {
    this.#state ??= await this.#read();
    const state = this.#state;
    if (node === undefined) {
      return this.#root(state);
    }
    if ("group" in node) {
      const { found, elsewhere } = state;
      const files = node.group === "elsewhere" ? await filesAt(elsewhere) : found.files;
      const listed = files.filter(({ place }) => place === node.group).map((file) => ({ file }));
      return node.group === "workspace" && found.hasMore ? [...listed, { more: true }] : listed;
    }
    if ("lists" in node) {
      return node.lists.map((list) => ({ list }));
    }
    const list = listOf(node);
    return list === undefined ? [] : this.#listed(list, countsOf(node), "lost" in node);
  }

  item(node: SearchNode) {
    const { app, runner } = this.deps;
    const now = app.clock.now();
    if ("run" in node) {
      const { run, isNamed } = node;
      return runItem(run, { now, activity: runner.activity(run.header.id), isNamed });
    }
    if ("file" in node) {
      const source = node.file.uri.toString();
      const newest = this.#state?.runs.get(keyOf("search", source));
      const note =
        newest && refreshNote({ updatedAt: newest.updatedAt, header: { connection: { origin: newest.origin } } }, now);
      const hasRuns = this.#count(listOf(node)) + this.#count(countsOf(node)) > 0;
      return searchItem(node.file, { hasRuns, note, activity: runner.activityOf(node.file.uri) });
    }
    if ("group" in node) {
      return groupItem(node.group);
    }
    if ("lists" in node) {
      return listsItem(node.lists.length);
    }
    if ("list" in node) {
      return listItem(node.list);
    }
    if ("counts" in node) {
      return countsItem(node.counts.id, this.#count(node.counts));
    }
    if ("more" in node) {
      return moreSearchesItem();
    }
    if ("all" in node) {
      return showAllItem(node.all, this.#count(node.all));
    }
    return "lost" in node ? lostRunsItem(this.#count(listOf(node))) : connectItem(node.action);
  }

  #root({ found: { files }, elsewhere, lost, lists }: State): readonly SearchNode[] {
    const groups = (["workspace", "library"] as const).filter((group) => files.some(({ place }) => place === group));
    const nodes: readonly SearchNode[] = [
      ...groups.map((group) => ({ group })),
      ...(elsewhere.length === 0 ? [] : [{ group: "elsewhere" as const }]),
      ...(lost.length === 0 ? [] : [{ lost }]),
      ...(lists.length === 0 ? [] : [{ lists }]),
    ];
    const isConnected = this.deps.connections.activeId !== undefined;
    return nodes.length === 0 || isConnected ? nodes : [{ action: "useSandbox" }, { action: "connect" }, ...nodes];
  }

  async #listed(list: RunList, counts: RunList | undefined, isNamed: boolean): Promise<readonly SearchNode[]> {
    const [source] = list.sources;
    const runs = await this.#explaining([], () =>
      this.deps.app.runs.list({
        ...(list.sources.length === 1 && source !== "" ? { source } : { sources: list.sources }),
        purposes: [list.purpose],
        ...(!this.#whole.has(list.id) && { limit: listedAtOnce }),
      }),
    );
    const hasMore = !this.#whole.has(list.id) && this.#count(list) > runs.length;
    return [
      ...runs.map((run) => ({ run, isNamed })),
      ...(hasMore ? [{ all: list }] : []),
      ...(this.#count(counts) > 0 && counts !== undefined ? [{ counts }] : []),
    ];
  }

  #count({ sources, purpose }: RunList = noRuns): number {
    return sources.reduce((sum, source) => sum + (this.#state?.runs.get(keyOf(purpose, source))?.runs ?? 0), 0);
  }

  async #read(): Promise<State> {
    const found = await this.#searches();
    const [sources, lists] = await this.#explaining([[], []] as const, () =>
      Promise.all([this.deps.app.runs.sources(), this.deps.recordLists.list()]),
    );
    const runs = new Map(sources.map((one) => [keyOf(one.purpose, one.source), one]));
    const listed = new Set(found.files.map(({ uri }) => uri.toString()));
    // A search that is not found yet is not elsewhere.
    const others = found.isComplete
      ? [...new Set(sources.map(({ source }) => source))].filter((source) => !listed.has(source))
      : [];
    const exist = await Promise.all(others.map((source) => this.#exists(source)));
    return {
      found,
      runs,
      lists,
      elsewhere: others.filter((_source, index) => exist[index]),
      lost: others.filter((_source, index) => !exist[index]),
    };
  }

  #exists(source: string): Promise<boolean> {
    const known = this.#existing.get(source) ?? sourceExists(source);
    this.#existing.set(source, known);
    return known;
  }

  /** What is found so far; once all were found, they stay until all are found again. */
  async #searches(): Promise<FoundSearches> {
    this.#finding ??= this.#find();
    const { first, all } = this.#finding;
    await (this.#found?.isComplete === true ? all : first);
    return this.#found ?? { files: [], isComplete: false, hasMore: false };
  }

  #find(): Finding {
    let told = (): void => undefined;
    const start = new Promise<void>((resolve) => (told = resolve));
    const stopping = new AbortController();
    const all = this.deps.searchFiles.find((found) => {
      this.#take(finding, found);
      told();
    }, stopping.signal);
    const finding = { first: Promise.race([start, all]), all, stop: () => stopping.abort() };
    if (this.#found === undefined) {
      const ended = all.catch(() => undefined);
      void window.withProgress({ location: { viewId: viewIds.searches } }, () => ended);
    }
    return finding;
  }

  #take(finding: Finding, found: FoundSearches): void {
    const before = this.#found;
    if (finding !== this.#finding || (before?.isComplete === true && !found.isComplete)) {
      return;
    }
    this.#found = found;
    // The first and, after a change, all of them are waited for.
    if (before?.isComplete === false) {
      this.onMore();
    }
  }

  /** Searches are files, so they are listed even while the database cannot be read; a message says why. */
  async #explaining<T>(otherwise: T, read: () => Promise<T>): Promise<T> {
    const { view } = this.deps.trees.searches;
    try {
      const found = await read();
      delete view.message;
      return found;
    } catch (error) {
      view.message = errorText(error);
      return otherwise;
    }
  }
}

const keyOf = (purpose: string, source: string): string => `${purpose} ${source}`;

async function sourceExists(source: string): Promise<boolean> {
  const uri = source === "" ? undefined : uriOfSource(source);
  return uri !== undefined && uri.scheme !== "untitled" && fileExists(uri);
}

function listOf(node: SearchNode): RunList | undefined {
  if ("file" in node) {
    return { id: `runs ${idOfSearch(node.file)}`, sources: [node.file.uri.toString()], purpose: "search" };
  }
  if ("lost" in node) {
    return { id: "runs lost", sources: node.lost, purpose: "search" };
  }
  return "counts" in node ? node.counts : undefined;
}

function countsOf(node: SearchNode): RunList | undefined {
  const list = "counts" in node ? undefined : listOf(node);
  return list && { ...list, id: `counts ${list.id}`, purpose: "count" };
}

async function filesAt(sources: readonly string[]): Promise<readonly SearchFile[]> {
  const uris = sources.map(uriOfSource).filter((uri) => uri !== undefined);
  return withFolders(await Promise.all(uris.map((uri) => describeSearchFile(uri, "elsewhere"))));
}
