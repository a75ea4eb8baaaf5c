// The Searches view: saved searches of this workspace, of the personal library and of other folders, each with its
// runs.
import { commands, window, type Disposable } from "vscode";
import type { App } from "../../app/app";
import { refreshNote } from "../../runs/refreshNote";
import type { RecordList } from "../../store/recordLists";
import { contextKeys, viewIds } from "../commandIds";
import { errorText } from "../errorText";
import type { SearchRunner } from "../runActivity";
import { uriOfSource } from "../searchFiles/searchSource";
import type { ConnectionStore } from "../connections/connectionStore";
import type { RecordLists } from "../lists/recordLists";
import { coalesce } from "../coalesce";
import { followOtherWindows } from "../otherWindows";
import { runItem, type RunNode } from "./runItems";
import { countsItem, isRunningElsewhere, leaseExpiredMs } from "./runsView";
import {
  connectItem,
  groupItem,
  listItem,
  listsItem,
  idOfSearch,
  lostRunsItem,
  moreSearchesItem,
  searchItem,
  showAllItem,
  type ConnectAction,
} from "./searchItems";
import {
  describeSearchFile,
  withFolders,
  type FoundSearches,
  type SearchFile,
  type SearchFiles,
  type SearchPlace,
} from "../searchFiles/searchFiles";
import { ExistingFiles, RunLists, RunsOverview, sourcesWithoutFile, type RunList } from "./searchRuns";
import type { Tree, TreeRows } from "../tree";

/** What the tree passes to commands; `readTarget` reads the files and runs. */
type Node =
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

export interface SearchesView extends TreeRows, Disposable {
  /** Lists all runs where only the first were listed. */
  showAll(list: string): void;
}

interface State {
  readonly found: FoundSearches;
  readonly overview: RunsOverview;
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

/** Within this time, in ms, VS Code asks for what is in an open group. */
const readingMs = 1_000;

export function openSearchesView(deps: SearchesViewDeps): SearchesView {
  const { searchFiles, runner, connections } = deps;
  const { runs, store } = deps.app;
  const tree = deps.trees.searches;
  const { view } = tree;
  const rows = new SearchRows(deps, () => refresh.soon());
  const reload = async (): Promise<void> => {
    if (!view.visible) {
      // VS Code asks for the rows when it shows the view. Redrawing then could interrupt it in its first reading.
      rows.forget();
      tree.redraw();
    } else if (await rows.reload()) {
      tree.redraw();
    }
  };
  const refresh = coalesce(() => void reload());
  const refreshAfterLease = coalesce(() => void reload(), leaseExpiredMs);
  /** Groups that VS Code has not asked for: it leaves them empty when it is told to redraw while it reads. */
  const unread = new Set<SearchPlace>();
  let redrawsLeft = 3;
  const redrawUnread = coalesce(() => {
    // Folded groups are not asked for either, so this ends.
    if (unread.size > 0 && view.visible && redrawsLeft > 0) {
      redrawsLeft -= 1;
      tree.redraw();
    }
  }, readingMs);
  const disposables = [
    refresh,
    refreshAfterLease,
    redrawUnread,
    searchFiles.onDidChange(() => {
      rows.forgetFiles();
      refresh.soon();
    }),
    connections.onDidChange(refresh.soon),
    deps.recordLists.onDidChange(refresh.soon),
    runner.onDidProgress(refresh.soon),
    { dispose: runs.onDidChange(refresh.soon) },
    followOtherWindows(store, view, refresh.soon),
    view.onDidCollapseElement(({ element }) => rows.close(element as Node)),
  ];
  return {
    async getChildren(node?: Node): Promise<Node[]> {
      const children = await rows.children(node);
      if (node === undefined) {
        unread.clear();
        children.forEach((child) => ("group" in child ? unread.add(child.group) : undefined));
        redrawUnread.soon();
        if (children.length === 0 && rows.isComplete) {
          void commands.executeCommand("setContext", contextKeys.hasNoSearches, true);
        }
      } else if ("group" in node) {
        unread.delete(node.group);
      }
      if (children.some((child) => "run" in child && isRunningElsewhere(child.run, runner))) {
        refreshAfterLease.soon();
      }
      return [...children];
    },
    getTreeItem: (node: Node) => rows.item(node),
    showAll(list) {
      rows.lists.showAll(list);
      tree.redraw();
    },
    dispose: () => disposables.forEach((one) => one.dispose()),
  };
}

class SearchRows {
  readonly lists: RunLists;
  readonly #existing = new ExistingFiles();
  #found: FoundSearches | undefined;
  #finding: Finding | undefined;
  #state: State | undefined;
  #reloads = 0;

  /** @param onMore is called when more searches were found than those that were read. */
  constructor(
    private readonly deps: SearchesViewDeps,
    private readonly onMore: () => void,
  ) {
    this.lists = new RunLists(deps.app.runs);
  }

  /** All searches were looked for. */
  get isComplete(): boolean {
    return this.#state?.found.isComplete === true;
  }

  /** Files are read again only when they change: runs change several times a second. */
  forgetFiles(): void {
    this.#finding?.stop();
    this.#finding = undefined;
    this.#existing.forget();
  }

  /** Everything but the files is read again when it is asked for. */
  forget(): void {
    this.#reloads += 1;
    this.#state = undefined;
    this.lists.forget();
  }

  /** Resolves to false when it was called again meanwhile: only the last reading counts. */
  async reload(): Promise<boolean> {
    this.#reloads += 1;
    const reload = this.#reloads;
    const [state] = await Promise.all([this.#read(), this.lists.readAgain().catch(() => undefined)]);
    if (reload === this.#reloads) {
      this.#state = state;
    }
    return reload === this.#reloads;
  }

  close(node: Node): void {
    const list = listOf(node);
    if (list !== undefined) {
      this.lists.close(list.id);
    }
  }

  async children(node: Node | undefined): Promise<readonly Node[]> {
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

  item(node: Node) {
    const { app, runner } = this.deps;
    const now = app.clock.now();
    if ("run" in node) {
      const { run, isNamed } = node;
      return runItem(run, { now, activity: runner.activity(run.header.id), isNamed });
    }
    if ("file" in node) {
      const source = node.file.uri.toString();
      const newest = this.#state?.overview.newest(source);
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

  #root({ found: { files }, elsewhere, lost, lists }: State): readonly Node[] {
    const groups = (["workspace", "library"] as const).filter((group) => files.some(({ place }) => place === group));
    const nodes: readonly Node[] = [
      ...groups.map((group) => ({ group })),
      ...(elsewhere.length === 0 ? [] : [{ group: "elsewhere" as const }]),
      ...(lost.length === 0 ? [] : [{ lost }]),
      ...(lists.length === 0 ? [] : [{ lists }]),
    ];
    const isConnected = this.deps.connections.activeId !== undefined;
    return nodes.length === 0 || isConnected ? nodes : [{ action: "useSandbox" }, { action: "connect" }, ...nodes];
  }

  async #listed(list: RunList, counts: RunList | undefined, isNamed: boolean): Promise<readonly Node[]> {
    const runs = await this.#explaining([], () => this.lists.read(list));
    const hasMore = !this.lists.isWhole(list.id) && this.#count(list) > runs.length;
    return [
      ...runs.map((run) => ({ run, isNamed })),
      ...(hasMore ? [{ all: list }] : []),
      ...(this.#count(counts) > 0 && counts !== undefined ? [{ counts }] : []),
    ];
  }

  #count(list: RunList | undefined): number {
    return list === undefined ? 0 : (this.#state?.overview.count(list) ?? 0);
  }

  async #read(): Promise<State> {
    const found = await this.#searches();
    const [sources, lists] = await this.#explaining([[], []] as const, () =>
      Promise.all([this.deps.app.runs.sources(), this.deps.recordLists.list()]),
    );
    const overview = new RunsOverview(sources);
    // A search that is not found yet is not elsewhere.
    const others = found.isComplete
      ? await sourcesWithoutFile(overview.sources, found.files, this.#existing.exists)
      : { elsewhere: [], lost: [] };
    return { found, overview, lists, ...others };
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

function listOf(node: Node): RunList | undefined {
  if ("file" in node) {
    return { id: `runs ${idOfSearch(node.file)}`, sources: [node.file.uri.toString()], purpose: "search" };
  }
  if ("lost" in node) {
    return { id: "runs lost", sources: node.lost, purpose: "search" };
  }
  return "counts" in node ? node.counts : undefined;
}

function countsOf(node: Node): RunList | undefined {
  const list = "counts" in node ? undefined : listOf(node);
  return list && { ...list, id: `counts ${list.id}`, purpose: "count" };
}

async function filesAt(sources: readonly string[]): Promise<readonly SearchFile[]> {
  const uris = sources.map(uriOfSource).filter((uri) => uri !== undefined);
  return withFolders(await Promise.all(uris.map((uri) => describeSearchFile(uri, "elsewhere"))));
}
