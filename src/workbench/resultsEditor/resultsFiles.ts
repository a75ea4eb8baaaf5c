// The files at the addresses of results tabs. VS Code needs them to open a tab; records are not read through them.
import { FilePermission, FileType, l10n, type FileStat, type FileSystemProvider } from "vscode";
import type { RunStore } from "../../runs/runStore";
import { readResultsUri } from "./resultsAddress";

export function resultsFiles(runs: RunStore): Pick<FileSystemProvider, "stat" | "readFile"> {
  const content = new TextEncoder().encode(
    `${l10n.t("Prospect Desk shows the records of this run. Open it with “Prospect Desk Results”.")}\n`,
  );
  return {
    // A deleted run has a file too, so that the results editor can say that it was deleted. A search's results are
    // always the same file, whichever run is shown.
    stat: async (uri): Promise<FileStat> => {
      const address = readResultsUri(uri);
      const summary = address.kind === "run" ? await runs.summary(address.run).catch(() => undefined) : undefined;
      return {
        type: FileType.File,
        ctime: summary?.header.startedAt ?? 0,
        mtime: summary?.updatedAt ?? 0,
        size: content.byteLength,
        permissions: FilePermission.Readonly,
      };
    },
    readFile: () => content,
  };
}
