// The Searches view: saved searches of this workspace, the personal library and other folders, each with its runs; runs
// without a search; and lists of records.
import type { Disposable, TreeItem } from "vscode";
import type { RunSummary } from "../../runs/run";
import { refreshNote } from "../../runs/runState";
import type { StoredBatch } from "../../store/batches";
import type { RecordList } from "../../store/recordLists";
import type { RunSource } from "../../store/runSources";
import { coalesce } from "../coalesce";
import type { DeskWork } from "../deskWork";
import { fileExists } from "../files";
import { followOtherWindows } from "../otherWindows";
import {
  describeSearchFile,
  withFolders,
  type FoundSearches,
  type SearchFile,
  type SearchPlace,
} from "../searchFiles/searchFiles";
import { uriOfSource } from "../searchFiles/searchSource";
import { setContext } from "../setContext";
import { ListedRows, readOrExplain, type TreeNode, type TreeRows } from "../tree";
import {
  batchItem,
  countsItem,
  hasSomethingToShow,
  isRunningElsewhere,
  leaseExpiredMs,
  othersItem,
  runItem,
  type RunList,
} from "./runItems";
import {
  connectItem,
  groupItem,
  idOfSearch,
  listItem,
  listsItem,
  moreSearchesItem,
  olderItem,
  recentItem,
  searchItem,
} from "./searchItems";

interface SearchNode extends TreeNode {
  readonly group?: SearchPlace;
  readonly file?: SearchFile;
  readonly list?: RecordList;
  readonly run?: RunSummary;
  /** The batch of a run that looks up the rows of a table. */
  readonly batch?: StoredBatch;
  /** The list of runs below it. */
  readonly runs?: RunList;
}

interface State {
  readonly found: FoundSearches;
  /** The runs of each search, by purpose and source. */
  readonly runs: ReadonlyMap<string, RunSource>;
  readonly lists: readonly RecordList[];
  readonly elsewhere: readonly string[];
  /** The newest runs without a search. */
  readonly recent: readonly SearchNode[];
}

/** The rest of a longer list is read when the user opens it. */
const listedAtOnce = 20;
/** More than are listed, because lookups without a result are skipped. */
const readRuns = 5 * listedAtOnce;
/** The rows of a running batch are counted at this interval, in ms. */
const countedEveryMs = 1_000;

/** The rows of the Searches view, and the data read for them. */
class SearchRows {
  /** Whether the file of a search exists; cached until files change. */
  readonly #existing = new Map<string, Promise<boolean>>();
  /** Cached until files change, because runs change several times a second. */
  #found: Promise<FoundSearches> | undefined;
  #state: State | undefined;
  #reloads = 0;

  constructor(private readonly desk: DeskWork) {}

  forgetFiles(): void {
    this.#found = undefined;
    this.#existing.clear();
  }

  /** Clears the cached data, except for the files. */
  forget(): void {
    this.#reloads += 1;
    this.#state = undefined;
  }

  /** Resolves to false if it was called again meanwhile: only the last call counts. */
  async reload(): Promise<boolean> {
    this.#reloads += 1;
    const reload = this.#reloads;
    const state = await this.#read();
    if (reload === this.#reloads) {
      this.#state = state;
    }
    return reload === this.#reloads;
  }

  async roots(): Promise<readonly SearchNode[]> {
    const { found, elsewhere, recent, lists } = await this.#current();
    setContext("hasNoSearches", found.files.length + elsewhere.length === 0);
    const places = new Set(found.files.map(({ place }) => place));
    if (elsewhere.length > 0) {
      places.add("elsewhere");
    }
    const groups = (["workspace", "library", "elsewhere"] as const).filter((group) => places.has(group));
    const nodes: SearchNode[] = groups.map((group) => ({
      group,
      item: () => groupItem(group),
      children: () => this.#inGroup(group),
    }));
    if (recent.length !== 0) {
      nodes.push({ item: recentItem, children: async () => (await this.#current()).recent });
    }
    if (lists.length !== 0) {
      nodes.push({
        item: () => listsItem(lists.length),
        children: async () => lists.map((list) => ({ list, item: () => listItem(list) })),
      });
    }
    const offers = (["useSandbox", "connect"] as const).map((action) => ({ item: () => connectItem(action) }));
    return nodes.length === 0 || this.desk.connections.activeId !== undefined ? nodes : [...offers, ...nodes];
  }

  async #inGroup(group: SearchPlace): Promise<readonly SearchNode[]> {
    const { found, elsewhere } = await this.#current();
    const files = group === "elsewhere" ? await filesAt(elsewhere) : found.files;
    const listed = files.filter(({ place }) => place === group).map((file) => this.#fileNode(file));
    return group === "workspace" && found.hasMore ? [...listed, { item: moreSearchesItem }] : listed;
  }

  #fileNode(file: SearchFile): SearchNode {
    const source = file.uri.toString();
    const runs: RunList = { id: `runs ${idOfSearch(file)}`, source, purpose: "search" };
    const item = () => {
      const newest = this.#state?.runs.get(keyOf("search", source));
      const lastRun = newest && { updatedAt: newest.updatedAt, header: { connection: { origin: newest.origin } } };
      return searchItem(file, {
        hasRuns: this.#count(runs) + this.#count(countsOf(runs)) > 0,
        note: lastRun && refreshNote(lastRun, this.desk.app.clock.now()),
        activity: this.desk.runner.activityOf(file.uri),
      });
    };
    return { ...this.#runsNode(runs, item), file };
  }

  #runsNode(runs: RunList, item: () => TreeItem): SearchNode {
    return { runs, item, children: () => this.#listed(runs) };
  }

  async #listed(list: RunList): Promise<readonly SearchNode[]> {
    const runs = await this.#runsOf(list, listedAtOnce);
    const older = this.#count(list) - runs.length;
    const counts = countsOf(list);
    const hasCounts = list.purpose !== "count" && this.#count(counts) > 0;
    const nodes: SearchNode[] = runs.map((run) => this.#runNode(run, false));
    if (older > 0) {
      const children = async () =>
        (await this.#runsOf(list)).slice(listedAtOnce).map((run) => this.#runNode(run, false));
      nodes.push({ item: () => olderItem(list, older), children });
    }
    if (hasCounts) {
      nodes.push(this.#runsNode(counts, () => countsItem(counts.id, this.#count(counts))));
    }
    return nodes;
  }

  #runsOf({ source, purpose }: RunList, limit?: number): Promise<readonly RunSummary[]> {
    return this.#explaining([], () => this.desk.app.runs.list({ source, purposes: [purpose], limit }));
  }

  #runNode(run: RunSummary, isNamed: boolean): SearchNode {
    const { app, runner } = this.desk;
    const item = (): TreeItem =>
      runItem(run, { now: app.clock.now(), activity: runner.activity(run.header.id), isNamed });
    return { run, item };
  }

  async #recent(lost: readonly string[]): Promise<readonly SearchNode[]> {
    const { runs, enrichments } = this.desk.app;
    const limit = readRuns;
    const [ofSearches, others, tracked] = await Promise.all([
      lost.length === 0 ? [] : runs.list({ sources: lost, purposes: ["search", "count"], limit }),
      runs.list({ purposes: ["lookup", "batch", "enrichment"], limit }),
      enrichments.list(),
    ]);
    // The contacts of an enrichment are opened in the Enrichments view.
    const shownThere = new Set(tracked.map(({ results }) => results?.runId));
    const found = [...ofSearches, ...others]
      .filter((run) => hasSomethingToShow(run) && !shownThere.has(run.header.id))
      .sort((one, other) => other.header.startedAt - one.header.startedAt);
    const listed = await Promise.all(found.slice(0, listedAtOnce).map((run) => this.#recentNode(run)));
    const nodes: SearchNode[] = listed.filter((node) => node !== undefined);
    if (found.length > listedAtOnce || others.length === readRuns) {
      nodes.push({ item: othersItem });
    }
    return nodes;
  }

  async #recentNode(run: RunSummary): Promise<SearchNode | undefined> {
    const { clock, store } = this.desk.app;
    if (run.header.purpose !== "batch") {
      return this.#runNode(run, true);
    }
    const batch = await store.batches.get(run.header.id, clock.now());
    return batch && { run, batch, item: () => batchItem(run, batch, clock.now()) };
  }

  #count({ source, purpose }: RunList): number {
    return this.#state?.runs.get(keyOf(purpose, source))?.runs ?? 0;
  }

  async #current(): Promise<State> {
    return (this.#state ??= await this.#read());
  }

  async #read(): Promise<State> {
    const found = await (this.#found ??= this.desk.searchFiles.find());
    const nothing: State = { found, runs: new Map(), lists: [], elsewhere: [], recent: [] };
    return this.#explaining(nothing, () => this.#stored(found));
  }

  async #stored(found: FoundSearches): Promise<State> {
    const [sources, lists] = await Promise.all([this.desk.app.runs.sources(), this.desk.recordLists.stored.list()]);
    const runs = new Map(sources.map((one) => [keyOf(one.purpose, one.source), one]));
    const listed = new Set(found.files.map(({ uri }) => uri.toString()));
    const others = [...new Set(sources.map(({ source }) => source))].filter((source) => !listed.has(source));
    const exist = await Promise.all(others.map((source) => this.#exists(source)));
    const lost = others.filter((_source, index) => exist[index] !== true);
    return {
      found,
      runs,
      lists,
      elsewhere: others.filter((_source, index) => exist[index]),
      recent: await this.#recent(lost),
    };
  }

  #exists(source: string): Promise<boolean> {
    const known = this.#existing.get(source) ?? sourceExists(source);
    this.#existing.set(source, known);
    return known;
  }

  /** Searches are files, so they are listed even if the database cannot be read; a message explains that. */
  #explaining<T>(otherwise: T, read: () => Promise<T>): Promise<T> {
    return readOrExplain(this.desk.trees.searches, otherwise, read);
  }
}

/** VS Code requests the contents of an open group within this time, in ms; a busy machine takes longer. */
const readingMs = 1_000;
/** Each waits twice as long as the one before. */
const mostRedraws = 6;

export function openSearchesView(desk: DeskWork): TreeRows & Disposable {
  const { searchFiles, runner, connections } = desk;
  const { runs, store } = desk.app;
  const tree = desk.trees.searches;
  const { view } = tree;
  const rows = new SearchRows(desk);
  const listed = new ListedRows<SearchNode>(tree, async (node) => {
    const children: readonly SearchNode[] = (await (node === undefined ? rows.roots() : node.children?.())) ?? [];
    if (children.some(({ run }) => run !== undefined && isRunningElsewhere(run, runner))) {
      refreshAfterLease.soon();
    }
    if (view.visible && children.some(({ run, batch }) => batch !== undefined && run?.stop === undefined)) {
      refreshBatches.soon();
    }
    return children;
  });
  const reload = async (): Promise<void> => {
    if (!view.visible) {
      // VS Code requests the rows when it shows the view. Redrawing then could interrupt its first reading.
      rows.forget();
      tree.redraw();
    } else if (await rows.reload()) {
      await listed.refresh();
    }
  };
  const refresh = coalesce(() => void reload());
  const refreshAfterLease = coalesce(() => void reload(), leaseExpiredMs);
  const refreshBatches = coalesce(() => void reload(), countedEveryMs);
  /** Groups that VS Code has not requested: it leaves them empty if it is asked to redraw while it reads. */
  const unread = new Set<SearchPlace>();
  let redraws = 0;
  let redrawing: NodeJS.Timeout | undefined;
  const redrawUnread = (): void => {
    // VS Code does not request folded groups either, so the number of redraws is limited.
    if (unread.size > 0 && view.visible && redraws < mostRedraws) {
      redraws += 1;
      tree.redraw();
    }
  };
  const disposables = [
    refresh,
    refreshAfterLease,
    refreshBatches,
    { dispose: () => clearTimeout(redrawing) },
    searchFiles.onDidChange(() => {
      rows.forgetFiles();
      refresh.soon();
    }),
    connections.onDidChange(refresh.soon),
    desk.recordLists.onDidChange(refresh.soon),
    runner.onDidProgress(refresh.soon),
    { dispose: runs.onDidChange(refresh.soon) },
    followOtherWindows(store, view, refresh.soon),
  ];
  return {
    getTreeItem: (node: SearchNode) => node.item(),
    async getChildren(node?: SearchNode): Promise<SearchNode[]> {
      const children = await listed.children(node);
      if (node === undefined) {
        unread.clear();
        children.forEach(({ group }) => group && unread.add(group));
        clearTimeout(redrawing);
        redrawing = setTimeout(redrawUnread, readingMs * 2 ** redraws);
      } else if (node.group !== undefined) {
        unread.delete(node.group);
        redraws = unread.size === 0 ? 0 : redraws;
      }
      return children;
    },
    dispose: () => disposables.forEach((one) => one.dispose()),
  };
}

const keyOf = (purpose: string, source: string): string => `${purpose} ${source}`;

async function sourceExists(source: string): Promise<boolean> {
  const uri = source === "" ? undefined : uriOfSource(source);
  return uri !== undefined && uri.scheme !== "untitled" && fileExists(uri);
}

/** The counts of the same searches. */
const countsOf = (runs: RunList): RunList => ({ ...runs, id: `counts ${runs.id}`, purpose: "count" });

async function filesAt(sources: readonly string[]): Promise<readonly SearchFile[]> {
  const uris = sources.map(uriOfSource).filter((uri) => uri !== undefined);
  return withFolders(await Promise.all(uris.map((uri) => describeSearchFile(uri, "elsewhere"))));
}
