// The results editor: a read-only custom editor over a run's records, under an address of its own.
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
import type { CompanyChoice } from "./companyChoice";
import { registerRawReplies, type ShowReply } from "./rawReply";
import { resultsFiles } from "./resultsFiles";
import { ResultsSession } from "./resultsSession";
import { runIdOf } from "./resultsUri";
import type { ShownResults } from "./shownResults";

export interface ResultsEditorDeps {
  readonly extensionUri: Uri;
  readonly store: DeskStore;
  readonly runs: RunStore;
  readonly runner: SearchRunner;
  readonly exporter: RunExporter;
  /** Is notified of each tab. */
  readonly shown: ShownResults;
  readonly log: (line: string) => void;
  /** Opens a people search at these companies. */
  readonly openPeopleSearch: (companies: readonly CompanyChoice[]) => Promise<void>;
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
    session = await ResultsSession.open(panel.webview, runId, { ...deps, now: Date.now, onLost: showUnavailable });
  } catch (error) {
    deps.log(`The results of run ${runId} could not be opened: ${errorForLog(error)}`);
    showUnavailable(error);
    return;
  }
  if (isGone) {
    session.dispose();
    return;
  }
  const refreshIfSeen = (): void => {
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
        choice: () => session.choice(),
      }),
    ),
    deps.runner.onDidProgress((progress) => {
      if (progress.runId === runId) {
        void session.refresh();
      }
    }),
    // Another window may have continued or deleted the run, or be running it now: its changes fire no event here.
    panel.onDidChangeViewState(() => refreshIfSeen()),
    window.onDidChangeWindowState(({ focused }) => (focused ? refreshIfSeen() : undefined)),
    every(checkEveryMs, () => (session.isUnderWayElsewhere() ? refreshIfSeen() : undefined)),
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

/** How often a run that another window executes is checked, in ms. */
const checkEveryMs = 2_000;

function every(ms: number, work: () => void): Disposable {
  const timer = setInterval(work, ms);
  return new Disposable(() => clearInterval(timer));
}

function sentenceOf(error: unknown): string {
  if (error instanceof StoreError) {
    return error.code === "NOT_FOUND"
      ? l10n.t("The records of this run are gone: it was deleted or purged. Run the search again to fetch them anew.")
      : error.message;
  }
  return l10n.t("The records of this run could not be read. Open the run again; the log of Prospect Desk says more.");
}
