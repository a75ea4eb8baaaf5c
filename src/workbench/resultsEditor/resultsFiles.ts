// The file system behind the results' addresses: names tabs and nothing more; records are never read through it.
import {
  EventEmitter,
  FilePermission,
  FileSystemError,
  FileType,
  l10n,
  type FileChangeEvent,
  type FileStat,
  type FileSystemProvider,
} from "vscode";
import type { RunStore } from "../../runs/runStore";
import { runIdOf } from "./resultsUri";

export function resultsFiles(runs: Pick<RunStore, "summary">): FileSystemProvider {
  const content = new TextEncoder().encode(
    `${l10n.t("The records of this run are shown by Prospect Desk. Open it with “Prospect Desk Results”.")}\n`,
  );
  const refuse = (): never => {
    throw FileSystemError.NoPermissions(
      l10n.t("The results of a run cannot be changed. Export them to have a file of your own."),
    );
  };
  return {
    onDidChangeFile: new EventEmitter<FileChangeEvent[]>().event,
    watch: () => ({ dispose: () => undefined }),
    // A run that is gone has a file all the same: the editor then says so better than a missing file would.
    stat: async (uri): Promise<FileStat> => {
      const summary = await runs.summary(runIdOf(uri)).catch(() => undefined);
      return {
        type: FileType.File,
        ctime: summary?.header.startedAt ?? 0,
        mtime: summary?.updatedAt ?? 0,
        size: content.byteLength,
        permissions: FilePermission.Readonly,
      };
    },
    readFile: () => content,
    readDirectory: () => [],
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
}
