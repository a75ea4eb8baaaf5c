// The personal library: a folder with one file for each saved search.
import path from "node:path";
import { enterName } from "../service/valueTexts";
import { diskFailure, writeFileAtomically, type Disk } from "./atomicFile";
import { searchFileEnding } from "./searchDocument";

/** The maximum in UTF-8 bytes, without the extension; leaves space for a number and the extension within 255. */
const longestName = 200;
/** Device names of Windows, because the folder may be synchronized with a Windows machine. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** The problem with a name, or `undefined`. The rules are the same on every system, so that files can be shared. */
export function searchNameProblem(name: string): string | undefined {
  if (name.trim() === "") {
    return enterName;
  }
  const refused = /[<>:"/\\|?*]/.exec(name)?.[0];
  if (refused !== undefined) {
    return refused === '"'
      ? "A name cannot contain a double quote. Remove it."
      : `A name cannot contain ${refused}. Remove it.`;
  }
  if (/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff]/u.test(name)) {
    return "This name contains an invisible character. Enter it again.";
  }
  if (name !== name.trim()) {
    return "A name cannot begin or end with a space.";
  }
  if (name.startsWith(".") || name.endsWith(".")) {
    return "A name cannot begin or end with a dot.";
  }
  if (reserved.test(name)) {
    return `“${name}” is a reserved name on Windows. Choose another name.`;
  }
  return Buffer.byteLength(name) > longestName ? "This name is too long. Shorten it." : undefined;
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

/**
 * Adds a search to the library: with a number if the name is taken, and resolves to the absolute path of the file. The
 * folder is created with the first search. Rejects with a `DiskFailure` when the disk fails, and with an error whose
 * message is for the user when the name is not allowed.
 */
export async function addToLibrary(disk: Disk, folder: string, name: string, text: string): Promise<string> {
  const problem = searchNameProblem(name);
  if (problem !== undefined) {
    throw new Error(problem);
  }
  const fileOf = (one: string): string => path.join(folder, one + searchFileEnding);
  const refuse = (error: unknown): never => {
    throw diskFailure(error, fileOf(name));
  };
  await disk.mkdir(folder, { recursive: true, mode: 0o700 }).catch(refuse);
  const files = await disk.readdir(folder).catch(refuse);
  const free = uniqueName(
    name,
    files.map((file) => path.basename(file, searchFileEnding)),
  );
  // Another window may take the name in the meantime; then the next number is tried.
  const number = Number(/ (\d+)$/.exec(free.slice(name.length))?.[1] ?? 1);
  return writeFileAtomically(disk, fileOf(free), text, {
    replace: false,
    numberedName: (nth) => fileOf(`${name} ${number + nth - 1}`),
  });
}
