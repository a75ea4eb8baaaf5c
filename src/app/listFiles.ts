// Reads the files of leave-out lists, again only when they have changed, and stores what they name.
import { createHash } from "node:crypto";
import { countText } from "../language/language";
import { readLeaveOutList, type LeaveOutList } from "../lookups/leaveOutList";
import { listChanges, noChanges } from "../runs/leaveOutItems";
import type { RunHeader } from "../runs/run";
import type { SearchDocument } from "../searches/searchDocument";
import type { Store } from "../store/client";
import type { LeaveOutEntry } from "../store/identifiers";
import { Refusal, type AppLists, type HeldLists, type ListsForResume } from "./app";

/** A list that cannot be used; then nothing must be sent. */
export class ListProblem extends Refusal {
  constructor(message: string) {
    super(message, "list");
  }
}

export interface ListFile {
  readonly uri: string;
  /** Of its content. */
  readonly hash: string;
  readonly list: LeaveOutList;
}

/** The file system of the lists, by URI. */
export interface ListDisk {
  /** `mtime` in ms since 1970, `size` in bytes. Rejects when it is no file. */
  stat(uri: string): Promise<{ readonly mtime: number; readonly size: number }>;
  read(uri: string): Promise<Uint8Array>;
  /** How a list is called in sentences. */
  nameOf(uri: string): string;
  /** A sentence that says why a file cannot be read. */
  whyOf(error: unknown): string;
}

interface ReadFile extends ListFile {
  readonly mtime: number;
  readonly size: number;
  /** ms since 1970 */
  readonly readAt: number;
}

/** Larger files are refused: 200,000 lines take about a tenth of it. In bytes. */
const largestFile = 50_000_000;
/** A file that changed this short before it was read may change again without another time stamp. In ms. */
const stampMs = 3_000;
/** Lists that stay in memory. */
const mostRead = 20;

/** All methods reject with a `ListProblem` when a file is missing or cannot be read. */
export class ListFiles {
  readonly #read = new Map<string, ReadFile>();
  /** Of the lists that were read last: the same array while their files stay the same. */
  #entries: { readonly key: string; readonly entries: readonly LeaveOutEntry[] } = { key: "", entries: [] };

  constructor(
    private readonly disk: ListDisk,
    private readonly store: Pick<Store, "leaveOut">,
    private readonly now: () => number,
  ) {}

  async read(uri: string): Promise<ListFile> {
    const { mtime, size } = await this.#reading(uri, () => this.disk.stat(uri));
    if (size > largestFile) {
      const most = countText(largestFile / 1_000_000);
      throw new ListProblem(`The leave-out list ${this.disk.nameOf(uri)} is larger than ${most} MB.`);
    }
    const known = this.#read.get(uri);
    if (known?.mtime === mtime && known.size === size && known.readAt - mtime > stampMs) {
      return known;
    }
    const readAt = this.now();
    const bytes = await this.#reading(uri, () => this.disk.read(uri));
    const hash = createHash("sha256").update(bytes).digest("hex");
    const list =
      known?.hash === hash ? known.list : await this.#reading(uri, () => readLeaveOutList(bytes, isTable(uri)));
    const file = { uri, hash, list, mtime, size, readAt };
    this.#read.delete(uri);
    this.#read.set(uri, file);
    const [oldest] = this.#read.keys();
    if (this.#read.size > mostRead && oldest !== undefined) {
      this.#read.delete(oldest);
    }
    return file;
  }

  /** Reads lists of a search and those for every search, and saves what the database does not have yet. */
  async hold(ofSearch: readonly string[], everywhere: readonly string[]): Promise<HeldLists> {
    const files: ListFile[] = [];
    for (const uri of new Set([...ofSearch, ...everywhere])) {
      files.push(await this.read(uri));
    }
    await this.save(files, everywhere);
    return {
      ofSearch: files.filter(({ uri }) => ofSearch.includes(uri)).map(({ uri, hash }) => ({ uri, hash })),
      entries: this.#entriesOf(files),
      check: () => this.#check(files),
    };
  }

  async save(files: readonly ListFile[], everywhere: readonly string[]): Promise<void> {
    const stored = new Map((await this.store.leaveOut.lists()).map((one) => [one.uri, one]));
    for (const { uri, hash, list } of files) {
      const isEverywhere = everywhere.includes(uri);
      const before = stored.get(uri);
      if (before?.hash !== hash || before.everywhere !== isEverywhere) {
        const { entries } = list;
        await this.store.leaveOut.save({ uri, hash, everywhere: isEverywhere, entries, at: this.now() });
      }
    }
  }

  /** A sentence when one of the files has changed since or is missing. */
  async #check(files: readonly ListFile[]): Promise<string | undefined> {
    for (const { uri, hash } of files) {
      try {
        if ((await this.read(uri)).hash !== hash) {
          return `The leave-out list ${this.disk.nameOf(uri)} has changed. Resuming uses it as it is now.`;
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

  #entriesOf(files: readonly ListFile[]): readonly LeaveOutEntry[] {
    const key = files.map(({ hash }) => hash).join(" ");
    if (this.#entries.key !== key) {
      const all = files.flatMap(({ list }) => list.entries);
      const entries = new Map(all.map((entry) => [`${entry.kind} ${entry.value}`, entry]));
      this.#entries = { key, entries: [...entries.values()] };
    }
    return this.#entries.entries;
  }

  async #reading<T>(uri: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof Refusal) {
        throw error;
      }
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      const name = this.disk.nameOf(uri);
      throw new ListProblem(
        code === "FileNotFound" || code === "ENOENT"
          ? `The leave-out list ${name} does not exist.`
          : `The leave-out list ${name} cannot be read: ${this.disk.whyOf(error)}`,
      );
    }
  }
}

/**
 * The lists of a run that continues: those that its search names now; its own ones without a `document`, for a search
 * that is gone or cannot be understood.
 */
export async function listsForResume(
  lists: Pick<AppLists, "forSearch" | "forRun">,
  { source, leaveOut: before = [] }: Pick<RunHeader, "source" | "leaveOut">,
  document: SearchDocument | undefined,
): Promise<ListsForResume> {
  if (document === undefined) {
    return { held: await lists.forRun(before), differences: noChanges };
  }
  const held = await lists.forSearch({ title: "", document, source });
  return { held, differences: listChanges(before, held.ofSearch) };
}

/** Whether the entries are in columns: by the name, so that a text with commas is not taken for one. */
export const isTable = (uri: string): boolean => /\.(?:csv|tsv|tab)$/iu.test(uri);
