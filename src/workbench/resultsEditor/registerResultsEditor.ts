// The results editor: a read-only custom editor for the records of a search's runs, of one run, or of many runs.
import {
  Disposable,
  window,
  type CustomDocument,
  type CustomReadonlyEditorProvider,
  type Event,
  type FileSystemProvider,
  type Uri,
  type WebviewPanel,
} from "vscode";
import type { DeskStore } from "../../export/storeExport";
import type { RunStore } from "../../runs/runStore";
import type { SearchRunner } from "../runActivity";
import { showPage } from "../webviewPage";
import { followOtherWindows } from "../otherWindows";
import { AbandonedTabs } from "./abandonedTabs";
import { FetchedTab, type FetchedTabDeps } from "./fetchedTab";
import { registerRawReplies } from "./rawReply";
import { resultsFiles } from "./resultsFiles";
import { ResultsTab, type ResultsTabDeps } from "./resultsTab";
import { isFetchedAddress, readResultsUri, type FetchedAddress } from "./resultsAddress";

export interface ResultsEditorDeps extends Omit<ResultsTabDeps, "showReply">, Omit<FetchedTabDeps, "showReply"> {
  readonly extensionUri: Uri;
  readonly store: DeskStore;
  readonly runs: RunStore;
  readonly runner: SearchRunner;
  /** Lists of records have changed in this window. */
  readonly onDidChangeLists: Event<void>;
  /** Leave-out lists hide other records than before. */
  readonly onDidChangeLeaveOut: Event<void>;
}

export interface ResultsEditor extends Disposable {
  readonly provider: CustomReadonlyEditorProvider;
  /** The files behind the addresses of results tabs. */
  readonly files: Pick<FileSystemProvider, "stat" | "readFile">;
}

export function openResultsEditor(deps: ResultsEditorDeps): ResultsEditor {
  const replies = registerRawReplies(deps.store);
  const abandoned = new AbandonedTabs(deps.log);
  return {
    provider: {
      openCustomDocument: (uri): CustomDocument => ({ uri, dispose: () => undefined }),
      resolveCustomEditor: ({ uri }, panel) => {
        abandoned.add(uri, panel);
        return showResults(uri, panel, { ...deps, showReply: replies.show });
      },
    },
    files: resultsFiles(deps.runs),
    dispose: () => {
      abandoned.dispose();
      void replies.disposable.dispose();
    },
  };
}

async function showResults(
  uri: Uri,
  panel: WebviewPanel,
  deps: ResultsEditorDeps & Pick<ResultsTabDeps, "showReply">,
): Promise<void> {
  const name = uri.path.split("/").at(-1) ?? "";
  const show: ConstructorParameters<typeof ResultsTab>[3] = (initial) =>
    showPage(panel.webview, deps.extensionUri, "results", initial);
  const address = readResultsUri(uri);
  if (isFetchedAddress(address)) {
    await showFetched(address, panel, name, show, deps);
    return;
  }
  const tab = new ResultsTab(panel, address, name, show, deps);
  const refreshIfVisible = (): void => {
    if (panel.visible) {
      tab.onRunsChanged(tab.runId);
      tab.onListsChanged();
    }
  };
  const attached = [
    tab,
    deps.runner.onDidProgress(({ runId }) => tab.onRunsChanged(runId)),
    deps.onDidChangeLeaveOut(() => tab.onLeaveOutChanged()),
    deps.onDidChangeLists(() => tab.onListsChanged()),
    // Changes made by other windows fire no event in this one.
    panel.onDidChangeViewState(refreshIfVisible),
    window.onDidChangeWindowState(({ focused }) => (focused ? refreshIfVisible() : undefined)),
    every(checkEveryMs, () => (tab.isRunningInOtherWindow() ? refreshIfVisible() : undefined)),
    new Disposable(
      deps.runs.onDidChange(({ id, kind }) => (kind === "deleted" ? tab.onDeleted(id) : tab.onRunsChanged(id))),
    ),
  ];
  panel.onDidDispose(() => attached.forEach((one) => one.dispose()));
  await tab.open();
}

async function showFetched(
  address: FetchedAddress,
  panel: WebviewPanel,
  name: string,
  show: ConstructorParameters<typeof FetchedTab>[3],
  deps: ResultsEditorDeps & Pick<ResultsTabDeps, "showReply">,
): Promise<void> {
  const tab = new FetchedTab(panel, address, name, show, deps);
  const refresh = (): void => tab.onRecordsChanged();
  const shown = {
    get visible() {
      return panel.visible;
    },
    onDidChangeVisibility: panel.onDidChangeViewState,
  };
  const attached = [
    tab,
    deps.runner.onDidProgress(refresh),
    deps.onDidChangeLists(refresh),
    deps.onDidChangeLeaveOut(refresh),
    followOtherWindows(deps.store, shown, refresh),
    new Disposable(deps.runs.onDidChange(refresh)),
  ];
  panel.onDidDispose(() => attached.forEach((one) => one.dispose()));
  await tab.open();
}

/** How often the state of a run in another window is read, in ms. */
const checkEveryMs = 2_000;

function every(ms: number, work: () => void): Disposable {
  const timer = setInterval(work, ms);
  return new Disposable(() => clearInterval(timer));
}
