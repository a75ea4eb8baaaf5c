// The leave-out lists in use: those of a search and those for every search. Their entries are saved in the database,
// where every view hides what they name.
import { Uri, workspace, EventEmitter, RelativePattern, window, type Disposable } from "vscode";
import type { AppLists, AppSearch, HeldLists, ListsForResume } from "../../app/app";
import { ListFiles, ListProblem, listsForResume, type ListDisk, type ListFile } from "../../app/listFiles";
import type { RunHeader } from "../../runs/run";
import type { Clock } from "../../service/wire";
import type { Store } from "../../store/client";
import type { NamedLeaveOutList } from "../../store/leaveOut";
import { coalesce } from "../coalesce";
import { errorText, errorForLog } from "../errorText";
import { watchFiles } from "../files";
import { documentOf, searchOf } from "../searchFiles/searchSource";
import { affectsSettings } from "../settings";
import { listName, listOfSearch, listsOfEverySearch } from "./listPlaces";

const uriOf = (text: string): Uri => Uri.parse(text, true);

const listDisk: ListDisk = {
  stat: async (uri) => workspace.fs.stat(uriOf(uri)),
  read: async (uri) => workspace.fs.readFile(uriOf(uri)),
  nameOf: (uri) => listName(uriOf(uri)),
  whyOf: errorText,
};

export interface LeaveOutListsDeps {
  readonly store: Pick<Store, "leaveOut">;
  readonly clock: Pick<Clock, "now">;
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
  /** The stored lists as they were read last. */
  #state: string | undefined;

  /** Other records are hidden than before: views must be opened again. */
  readonly onDidChange = this.#changed.event;

  constructor(private readonly deps: LeaveOutListsDeps) {
    this.#files = new ListFiles(listDisk, deps.store, () => deps.clock.now());
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
    return this.#files.read(uri.toString());
  }

  /** The list that a search names. Rejects with a `ListProblem`. */
  async readOfSearch(source: Uri, named: string): Promise<ListFile> {
    return this.#files.read(String(await listOfSearch(source, named)));
  }

  /** Rejects with a `ListProblem`, like all of these. */
  async forSearch({ document, source = withoutFile }: Pick<AppSearch, "document" | "source">): Promise<HeldLists> {
    const uris: Uri[] = [];
    for (const one of document.leaveOut ?? []) {
      uris.push(await listOfSearch(Uri.parse(source, true), one));
    }
    return this.#hold(uris);
  }

  async forResume(run: Pick<RunHeader, "source" | "leaveOut">): Promise<ListsForResume> {
    const search = await searchOf(run.source);
    const document = search && (await documentOf(search));
    const { held, differences } = await listsForResume(this, { ...run, source: search?.toString() }, document);
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
    const file = await this.#files.read(uri.toString());
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
        await this.#save([await this.#files.read(text)]);
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
    const held = await this.#files.hold(ofSearch.map(String), everywhere.map(String));
    await this.#compare();
    [...ofSearch, ...everywhere].forEach((uri) => this.#watch(uri));
    return held;
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

  /** Saves entries that the database does not have yet. */
  async #save(files: readonly ListFile[]): Promise<void> {
    await this.#files.save(files, listsOfEverySearch().map(String));
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
    this.#watchers.set(folder.toString(), watchFiles(new RelativePattern(folder, "*"), onChange));
  }
}
