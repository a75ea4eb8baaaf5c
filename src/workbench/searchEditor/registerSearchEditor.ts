// The custom text editor for saved searches: one session for each document, one page for each tab.
import {
  window,
  type CancellationToken,
  type CustomTextEditorProvider,
  type Disposable,
  type TextDocument,
  type Uri,
  type WebviewPanel,
} from "vscode";
import { builderMessage } from "../../../webview-ui/messages/filterBuilder";
import type { AccountState, Observable } from "../account";
import { editorIds } from "../commandIds";
import type { SearchRunner } from "../runActivity";
import { listenToPage, showPage } from "../webviewPage";
import type { UnsettledPages } from "./unsettledPages";
import { createSearchSession, type SearchSession, type SessionPage } from "./searchSession";

export interface SearchEditorDeps {
  readonly extensionUri: Uri;
  readonly account: Observable<AccountState>;
  readonly runner: SearchRunner;
  readonly log: (line: string) => void;
  /** Values of a filter seen in results, to be offered beside those of the catalogue. */
  readonly suggestions?: ((field: string) => Promise<readonly string[]>) | undefined;
  readonly unsettledPages: UnsettledPages;
  readonly saveToLibrary: (document: TextDocument) => Promise<void>;
  /** The origin written into copied commands. */
  readonly copyOrigin: () => string;
}

export function registerSearchEditor(parts: SearchEditorDeps): Disposable {
  const sessions = new Map<TextDocument, SearchSession>();

  function resolveCustomTextEditor(document: TextDocument, panel: WebviewPanel, _token: CancellationToken): void {
    const session = sessions.get(document) ?? createSearchSession(document, parts);
    sessions.set(document, session);
    const page: SessionPage = {
      post: (update) => void panel.webview.postMessage(update),
      get isActive() {
        return panel.active;
      },
      get viewColumn() {
        return panel.viewColumn;
      },
    };
    session.add(page);
    const listening = listenToPage(
      panel.webview,
      builderMessage,
      (message) => session.receive(message, page),
      (problem) => parts.log(`A message of the filter builder was refused: ${problem}`),
    );
    panel.onDidDispose(() => {
      listening.dispose();
      if (session.remove(page) === 0) {
        session.dispose();
        sessions.delete(document);
      }
    });
    showPage(panel.webview, parts.extensionUri, "filterBuilder", session.start());
  }

  const provider: CustomTextEditorProvider = { resolveCustomTextEditor };
  return window.registerCustomEditorProvider(editorIds.filterBuilder, provider, {
    supportsMultipleEditorsPerDocument: true,
  });
}
