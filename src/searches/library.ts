// The personal library: one file for each saved search in a folder of their own.
import path from "node:path";
import * as l10n from "@vscode/l10n";
import { codeOf, diskFailure, writeFileAtomically, type Disk } from "./atomicFile";
import { searchFileEnding } from "./searchDocument";

export interface LibraryEntry {
  /** The file's name without its ending. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
}

/** Something the library will not do; `message` is a whole sentence for the user. */
export class LibraryProblem extends Error {
  override readonly name = "LibraryProblem";
}

/** All functions reject with a `DiskFailure` when the disk refuses. */
export interface Library {
  readonly folder: string;
  /** By name, as people sort them. Empty while the folder does not exist. */
  list(): Promise<readonly LibraryEntry[]>;
  read(file: string): Promise<string>;
  /** Under the name, or the name with a number when it is taken. Rejects with a `LibraryProblem` for a name that cannot be. */
  create(name: string, text: string): Promise<LibraryEntry>;
  save(file: string, text: string): Promise<void>;
  /** Rejects with a `LibraryProblem` when the name is taken or cannot be. */
  rename(file: string, name: string): Promise<LibraryEntry>;
  duplicate(file: string): Promise<LibraryEntry>;
}

/** Without the ending, in UTF-8 bytes: leaves room for the ending and a number within 255. */
const longestName = 200;
/** Device names of Windows; a library may be synchronised to one. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Why a search cannot have this name, or `undefined` when it can. Holds for every system, so that files can travel. */
export function searchNameProblem(name: string): string | undefined {
  if (name.trim() === "") {
    return l10n.t("Enter a name.");
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

/** The name, or the name with the first free number. Upper and lower case count as the same, as on most disks. */
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

/** The library in a folder; the folder is made when the first search is created. */
export function openLibrary(folder: string, disk: Disk): Library {
  const fileOf = (name: string): string => path.join(folder, name + searchFileEnding);
  const list = async (): Promise<readonly LibraryEntry[]> => {
    const names = await disk.readdir(folder).catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") {
        return [];
      }
      throw diskFailure(error, folder);
    });
    return names
      .filter((name) => name.endsWith(searchFileEnding) && !name.startsWith("."))
      .map((name) => ({ name: name.slice(0, -searchFileEnding.length), file: path.join(folder, name) }))
      .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: "base" }));
  };
  const create = async (name: string, text: string): Promise<LibraryEntry> => {
    refuseBadName(name);
    await disk
      .mkdir(folder, { recursive: true })
      .catch((error: unknown) => Promise.reject(diskFailure(error, fileOf(name))));
    const free = uniqueName(
      name,
      (await list()).map((entry) => entry.name),
    );
    // Another window may take the name meanwhile: then the next number is tried, and nothing is ever replaced.
    const number = Number(/ (\d+)$/.exec(free.slice(name.length))?.[1] ?? 1);
    const file = await writeFileAtomically(disk, fileOf(free), text, {
      replace: false,
      placeOf: (nth) => fileOf(`${name} ${number + nth - 1}`),
    });
    return { name: path.basename(file).slice(0, -searchFileEnding.length), file };
  };
  const read = (file: string): Promise<string> =>
    disk.readFile(file, "utf8").catch((error: unknown) => Promise.reject(readFailure(error, file)));
  return {
    folder,
    list,
    read,
    create,
    save: async (file, text) => {
      await writeFileAtomically(disk, file, text);
    },
    rename: async (file, name) => {
      refuseBadName(name);
      const target = fileOf(name);
      if (target === file) {
        return { name, file };
      }
      const taken = (await list()).some((entry) => entry.file !== file && folded(entry.name) === folded(name));
      if (taken) {
        throw new LibraryProblem(l10n.t("A search named “{0}” already exists. Choose another name.", name));
      }
      await moveWithoutReplacing(disk, file, target, name);
      return { name, file: target };
    },
    duplicate: async (file) =>
      create(`${path.basename(file).slice(0, -searchFileEnding.length)} copy`, await read(file)),
  };
}

function refuseBadName(name: string): void {
  const problem = searchNameProblem(name);
  if (problem !== undefined) {
    throw new LibraryProblem(problem);
  }
}

async function moveWithoutReplacing(disk: Disk, file: string, target: string, name: string): Promise<void> {
  // A change of case alone is the same file on many disks: a link would find its own name taken.
  if (folded(file) !== folded(target)) {
    try {
      await disk.link(file, target);
      await disk.unlink(file);
      return;
    } catch (error) {
      if (codeOf(error) === "EEXIST") {
        throw new LibraryProblem(l10n.t("A search named “{0}” already exists. Choose another name.", name), {
          cause: error,
        });
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
