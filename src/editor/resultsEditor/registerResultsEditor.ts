// Registers the results editor: a read-only custom editor over a run's journal, under an address of its own.
import { Disposable, l10n, window, workspace, type CustomDocument, type CustomReadonlyEditorProvider, type Memento, type Uri, type WebviewPanel } from "vscode";
import type { ResultsInitial } from "../../../webview-ui/messages/results";
import type { RunJournal } from "../../runs/journal";
import type { RunStore } from "../../runs/runStore";
import { StorageFailure } from "../../runs/storageFailure";
import { editorIds } from "../identifiers";
import type { RunExporter, SearchRunner } from "../runActivity";
import { showPage } from "../webviewPage";
import { resultsFiles } from "./resultsFiles";
import type { CompanyChoice } from "./companyChoice";
import { registerRawReplies, type ShowReply } from "./rawReply";
import { openResultsSession, type ResultsSession } from "./resultsSession";
import type { ShownResults } from "./shownResults";
import { resultsScheme, runIdOf } from "./resultsUri";
import { failureName } from "../failureName";

export interface ResultsEditorParts {
  readonly extensionUri: Uri;
  readonly store: RunStore;
  readonly runner: SearchRunner;
  readonly exporter: RunExporter;
  /** Keeps the columns chosen per kind of record. */
  readonly memento: Memento;
  /** Is told of each tab. */
  readonly shown: ShownResults;
  readonly log: (line: string) => void;
  /** Opens a people search at these companies. */
  readonly openPeopleSearch: (companies: readonly CompanyChoice[]) => Promise<void>;
}

export function registerResultsEditor(parts: ResultsEditorParts): Disposable {
  const replies = registerRawReplies(parts.store);
  const provider: CustomReadonlyEditorProvider = {
    openCustomDocument: (uri): CustomDocument => ({ uri, dispose: () => undefined }),
    resolveCustomEditor: (document, panel) => showResults(document.uri, panel, { ...parts, showReply: replies.show }),
  };
  return Disposable.from(
    replies.disposable,
    workspace.registerFileSystemProvider(resultsScheme, resultsFiles(parts.store), { isReadonly: true, isCaseSensitive: true }),
    window.registerCustomEditorProvider(editorIds.results, provider, { supportsMultipleEditorsPerDocument: true, webviewOptions: { retainContextWhenHidden: false } }),
  );
}

async function showResults(uri: Uri, panel: WebviewPanel, parts: ResultsEditorParts & { readonly showReply: ShowReply }): Promise<void> {
  const runId = runIdOf(uri);
  const attached: Disposable[] = [];
  let gone = false;
  panel.onDidDispose(() => {
    gone = true;
    attached.forEach((one) => one.dispose());
  });
  const show = (initial: ResultsInitial): void => showPage(panel.webview, parts.extensionUri, "results", initial);

  let journal: RunJournal;
  let session: ResultsSession;
  try {
    journal = await parts.store.open(runId);
    attached.push(new Disposable(() => void journal.close().catch((error: unknown) => parts.log(`The journal of run ${runId} could not be closed: ${failureName(error)}`))));
    session = await openResultsSession(panel.webview, journal, { ...parts, pace: { clock: { monotonic: () => performance.now() }, yieldToOthers: () => new Promise((resolve) => setImmediate(resolve)) }, now: Date.now });
  } catch (error) {
    parts.log(`The results of run ${runId} could not be opened: ${failureName(error)}`);
    show({ kind: "unavailable", title: uri.path.split("/").at(-1) ?? "", sentence: sentenceOf(error) });
    return;
  }
  const refreshIfSeen = (): void => {
    if (panel.visible) {
      void session.refresh();
    }
  };
  attached.push(
    session,
    new Disposable(parts.shown.add({ runId, isVisible: () => panel.visible, isActive: () => panel.active, choice: session.choice })),
    parts.runner.onDidProgress((progress) => {
      if (progress.runId === runId) {
        void session.refresh();
      }
    }),
    // Another window may have gone on with the run meanwhile, or be at it now: no event tells of what it writes.
    panel.onDidChangeViewState(() => refreshIfSeen()),
    window.onDidChangeWindowState(({ focused }) => (focused ? refreshIfSeen() : undefined)),
    every(lookMs, () => (session.isUnderWayElsewhere() ? refreshIfSeen() : undefined)),
    new Disposable(
      parts.store.onDidChange((change) => {
        if (change.id !== runId) {
          return;
        }
        if (change.kind === "deleted") {
          show({ kind: "unavailable", title: "", sentence: goneSentence() });
        } else {
          void session.refresh();
        }
      }),
    ),
  );
  if (gone) {
    attached.forEach((one) => one.dispose());
    return;
  }
  show(session.initial());
}

/** How often a run that another window executes is looked at, in ms. */
const lookMs = 2_000;

function every(ms: number, work: () => void): Disposable {
  const timer = setInterval(work, ms);
  return new Disposable(() => clearInterval(timer));
}

const goneSentence = (): string => l10n.t("The records of this run are gone: it was deleted or purged. Run the search again to fetch them anew.");

function sentenceOf(error: unknown): string {
  if (error instanceof StorageFailure) {
    return error.code === "ENOENT" ? goneSentence() : error.message;
  }
  return l10n.t("The records of this run could not be read. Open the run again; the log of Prospect Desk says more.");
}
