// Whether a file or folder exists, by the editor's file systems.
import { workspace, type Uri } from "vscode";

/** False also if the file system cannot tell: a search for a free name must end, and writing then says why not. */
export async function fileExists(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
