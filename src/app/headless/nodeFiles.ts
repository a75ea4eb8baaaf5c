// The files that tools may read and write: regular files in the folders of the workspace, never through a link. Also
// converts paths to URIs in the form that VS Code uses.
import { constants, createReadStream } from "node:fs";
import * as disk from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { codeOf } from "../../searches/atomicFile";
import { isInside } from "../../searches/realPlace";
import { searchFileEnding } from "../../searches/searchDocument";
import { pieceSize, type ByteSource } from "../../tables/bytes";
import { Refusal, type AppFiles } from "../app";
import { neutral } from "../untrusted";

/** A saved search is a few kilobytes; a larger file is not a search. In bytes. */
const largestSearch = 2_000_000;
/** The largest table that is read at once, in bytes. */
const largestTable = 50_000_000;
/** Device names of Windows, and characters that some system does not allow in names. */
const reservedName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;
const refusedInNames = /[<>:"|?*\p{Cc}\p{Cf}\u2028\u2029]/u;

const refused = (message: string): Refusal => new Refusal(message, "file");

/** `roots`: the workspace folders, absolute; paths are relative to the first. `flavor`: the path syntax. */
export function createNodeFiles(roots: readonly string[], flavor: path.PlatformPath = path): AppFiles {
  const [root] = roots;

  /** Resolves to the absolute path. Its folder is really inside a folder of the workspace. */
  async function placeOf(given: string): Promise<string> {
    if (root === undefined) {
      throw refused("No folder is open, so no file can be read or written. Open a folder first.");
    }
    const file = flavor.resolve(root, checkedPath(given, flavor));
    const home = roots.find((one) => isInside(one, file, flavor));
    if (home === undefined || flavor.relative(home, file) === "") {
      throw outside(given);
    }
    await refuseLinks(home, file, given);
    return file;
  }

  return {
    root,
    async readSearch(given) {
      const file = await placeOf(given);
      if (!file.endsWith(searchFileEnding)) {
        throw refused(`${shown(given)} is not a saved search: its name must end with ${searchFileEnding}.`);
      }
      return { uri: fileUriOf(file), text: await readable(given, readSearchFile(file, given)) };
    },
    async readTable(given) {
      const file = await placeOf(given);
      return { uri: fileUriOf(file), bytes: await readable(given, readRegular(file, given, largestTable)) };
    },
    async target(given, replace) {
      const file = await placeOf(given);
      if (file.endsWith(searchFileEnding)) {
        throw refused(`${shown(given)} is the name of a saved search. Export to another file.`);
      }
      if (isDatabase(file)) {
        throw refused(`${shown(given)} is the database of Prospect Desk. Export to another file.`);
      }
      await refuseTaken(file, given, replace);
      await makeFolder(file, given);
      return file;
    },
  };
}

const shown = (given: string): string => `“${neutral(given, 200)}”`;
const outside = (given: string): Refusal =>
  refused(`${shown(given)} is outside the workspace. Use a path relative to its first folder.`);

/** The path with the separators of this system. Hidden files and folders contain settings, not data. */
function checkedPath(given: string, { isAbsolute, sep }: path.PlatformPath): string {
  const names = given.split(/[/\\]/u).filter((name) => name !== "" && name !== ".");
  const isHidden = names.some((name) => name.startsWith(".") && name !== "..");
  const within = isAbsolute(given) ? names.slice(/^[a-z]:/iu.test(given) ? 1 : 0) : names;
  if (names.includes("..") || given.startsWith("~")) {
    throw outside(given);
  }
  if (given.trim() === "" || /[/\\]$/u.test(given)) {
    throw refused(`${shown(given)} is not the path of a file.`);
  }
  if (isHidden || within.some((name) => refusedInNames.test(name) || reservedName.test(name) || /[. ]$/u.test(name))) {
    throw refused(`${shown(given)} is not a name that tools may use. Choose a plain file name.`);
  }
  return sep === "/" ? given.replaceAll("\\", "/") : given;
}

/** The data folder can be inside the workspace folder, and replacing a database would lose every run. */
const isDatabase = (file: string): boolean =>
  path.basename(path.dirname(file)).toLowerCase() === "store" && /desk.*\.db/u.test(path.basename(file).toLowerCase());

/** Every folder below the root must be a real one, and the file itself, if it exists, a regular file. */
async function refuseLinks(root: string, file: string, given: string): Promise<void> {
  const names = path.relative(root, file).split(path.sep);
  let at = root;
  for (const [index, name] of names.entries()) {
    at = path.join(at, name);
    const found = await disk.lstat(at).catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") {
        return undefined;
      }
      throw refused(`${shown(given)} cannot be used: the system reported ${codeOf(error)}.`);
    });
    if (found === undefined) {
      return;
    }
    if (found.isSymbolicLink()) {
      throw refused(`${shown(given)} is or contains a link. Tools do not follow links.`);
    }
    if (index < names.length - 1 ? !found.isDirectory() : !found.isFile()) {
      throw refused(`${shown(given)} is not a regular file in a folder.`);
    }
    if (index === names.length - 1 && found.nlink > 1) {
      throw refused(`${shown(given)} has several names (hard links). Tools do not use such files.`);
    }
  }
}

/** The text of a saved search. Throws the system's error, or a `TypeError` when it is not UTF-8. */
export const readSearchFile = async (file: string, given = file): Promise<string> =>
  new TextDecoder("utf-8", { fatal: true }).decode(await readRegular(file, given, largestSearch));

async function readRegular(file: string, given: string, most: number): Promise<Uint8Array> {
  // A link or a pipe that has replaced the file in the meantime must not be followed or block.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await disk.open(file, flags);
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.size > most) {
      throw refused(`${shown(given)} is too large.`);
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

async function readable<T>(given: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Refusal) {
      throw error;
    }
    throw error instanceof TypeError
      ? refused(`${shown(given)} is not UTF-8 text.`)
      : codeOf(error) === "ENOENT"
        ? new Refusal(`${shown(given)} does not exist.`, "notFound")
        : refused(`${shown(given)} cannot be read: the system reported ${codeOf(error)}.`);
  }
}

async function refuseTaken(file: string, given: string, replace: boolean): Promise<void> {
  const exists = await disk.lstat(file).then(
    () => true,
    () => false,
  );
  if (exists && !replace) {
    throw taken(given);
  }
}

const taken = (given: string): Refusal =>
  refused(`${shown(given)} already exists. Choose another name, or pass replace: true if the user wants it replaced.`);

async function makeFolder(file: string, given: string): Promise<void> {
  try {
    await disk.mkdir(path.dirname(file), { recursive: true });
  } catch (error) {
    throw refused(`The folder of ${shown(given)} cannot be created: the system reported ${codeOf(error)}.`);
  }
}

/** `file` must be absolute. */
export function fileUriOf(file: string, flavor: path.PlatformPath = path): string {
  const { host, pathname } = pathToFileURL(flavor.resolve(file), { windows: flavor.sep === "\\" });
  const segments = decodeURIComponent(pathname)
    .replace(/^\/([A-Z]):/u, (_whole, drive: string) => `/${drive.toLowerCase()}:`)
    .split("/");
  return `file://${host}${segments.map(encoded).join("/")}`;
}

const encoded = (segment: string): string =>
  encodeURIComponent(segment).replace(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The bytes of a local file. Throws for any other URI. */
export function fileBytes(uri: string): ByteSource {
  const file = fileURLToPath(uri);
  return () => createReadStream(file, { highWaterMark: pieceSize }) as AsyncIterable<Uint8Array>;
}
