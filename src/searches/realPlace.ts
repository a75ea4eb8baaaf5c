// Resolves the real paths of files in the workspace: a cloned repository can contain links that lead out of it.
import path from "node:path";
import type { Disk } from "./atomicFile";

/** The real path of a file that links lead out of all folders; `undefined` if they do not. */
export async function placeOutside(
  disk: Pick<Disk, "realpath">,
  roots: readonly string[],
  file: string,
): Promise<string | undefined> {
  if (!roots.some((root) => isInside(root, file))) {
    return undefined;
  }
  const real = await realPath(disk, file);
  const realRoots = await Promise.all(roots.map((root) => realPath(disk, root)));
  return realRoots.some((root) => isInside(root, real)) ? undefined : real;
}

/** Whether a file is in one of the folders, and no link leads out of them. The file may be missing. */
export async function isReallyInside(
  disk: Pick<Disk, "realpath">,
  roots: readonly string[],
  file: string,
): Promise<boolean> {
  return roots.some((root) => isInside(root, file)) && (await placeOutside(disk, roots, file)) === undefined;
}

/**
 * Whether an absolute path is the folder or below it, without resolving links. `flavor` is the path syntax; this
 * machine's when absent.
 */
export function isInside(root: string, file: string, flavor: path.PlatformPath = path): boolean {
  const between = flavor.relative(root, file);
  return between !== ".." && !between.startsWith(`..${flavor.sep}`) && !flavor.isAbsolute(between);
}

/** The real path of a file; the file and the last of its folders may be missing. */
async function realPath(disk: Pick<Disk, "realpath">, file: string): Promise<string> {
  const missing: string[] = [];
  for (let at = file; ; at = path.dirname(at)) {
    const real = await disk.realpath(at).catch(() => undefined);
    if (real !== undefined) {
      return path.join(real, ...missing);
    }
    if (path.dirname(at) === at) {
      return file;
    }
    missing.unshift(path.basename(at));
  }
}
