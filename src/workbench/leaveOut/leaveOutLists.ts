// The leave-out lists in use: those of a search and those for every search. Their entries are saved in the database,
// where every view hides what they name.
import { EventEmitter, l10n, RelativePattern, Uri, window, workspace, type Disposable } from "vscode";
import type { AppLists, AppSearch, HeldLists, ListsForResume } from "../../app/app";
import { listChanges, noChanges } from "../../runs/listChanges";
import type { RunHeader } from "../../runs/run";
import type { LeaveOutEntry, NamedLeaveOutList } from "../../store/leaveOut";
import type { Store } from "../../store/client";
import { errorForLog } from "../errorText";
import { coalesce } from "../views/coalesce";
import { ListFiles, type ListFile } from "./listFile";
import { listName, listOfSearch, ListProblem, listsOfEverySearch } from "./listPlaces";
import { documentOf, searchOf } from "./searchOfRun";
import { affectsSettings } from "../settings";

export interface LeaveOutListsDeps {
  readonly store: Pick<Store, "leaveOut">;
  /** ms since 1970 */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** Paths of a search without a file are relative to the first folder. */
const withoutFile = "untitled:search.prospect.json";

export class LeaveOutLists implements AppLists, Disposable {
  readonly #files: ListFiles;
  readonly #changed = new EventEmitter<void>();
  readonly #refreshSoon = coalesce(() => this.#refreshInBackground());
  /** By folder. */
  readonly #watchers = new Map<string, Disposable>();
  readonly #watched = new Set<string>();
  readonly #listening: readonly Disposable[];
  /** Of the lists that were read last: the same array while their files stay the same. */
  #entries: { readonly key: string; readonly entries: readonly LeaveOutEntry[] } = { key: "", entries: [] };
  /** The stored lists as they were read last. */
  #state: string | undefined;

  /** Other records are hidden than before: views must be opened again. */
  readonly onDidChange = this.#changed.event;

  constructor(private readonly deps: LeaveOutListsDeps) {
    this.#files = new ListFiles(deps.now);
    this.#listening = [
      this.#changed,
      workspace.onDidChangeConfiguration((event) => {
        if (affectsSettings(event, ["leaveOut.lists", "leaveOut.sentItems"])) {
          this.#refreshSoon.soon();
        }
      }),
      // Watchers can miss changes outside the workspace.
      window.onDidChangeWindowState(({ focused }) => (focused ? this.#refreshSoon.soon() : undefined)),
    ];
  }

  dispose(): void {
    this.#refreshSoon.dispose();
    [...this.#listening, ...this.#watchers.values()].forEach((one) => one.dispose());
  }

  /** Reads the lists in use for the first time. */
  start(): void {
    this.#refreshSoon.soon();
  }

  /** Reads a file without using it. Rejects with a `ListProblem`. */
  read(uri: Uri): Promise<ListFile> {
    return this.#files.read(uri);
  }

  /** The list that a search names. Rejects with a `ListProblem`. */
  async readOfSearch(source: Uri, named: string): Promise<ListFile> {
    return this.#files.read(await listOfSearch(source, named));
  }

  /** Rejects with a `ListProblem`, like all of these. */
  async forSearch({ document, source = withoutFile }: Pick<AppSearch, "document" | "source">): Promise<HeldLists> {
    const uris: Uri[] = [];
    for (const one of document.leaveOut ?? []) {
      uris.push(await listOfSearch(Uri.parse(source, true), one));
    }
    return this.#hold(uris);
  }

  async forResume({ source, leaveOut: before = [] }: Pick<RunHeader, "source" | "leaveOut">): Promise<ListsForResume> {
    const search = await searchOf(source);
    const document = search && (await documentOf(search));
    if (search === undefined || document === undefined) {
      return { held: await this.forRun(before), differences: noChanges };
    }
    const held = await this.forSearch({ document, source: search.toString() });
    const differences = listChanges(before, held.ofSearch);
    const isChanged = differences.added.length + differences.removed.length > 0;
    return { held: isChanged ? this.#tellingOnce(held) : held, differences };
  }

  forRun(lists: readonly NamedLeaveOutList[]): Promise<HeldLists> {
    return this.#hold(lists.map(({ uri }) => Uri.parse(uri, true)));
  }

  everywhere(): Promise<HeldLists> {
    return this.#hold([]);
  }

  /** A list was changed here: `before` runs once it is read, then everything that shows records is told. */
  async use(uri: Uri, before: (file: ListFile) => Promise<void>): Promise<ListFile> {
    const file = await this.#files.read(uri);
    await before(file);
    await this.#save([file]);
    this.#watch(uri);
    this.#changed.fire();
    return file;
  }

  /** Reads every list in use again. Resolves to the sentences of those that cannot be read: their old entries hold. */
  async refresh(): Promise<readonly string[]> {
    const { store } = this.deps;
    const everywhere = listsOfEverySearch().map(String);
    await store.leaveOut.setEverywhere(everywhere);
    const uris = new Set([...(await store.leaveOut.lists()).map(({ uri }) => uri), ...everywhere]);
    const problems: string[] = [];
    for (const text of uris) {
      const uri = Uri.parse(text, true);
      this.#watch(uri);
      try {
        await this.#save([await this.#files.read(uri)]);
      } catch (error) {
        if (!(error instanceof ListProblem)) {
          throw error;
        }
        problems.push(error.message);
      }
    }
    await this.#compare();
    return problems;
  }

  async #hold(ofSearch: readonly Uri[]): Promise<HeldLists> {
    const everywhere = listsOfEverySearch();
    const own = new Set(ofSearch.map(String));
    const uris = [...ofSearch, ...everywhere.filter((uri) => !own.has(uri.toString()))];
    const files: ListFile[] = [];
    for (const uri of uris) {
      files.push(await this.#files.read(uri));
    }
    await this.#save(files);
    uris.forEach((uri) => this.#watch(uri));
    const seen = new Set<string>();
    return {
      ofSearch: files
        .filter(({ uri }) => own.has(uri.toString()) && seen.size < seen.add(uri.toString()).size)
        .map(({ uri, hash }) => ({ uri: uri.toString(), hash })),
      entries: this.#entriesOf(files),
      check: () => this.#check(files),
    };
  }

  #entriesOf(files: readonly ListFile[]): readonly LeaveOutEntry[] {
    const key = files.map(({ hash }) => hash).join(" ");
    if (this.#entries.key !== key) {
      const all = files.flatMap(({ list }) => list.entries);
      const entries = new Map(all.map((entry) => [`${entry.kind} ${entry.value}`, entry]));
      this.#entries = { key, entries: [...entries.values()] };
    }
    return this.#entries.entries;
  }

  /** The first check is when the run has these lists: records that are shown already must be hidden too. */
  #tellingOnce(held: HeldLists): HeldLists {
    let isTold = false;
    return {
      ...held,
      check: () => {
        if (!isTold) {
          isTold = true;
          this.#changed.fire();
        }
        return held.check();
      },
    };
  }

  async #check(files: readonly ListFile[]): Promise<string | undefined> {
    for (const { uri, hash } of files) {
      try {
        if ((await this.#files.read(uri)).hash !== hash) {
          return l10n.t("The leave-out list {0} has changed. Resuming uses it as it is now.", listName(uri));
        }
      } catch (error) {
        if (!(error instanceof ListProblem)) {
          throw error;
        }
        return error.message;
      }
    }
    return undefined;
  }

  /** Saves entries that the database does not have yet. */
  async #save(files: readonly ListFile[]): Promise<void> {
    const { store, now } = this.deps;
    const stored = new Map((await store.leaveOut.lists()).map((one) => [one.uri, one]));
    const everySearch = new Set(listsOfEverySearch().map(String));
    for (const { uri, hash, list } of files) {
      const text = uri.toString();
      const everywhere = everySearch.has(text);
      const before = stored.get(text);
      if (before?.hash !== hash || before.everywhere !== everywhere) {
        await store.leaveOut.save({ uri: text, hash, everywhere, entries: list.entries, at: now() });
      }
    }
    await this.#compare();
  }

  /** Fires if the stored lists are others than before: another window may have saved them. */
  async #compare(): Promise<void> {
    const lists = await this.deps.store.leaveOut.lists();
    const state = JSON.stringify(lists.map(({ uri, hash, everywhere }) => [uri, hash, everywhere]).sort());
    const isChanged = this.#state !== undefined && this.#state !== state;
    this.#state = state;
    if (isChanged) {
      this.#changed.fire();
    }
  }

  #refreshInBackground(): void {
    this.refresh().catch((error: unknown) =>
      this.deps.log(`The leave-out lists could not be read: ${errorForLog(error)}`),
    );
  }

  #watch(uri: Uri): void {
    this.#watched.add(uri.toString());
    const folder = Uri.joinPath(uri, "..");
    if (this.#watchers.has(folder.toString())) {
      return;
    }
    const onChange = (changed: Uri): void => {
      if (this.#watched.has(changed.toString())) {
        this.#refreshSoon.soon();
      }
    };
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, "*"));
    const parts = [
      watcher,
      watcher.onDidCreate(onChange),
      watcher.onDidChange(onChange),
      watcher.onDidDelete(onChange),
    ];
    this.#watchers.set(folder.toString(), { dispose: () => parts.forEach((one) => one.dispose()) });
  }
}
