// Whether a file or folder is there, by the editor's file systems.
import { workspace, type Uri } from "vscode";

/** One that cannot be read counts as there: nothing may be written over it. */
export async function fileExists(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code !== "FileNotFound" && code !== "FileNotADirectory";
  }
}
