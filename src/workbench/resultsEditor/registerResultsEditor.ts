// The results editor: a read-only custom editor for the records of a search's runs, of one run, or of many runs.
import {
  Disposable,
  type CustomDocument,
  type CustomReadonlyEditorProvider,
  type Event,
  type FileSystemProvider,
  type Uri,
  type WebviewPanel,
} from "vscode";
import type { ResultsInitial } from "../../../webview-ui/messages/results";
import { followOtherWindows } from "../otherWindows";
import { showPage } from "../webviewPage";
import { AbandonedTabs } from "./abandonedTabs";
import { FetchedTab } from "./fetchedTab";
import { registerRawReplies } from "./rawReply";
import { isFetchedAddress, readResultsUri } from "./resultsAddress";
import type { ResultsDesk } from "./resultsDesk";
import { resultsFiles } from "./resultsFiles";
import { RunsTab } from "./runsTab";

export interface ResultsEditorDeps extends ResultsDesk {
  readonly extensionUri: Uri;
  /** Leave-out lists hide other records than before. */
  readonly onDidChangeLeaveOut: Event<void>;
}

export interface ResultsEditor extends Disposable {
  readonly provider: CustomReadonlyEditorProvider;
  /** The files behind the addresses of results tabs. */
  readonly files: Pick<FileSystemProvider, "stat" | "readFile">;
}

export function openResultsEditor(deps: ResultsEditorDeps): ResultsEditor {
  const replies = registerRawReplies(deps.app.store);
  const abandoned = new AbandonedTabs(deps.log);
  return {
    provider: {
      openCustomDocument: (uri): CustomDocument => ({ uri, dispose: () => undefined }),
      resolveCustomEditor: ({ uri }, panel) => {
        abandoned.add(uri, panel);
        return showResults(uri, panel, deps);
      },
    },
    files: resultsFiles(deps.app.runs),
    dispose: () => {
      abandoned.dispose();
      replies.dispose();
    },
  };
}

async function showResults(uri: Uri, panel: WebviewPanel, deps: ResultsEditorDeps): Promise<void> {
  const address = readResultsUri(uri);
  const frame = {
    panel,
    name: uri.path.split("/").at(-1) ?? "",
    showPage: (initial: ResultsInitial) => showPage(panel.webview, deps.extensionUri, "results", initial),
  };
  const tab = isFetchedAddress(address) ? new FetchedTab(address, frame, deps) : new RunsTab(address, frame, deps);
  const shown = {
    get visible() {
      return panel.visible;
    },
    onDidChangeVisibility: panel.onDidChangeViewState,
  };
  const attached = [
    tab,
    deps.runner.onDidProgress(({ runId }) => tab.onRunsChanged(runId)),
    deps.onDidChangeLeaveOut(() => tab.onLeaveOutChanged()),
    deps.recordLists.onDidChange(() => tab.onListsChanged()),
    followOtherWindows(deps.app.store, shown, () => tab.onOtherWindow()),
    new Disposable(
      deps.app.runs.onDidChange(({ id, kind }) => (kind === "deleted" ? tab.onDeleted(id) : tab.onRunsChanged(id))),
    ),
  ];
  panel.onDidDispose(() => attached.forEach((one) => one.dispose()));
  await tab.open();
}
