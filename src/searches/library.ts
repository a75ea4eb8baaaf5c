// The personal library: a folder with one file for each saved search.
import path from "node:path";
import * as l10n from "@vscode/l10n";
import { enterName } from "../service/valueTexts";
import { codeOf, diskFailure, writeFileAtomically, type Disk } from "./atomicFile";
import { searchFileEnding } from "./searchDocument";

export interface LibraryEntry {
  /** The file's name without its extension. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
}

/** A request that the library refuses; `message` is a sentence for the user. */
class LibraryProblem extends Error {
  override readonly name = "LibraryProblem";
}

/** In UTF-8 bytes, without the extension; leaves space for a number and the extension within 255. */
const longestName = 200;
/** Device names of Windows, because the folder may be synchronized with a Windows machine. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Why a search cannot have this name, or `undefined`. The same on every system, so that files can be shared. */
export function searchNameProblem(name: string): string | undefined {
  if (name.trim() === "") {
    return enterName();
  }
  const refused = /[<>:"/\\|?*]/.exec(name)?.[0];
  if (refused !== undefined) {
    return refused === '"'
      ? l10n.t("A name cannot contain a double quote. Remove it.")
      : l10n.t("A name cannot contain {0}. Remove it.", refused);
  }
  if (/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff]/u.test(name)) {
    return l10n.t("This name contains an invisible character. Enter it again.");
  }
  if (name !== name.trim()) {
    return l10n.t("A name cannot begin or end with a space.");
  }
  if (name.startsWith(".") || name.endsWith(".")) {
    return l10n.t("A name cannot begin or end with a dot.");
  }
  if (reserved.test(name)) {
    return l10n.t("“{0}” is a reserved name on Windows. Choose another name.", name);
  }
  return Buffer.byteLength(name) > longestName ? l10n.t("This name is too long. Shorten it.") : undefined;
}

/** The name, or the name with the first free number. Not case-sensitive, like most disks. */
export function uniqueName(name: string, taken: Iterable<string>): string {
  const used = new Set([...taken].map(folded));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!used.has(folded(candidate))) {
      return candidate;
    }
  }
}

function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

const nameOf = (file: string): string => path.basename(file).slice(0, -searchFileEnding.length);

/** Every function rejects with a `DiskFailure` when the disk fails. The folder is created with the first search. */
export class Library {
  constructor(
    readonly folder: string,
    private readonly disk: Disk,
  ) {}

  /** Sorted by name; empty when the folder does not exist. */
  async list(): Promise<readonly LibraryEntry[]> {
    const names = await this.disk.readdir(this.folder).catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") {
        return [];
      }
      throw diskFailure(error, this.folder);
    });
    return names
      .filter((name) => name.endsWith(searchFileEnding) && !name.startsWith("."))
      .map((name) => ({ name: nameOf(name), file: path.join(this.folder, name) }))
      .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: "base" }));
  }

  async read(file: string): Promise<string> {
    return this.disk.readFile(file, "utf8").catch((error: unknown) => Promise.reject(readFailure(error, file)));
  }

  /** Adds a number to a name that is taken. Rejects with a `LibraryProblem` for a name that is not allowed. */
  async create(name: string, text: string): Promise<LibraryEntry> {
    refuseBadName(name);
    await this.disk
      .mkdir(this.folder, { recursive: true, mode: 0o700 })
      .catch((error: unknown) => Promise.reject(diskFailure(error, this.fileOf(name))));
    const taken = (await this.list()).map((entry) => entry.name);
    const free = uniqueName(name, taken);
    // Another window may take the name in the meantime; then the next number is tried.
    const number = Number(/ (\d+)$/.exec(free.slice(name.length))?.[1] ?? 1);
    const file = await writeFileAtomically(this.disk, this.fileOf(free), text, {
      replace: false,
      numberedName: (nth) => this.fileOf(`${name} ${number + nth - 1}`),
    });
    return { name: nameOf(file), file };
  }

  async save(file: string, text: string): Promise<void> {
    await writeFileAtomically(this.disk, file, text);
  }

  /** Rejects with a `LibraryProblem` when the name is taken or not allowed. */
  async rename(file: string, name: string): Promise<LibraryEntry> {
    refuseBadName(name);
    const target = this.fileOf(name);
    if (target === file) {
      return { name, file };
    }
    const others = (await this.list()).filter((entry) => entry.file !== file);
    if (others.some((entry) => folded(entry.name) === folded(name))) {
      throw nameTaken(name);
    }
    await moveWithoutReplacing(this.disk, file, target, name);
    return { name, file: target };
  }

  async duplicate(file: string): Promise<LibraryEntry> {
    return this.create(`${nameOf(file)} copy`, await this.read(file));
  }

  private fileOf(name: string): string {
    return path.join(this.folder, name + searchFileEnding);
  }
}

function nameTaken(name: string, cause?: unknown): LibraryProblem {
  return new LibraryProblem(l10n.t("A search named “{0}” already exists. Choose another name.", name), { cause });
}

function refuseBadName(name: string): void {
  const problem = searchNameProblem(name);
  if (problem !== undefined) {
    throw new LibraryProblem(problem);
  }
}

async function moveWithoutReplacing(disk: Disk, file: string, target: string, name: string): Promise<void> {
  // On many disks a name that differs only in case is the same file, so a link would find its own name taken.
  if (folded(file) !== folded(target)) {
    try {
      await disk.link(file, target);
      await disk.unlink(file);
      return;
    } catch (error) {
      if (codeOf(error) === "EEXIST") {
        throw nameTaken(name, error);
      }
      if (codeOf(error) === "ENOENT") {
        throw readFailure(error, file);
      }
    }
  }
  await disk.rename(file, target).catch((error: unknown) => Promise.reject(readFailure(error, file)));
}

function readFailure(error: unknown, file: string): Error {
  return codeOf(error) === "ENOENT"
    ? new LibraryProblem(l10n.t("“{0}” no longer exists. Refresh the list.", path.basename(file)), {
        cause: error,
      })
    : diskFailure(error, file);
}
