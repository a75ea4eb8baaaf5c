// Files and folders in any of VS Code's file systems.
import { Uri, workspace, type Disposable, type GlobPattern } from "vscode";
import { freeName } from "../export/exportName";

/** False also if the file system fails: a search for a free name must end, and writing then reports the error. */
export async function fileExists(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

/** A file of this name in the folder, or the first numbered name that is free. */
export async function freeUri(folder: Uri, name: string): Promise<Uri> {
  return Uri.joinPath(folder, await freeName(name, (candidate) => fileExists(Uri.joinPath(folder, candidate))));
}

/** The last part of the path. */
export const fileName = ({ path }: Uri): string => path.slice(path.lastIndexOf("/") + 1);

/** Calls `onChange` for files that are created, changed, or deleted. */
export function watchFiles(pattern: GlobPattern, onChange: (uri: Uri) => void): Disposable {
  const watcher = workspace.createFileSystemWatcher(pattern);
  watcher.onDidCreate(onChange);
  watcher.onDidChange(onChange);
  watcher.onDidDelete(onChange);
  return watcher;
}
