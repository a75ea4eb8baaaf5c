// Reads the files of the command line. The user names them, so they may be anywhere on this machine.
import { constants, createReadStream } from "node:fs";
import * as disk from "node:fs/promises";
import path from "node:path";
import { Refusal, type AppFiles } from "../app/app";
import { fileUriOf } from "../app/headless/nodeFiles";
import { codeOf } from "../searches/atomicFile";
import type { CommandContext } from "./arguments";
import { CommandFailure } from "./results";
import { readStream } from "./terminal";

/** The maximum size of a saved search, in bytes. Real ones are much smaller. */
export const largestSearch = 4 * 1024 * 1024;
/** The maximum size of a list or a table that is read at once, in bytes. */
const largestTable = 50_000_000;

/** Files for reading documents; commands write the file of `--out` themselves. */
export function commandFiles(cwd: string): AppFiles {
  const refuse = (): Promise<never> => Promise.reject(new Refusal("The command line does not do that.", "file"));
  return {
    root: cwd,
    async readSearch(given) {
      const file = path.resolve(cwd, given);
      const bytes = await readRegular(file, given, largestSearch);
      return { uri: fileUriOf(await disk.realpath(file)), text: textOfBytes(bytes, given) };
    },
    readTable: refuse,
    target: refuse,
  };
}

export const standardInput: readonly string[] = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"];

/** Whether it can be read only once: standard input, or a pipe such as `<(…)`. */
export async function isStream(cwd: string, file: string): Promise<boolean> {
  const found = standardInput.includes(file)
    ? undefined
    : await disk.stat(path.resolve(cwd, file)).catch(() => undefined);
  return standardInput.includes(file) || (found !== undefined && !found.isFile() && !found.isDirectory());
}

/** A file, a pipe, or all of standard input for `-`. */
export async function readInput(
  { cwd, terminal, signal }: CommandContext,
  file: string,
  most = largestTable,
): Promise<Uint8Array> {
  const resolved = path.resolve(cwd, file);
  if (!(await isStream(cwd, file))) {
    return readRegular(resolved, file, most);
  }
  const isInput = standardInput.includes(file);
  const bytes = isInput
    ? await terminal.readAll(most, signal)
    : await readStream(createReadStream(resolved), most, signal);
  if (bytes === undefined) {
    throw new CommandFailure("usage", `${isInput ? "Standard input" : file} is too large.`);
  }
  return bytes;
}

/** Rejects when it is not a regular file that can be read. */
export const checkRegular = async (file: string, shown: string): Promise<void> =>
  (await openRegular(file, shown, Number.MAX_SAFE_INTEGER)).close();

async function readRegular(file: string, shown: string, most: number): Promise<Uint8Array> {
  const handle = await openRegular(file, shown, most);
  return handle.readFile().finally(() => handle.close());
}

async function openRegular(file: string, shown: string, most: number): Promise<disk.FileHandle> {
  const handle = await disk.open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: unknown) => {
    throw new Refusal(`${shown} ${codeOf(error) === "ENOENT" ? "does not exist" : "cannot be read"}.`, "input");
  });
  const found = await handle.stat();
  if (!found.isFile() || found.size > most) {
    await handle.close();
    throw new Refusal(`${shown} is ${found.isFile() ? "too large" : "a folder"}.`, "input");
  }
  return handle;
}

/** Decodes UTF-8, without a byte order mark. Throws for invalid bytes, which would change what is searched for. */
export function textOfBytes(bytes: Uint8Array, shown: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(`${shown} is not UTF-8 text.`);
  }
}
