// Reads the files of leave-out lists, and stores their entries.
import { createHash } from "node:crypto";
import type { Store } from "../store/client";
import type { LeaveOutEntry } from "../store/identifiers";
import { readLeaveOutList, type LeaveOutList } from "../tables/leaveOutList";
import { countText } from "../text/numbers";
import { Refusal, type ReadLists } from "./app";
import { neutral } from "./untrusted";

/** A list that cannot be used; then nothing must be sent. */
export class ListProblem extends Refusal {
  constructor(message: string) {
    super(message, "list");
  }
}

export interface ListFile {
  readonly uri: string;
  /** Of the file's content. */
  readonly hash: string;
  readonly list: LeaveOutList;
}

/** The file system of the lists, by URI. */
export interface ListDisk {
  /** `size` in bytes. Rejects when it is not a file. */
  stat(uri: string): Promise<{ readonly size: number }>;
  read(uri: string): Promise<Uint8Array>;
  /** The name of a list in sentences. */
  nameOf(uri: string): string;
  /** A sentence with the reason why a file cannot be read. */
  whyOf(error: unknown): string;
}

/** The lists of a search and those for every search, as URIs. */
export interface NamedLists {
  readonly ofSearch: readonly string[];
  readonly everywhere: readonly string[];
}

/** Larger files are refused, in bytes. 200,000 lines take about a tenth of it. */
const largestFile = 50_000_000;
/** The most lists kept in memory. */
const mostRead = 20;

/** All methods reject with a `ListProblem` when a file is missing or cannot be read. */
export class ListFiles {
  /** By URI. An unchanged list is not parsed again, because a search is planned after every edit. */
  readonly #read = new Map<string, ListFile>();

  constructor(
    private readonly disk: ListDisk,
    private readonly store: Pick<Store, "leaveOut">,
  ) {}

  async file(uri: string): Promise<ListFile> {
    const { size } = await this.#reading(uri, () => this.disk.stat(uri));
    if (size > largestFile) {
      const most = countText(largestFile / 1_000_000);
      throw new ListProblem(`The leave-out list ${this.disk.nameOf(uri)} is larger than ${most} MB.`);
    }
    const bytes = await this.#reading(uri, () => this.disk.read(uri));
    const hash = createHash("sha256").update(bytes).digest("hex");
    const known = this.#read.get(uri);
    const list =
      known?.hash === hash ? known.list : await this.#reading(uri, () => readLeaveOutList(bytes, isTable(uri)));
    const file = { uri, hash, list };
    this.#read.delete(uri);
    this.#read.set(uri, file);
    const [oldest] = this.#read.keys();
    if (this.#read.size > mostRead && oldest !== undefined) {
      this.#read.delete(oldest);
    }
    return file;
  }

  /** Changes nothing. */
  async read(named: NamedLists): Promise<ReadLists> {
    return this.#lists(await this.#files(named), named);
  }

  /** Reads the same lists, and hides their entries from all displayed records. */
  async reload(named: NamedLists): Promise<ReadLists & { readonly isChanged: boolean }> {
    const files = await this.#files(named);
    return { ...this.#lists(files, named), isChanged: await this.save(files, named.everywhere) };
  }

  /** Resolves to whether the lists in the database changed. */
  async save(files: readonly ListFile[], everywhere: readonly string[]): Promise<boolean> {
    const stored = new Map((await this.store.leaveOut.lists()).map((one) => [one.uri, one]));
    let isChanged = false;
    for (const { uri, hash, list } of files) {
      const isEverywhere = everywhere.includes(uri);
      const before = stored.get(uri);
      if (before?.hash !== hash || before.everywhere !== isEverywhere) {
        const { entries } = list;
        await this.store.leaveOut.save({ uri, hash, everywhere: isEverywhere, entries });
        isChanged = true;
      }
    }
    return isChanged;
  }

  /** Reads and checks all files before any is saved. */
  async #files({ ofSearch, everywhere }: NamedLists): Promise<readonly ListFile[]> {
    const files: ListFile[] = [];
    for (const uri of new Set([...ofSearch, ...everywhere])) {
      const file = await this.file(uri);
      refuseWithoutEntries(this.disk.nameOf(uri), file.list);
      files.push(file);
    }
    return files;
  }

  #lists(files: readonly ListFile[], { ofSearch }: NamedLists): ReadLists {
    const entries = new Map<string, LeaveOutEntry>();
    const remarks: string[] = [];
    for (const { uri, list } of files) {
      list.entries.forEach((entry) => entries.set(`${entry.kind} ${entry.value}`, entry));
      const remark = remarkOf(this.disk.nameOf(uri), list);
      if (remark !== undefined) {
        remarks.push(remark);
      }
    }
    return { ofSearch: [...new Set(ofSearch)], entries: [...entries.values()], remarks };
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

/** Refuses a list without valid entries: it would protect nobody. An empty list is allowed, because it is new. */
function refuseWithoutEntries(name: string, { entries, notUnderstood }: LeaveOutList): void {
  const [first] = notUnderstood.first;
  if (entries.length === 0 && first !== undefined) {
    const line = `Line ${first.line}, “${neutral(first.text, 80)}”,`;
    throw new ListProblem(
      `The leave-out list ${name} identifies nobody. ${line} has no domain, email address, profile, id, or person ` +
        "with a company.",
    );
  }
}

/** Names the lines of a list that leave out nobody; `undefined` when all lines are understood. */
function remarkOf(name: string, { notUnderstood: { count, first } }: LeaveOutList): string | undefined {
  const [shown] = first;
  if (shown === undefined) {
    return undefined;
  }
  const where = `line ${shown.line}, “${neutral(shown.text, 80)}”`;
  return count === 1
    ? `One line of the leave-out list ${name} identifies nobody, so it leaves out nobody: ${where}.`
    : `${countText(count)} lines of the leave-out list ${name} identify nobody, so they leave out nobody. ` +
        `The first is ${where}.`;
}

/**
 * Whether the entries are in columns. Decided by the file name, so that a text with commas is not parsed as a table.
 */
export const isTable = (uri: string): boolean => /\.(?:csv|tsv|tab)$/iu.test(uri);
