// The files of the command line: a person names them, so they may be anywhere on this machine.
import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import path from "node:path";
import { ToolRefusal, type AgentFiles } from "../agentDesk";
import { fileUriOf } from "../fileUri";

/** More than any saved search has. */
const largestSearch = 4 * 1024 * 1024;

/** Commands only read saved searches through it; they write to the file of `--out` themselves. */
export function commandFiles(cwd: string): AgentFiles {
  const refuse = (): Promise<never> => Promise.reject(new ToolRefusal("The command line does not do that.", "file"));
  return {
    root: cwd,
    readSearch: (file) => readSearch(path.resolve(cwd, file), file),
    write: refuse,
    target: refuse,
    searches: () => Promise.resolve([]),
  };
}

async function readSearch(file: string, shown: string): Promise<{ readonly uri: string; readonly text: string }> {
  const refusal = (why: string): ToolRefusal => new ToolRefusal(`${shown} ${why}`, "input");
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    // Opening a named pipe would wait for a program that writes to it.
    handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw refusal((error as NodeJS.ErrnoException).code === "ENOENT" ? "does not exist." : "cannot be read.");
  }
  try {
    const found = await handle.stat();
    if (!found.isFile()) {
      throw refusal("is not a regular file. Use - for standard input.");
    }
    if (found.size > largestSearch) {
      throw refusal("is too large for a saved search.");
    }
    const bytes = await handle.readFile().catch(() => {
      throw refusal("cannot be read.");
    });
    const text = textOf(bytes);
    if (text === undefined) {
      throw refusal("is not UTF-8 text.");
    }
    return { uri: fileUriOf(await realpath(file)), text };
  } finally {
    await handle.close();
  }
}

/** UTF-8 without a byte order mark; `undefined` for other bytes, which would change what is searched for. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
