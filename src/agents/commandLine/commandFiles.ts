// The files of the command line: a person names them, so they may be anywhere on this machine.
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
    handle = await open(file, "r");
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
    return { uri: fileUriOf(await realpath(file)), text: await handle.readFile("utf8") };
  } finally {
    await handle.close();
  }
}
