// At start: makes the extension's folders readable by the user alone, and removes temporary files of exports that ended
// without removing them.
import * as disk from "node:fs/promises";
import path from "node:path";
import { workspace } from "vscode";
import { removeLeftovers } from "../../searches/atomicFile";
import { placeOutside } from "../../searches/realPlace";
import { exportFolderOf } from "../exporting/fileStep";

/** `globalStorage` is an absolute path; `now` in ms since 1970. Never rejects. */
export async function tidyFolders(globalStorage: string, now: number): Promise<void> {
  const library = path.join(globalStorage, "library");
  for (const folder of [globalStorage, library]) {
    // A folder that does not exist yet is created like this; some file systems have no permissions.
    await disk.chmod(folder, 0o700).catch(() => undefined);
  }
  const roots = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  const exported = roots.map((root) => path.join(root.uri.fsPath, exportFolderOf(root)));
  for (const folder of [library, ...exported]) {
    const inside = path.join(folder, "any file");
    const isElsewhere = await placeOutside(
      disk,
      roots.map(({ uri }) => uri.fsPath),
      inside,
    );
    if (isElsewhere === undefined) {
      await removeLeftovers(disk, inside, now);
    }
  }
}
