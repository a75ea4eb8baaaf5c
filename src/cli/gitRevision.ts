// Files as git has them in a revision.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Refusal } from "../app/app";
import { largestSearch } from "./commandFiles";

const execute = promisify(execFile);

/** `HEAD~1:searches/vps.prospect.json`, as git names a file of a revision. */
export const isRevision = (text: string): boolean => /^[^:\s-][^:\s]*:[^:]/u.test(text);

/** `undefined` when the revision has no such file. */
export async function readRevision(cwd: string, text: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const revision = text.slice(0, text.indexOf(":"));
  const options = { cwd, signal, encoding: "buffer", maxBuffer: largestSearch, windowsHide: true } as const;
  try {
    await execute("git", ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`], options);
  } catch (error) {
    throw notRead(error, signal, `${text} is no file, and git knows no revision of that name here.`);
  }
  try {
    return (await execute("git", ["cat-file", "blob", text], options)).stdout;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 128) {
      return undefined;
    }
    throw notRead(error, signal, `${text} cannot be read.`);
  }
}

function notRead(error: unknown, signal: AbortSignal, sentence: string): unknown {
  if (signal.aborted) {
    return error;
  }
  const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
  return new Refusal(isMissing ? "git is not installed, or not in the PATH." : sentence, "input", { cause: error });
}
