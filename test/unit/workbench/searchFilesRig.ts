// The module that lists saved searches, over files that a test makes up or has on disk.
import type * as SearchFiles from "../../../src/workbench/searchFiles/searchFiles";
import { newFolder } from "../store/rig";
import { importWithVscode } from "./bundleWithVscode";
import { createScriptedVscode, type Uri } from "./scriptedVscode";

/** What the module uses of VS Code's files. `stat` resolves to VS Code's `FileStat`. */
export interface SearchFilesOnDisk {
  readonly find: (most: number) => readonly Uri[];
  readonly stat: (uri: Uri) => Promise<unknown>;
  readonly readFile: (uri: Uri) => Promise<Uint8Array>;
}

export async function importSearchFiles({ find, stat, readFile }: SearchFilesOnDisk): Promise<typeof SearchFiles> {
  const vscode = createScriptedVscode();
  const nothing = () => ({ dispose: () => undefined });
  const watcher = { onDidCreate: nothing, onDidChange: nothing, onDidDelete: nothing, ...nothing() };
  const { workspace, window } = vscode.api as Record<string, Record<string, unknown>>;
  Object.assign(window ?? {}, { onDidChangeWindowState: nothing });
  Object.assign(workspace ?? {}, {
    createFileSystemWatcher: () => watcher,
    onDidChangeWorkspaceFolders: nothing,
    onDidSaveTextDocument: nothing,
    onDidCreateFiles: nothing,
    onDidRenameFiles: nothing,
    onDidDeleteFiles: nothing,
    findFiles: async (_include: string, _exclude: string, most: number) => find(most),
    asRelativePath: ({ path }: Uri) => path.replace("/w/", ""),
    getWorkspaceFolder: () => ({ name: "w" }),
    fs: { readDirectory: async () => Promise.reject(new Error("no folder")), stat, readFile },
  });
  return (await importWithVscode(
    ["src/workbench/searchFiles/searchFiles.ts"],
    newFolder(),
    vscode.api,
  )) as typeof SearchFiles;
}
