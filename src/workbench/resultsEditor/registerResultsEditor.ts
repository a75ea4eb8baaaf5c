// The results editor: a read-only custom editor for the records of a search's runs, of one run, or of many runs.
import {
  Disposable,
  FilePermission,
  FileType,
  type CustomReadonlyEditorProvider,
  type FileStat,
  type FileSystemProvider,
  type Uri,
  type WebviewPanel,
} from "vscode";
import type { RunStore } from "../../runs/runStore";
import { followOtherWindows } from "../otherWindows";
import { showPage } from "../webviewPage";
import { AbandonedTabs } from "./abandonedTabs";
import { registerRawReplies } from "./rawReply";
import { readResultsUri } from "./resultsAddress";
import type { ResultsDesk } from "./resultsDesk";
import { ResultsTab } from "./resultsTab";

export interface ResultsEditor extends Disposable {
  readonly provider: Pick<CustomReadonlyEditorProvider, "resolveCustomEditor">;
  /** The file system for the addresses of results tabs. */
  readonly files: Pick<FileSystemProvider, "stat" | "readFile">;
}

export function openResultsEditor(desk: ResultsDesk): ResultsEditor {
  const replies = registerRawReplies(desk.app.store);
  const abandoned = new AbandonedTabs(desk.log);
  return {
    provider: {
      resolveCustomEditor: ({ uri }, panel) => {
        abandoned.add(uri, panel);
        return showResults(uri, panel, desk);
      },
    },
    files: resultsFiles(desk.app.runs),
    dispose: () => {
      abandoned.dispose();
      replies.dispose();
    },
  };
}

async function showResults(uri: Uri, panel: WebviewPanel, desk: ResultsDesk): Promise<void> {
  const tab = new ResultsTab(readResultsUri(uri), panel, desk);
  showPage(panel.webview, desk.extensionUri, "results", null);
  const attached = [
    tab,
    desk.runner.onDidProgress(({ runId }) => tab.onRunsChanged(runId)),
    desk.leaveOut.onDidChange(() => tab.onLeaveOutChanged()),
    desk.recordLists.onDidChange(() => tab.onListsChanged()),
    followOtherWindows(desk.app.store, panel, () => tab.onOtherWindow()),
    new Disposable(desk.app.runs.onDidChange(({ id }) => tab.onRunsChanged(id))),
  ];
  panel.onDidDispose(() => attached.forEach((one) => one.dispose()));
  await tab.refresh();
}

/** VS Code needs files to open tabs; records are not read through them. */
function resultsFiles(runs: RunStore): Pick<FileSystemProvider, "stat" | "readFile"> {
  const content = new TextEncoder().encode(
    `Prospect Desk shows the records of this run. Open it with “Prospect Desk Results”.\n`,
  );
  return {
    // A deleted run also has a file, so that the results editor can say that it was deleted. A search's results always
    // have the same file, whichever run is shown.
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
