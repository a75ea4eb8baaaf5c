// The results editor: a read-only custom editor for the records of a run.
import {
  Disposable,
  l10n,
  window,
  type CustomDocument,
  type CustomReadonlyEditorProvider,
  type FileSystemProvider,
  type Uri,
  type WebviewPanel,
} from "vscode";
import type { ResultsInitial } from "../../../webview-ui/messages/results";
import type { DeskStore } from "../../export/storeExport";
import type { RunStore } from "../../runs/runStore";
import { notFound, StoreError } from "../../store/storeError";
import { errorForLog } from "../errorText";
import type { RunExporter, SearchRunner } from "../runActivity";
import { showPage } from "../webviewPage";
import type { CompanyReference } from "./companyReference";
import { registerRawReplies, type ShowReply } from "./rawReply";
import { resultsFiles } from "./resultsFiles";
import { ResultsSession, type ResultsTabHost } from "./resultsSession";
import { runIdOf } from "./resultsUri";
import type { ResultsTabs } from "./resultsTabs";

export interface ResultsEditorDeps {
  readonly extensionUri: Uri;
  readonly store: DeskStore;
  readonly runs: RunStore;
  readonly runner: SearchRunner;
  readonly exporter: RunExporter;
  /** Every tab is added to it while it is open. */
  readonly shown: Pick<ResultsTabs, "add">;
  readonly log: (line: string) => void;
  readonly lookUp: (kind: "company" | "person", text: string) => Promise<void>;
  /** Opens a people search at these companies. */
  readonly openPeopleSearch: (companies: readonly CompanyReference[]) => Promise<void>;
}

export interface ResultsEditor extends Disposable {
  readonly provider: CustomReadonlyEditorProvider;
  /** The files behind the addresses of results tabs. */
  readonly files: Pick<FileSystemProvider, "stat" | "readFile">;
}

export function openResultsEditor(deps: ResultsEditorDeps): ResultsEditor {
  const replies = registerRawReplies(deps.store);
  return {
    provider: {
      openCustomDocument: (uri): CustomDocument => ({ uri, dispose: () => undefined }),
      resolveCustomEditor: (document, panel) => showResults(document.uri, panel, { ...deps, showReply: replies.show }),
    },
    files: resultsFiles(deps.runs),
    dispose: () => void replies.disposable.dispose(),
  };
}

async function showResults(
  uri: Uri,
  panel: WebviewPanel,
  deps: ResultsEditorDeps & { readonly showReply: ShowReply },
): Promise<void> {
  const runId = runIdOf(uri);
  const attached: Disposable[] = [];
  const detach = (): void => attached.splice(0).forEach((one) => one.dispose());
  let isGone = false;
  panel.onDidDispose(() => {
    isGone = true;
    detach();
  });
  const show = (initial: ResultsInitial): void => showPage(panel.webview, deps.extensionUri, "results", initial);
  const showUnavailable = (error: unknown): void => {
    detach();
    if (!isGone) {
      show({ kind: "unavailable", title: uri.path.split("/").at(-1) ?? "", sentence: sentenceOf(error) });
    }
  };

  let session: ResultsSession;
  try {
    session = await ResultsSession.open(panel.webview, runId, {
      ...deps,
      now: Date.now,
      onLost: showUnavailable,
      tab: tabHost(runId, uri.path),
    });
  } catch (error) {
    deps.log(`The results of run ${runId} could not be opened: ${errorForLog(error)}`);
    showUnavailable(error);
    return;
  }
  if (isGone) {
    session.dispose();
    return;
  }
  const refreshIfVisible = (): void => {
    if (panel.visible) {
      void session.refresh();
    }
  };
  attached.push(
    session,
    new Disposable(
      deps.shown.add({
        runId,
        isVisible: () => panel.visible,
        isActive: () => panel.active,
        state: () => session.tabState(),
      }),
    ),
    deps.runner.onDidProgress((progress) => {
      if (progress.runId === runId) {
        void session.refresh();
      }
    }),
    // Changes made by other windows fire no event in this one.
    panel.onDidChangeViewState(() => refreshIfVisible()),
    window.onDidChangeWindowState(({ focused }) => (focused ? refreshIfVisible() : undefined)),
    every(checkEveryMs, () => (session.isRunningInOtherWindow() ? refreshIfVisible() : undefined)),
    new Disposable(
      deps.runs.onDidChange((change) => {
        if (change.id === runId) {
          if (change.kind === "deleted") {
            showUnavailable(notFound());
          } else {
            void session.refresh();
          }
        }
      }),
    ),
  );
  show(session.initial());
}

/** How often the state of a run in another window is read, in ms. */
const checkEveryMs = 2_000;

function every(ms: number, work: () => void): Disposable {
  const timer = setInterval(work, ms);
  return new Disposable(() => clearInterval(timer));
}

function sentenceOf(error: unknown): string {
  if (error instanceof StoreError) {
    return error.code === "NOT_FOUND"
      ? l10n.t("This run was deleted. Run the search again to fetch its records again; that costs credits.")
      : error.message;
  }
  return l10n.t("The records of this run could not be read. Open the run again, or see the log for details.");
}

function tabHost(run: string, title: string): ResultsTabHost {
  const none = (): void => undefined;
  return {
    header: () => ({
      ...{ title, run, runs: [], comparable: [] },
      ...{ canEditSearch: false, canRunAgain: false, canRename: false },
    }),
    canNarrow: () => false,
    handlers: {
      ...{ showRun: none, compareWith: none, editSearch: none },
      ...{ runAgain: none, renameSearch: none, narrowSearch: none },
    },
  };
}
