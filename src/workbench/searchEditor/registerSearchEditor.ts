// The custom text editor for saved searches: one session per document, one page per tab.
import type { CustomTextEditorProvider, TextDocument, Uri, WebviewPanel } from "vscode";
import { builderProcedures, type BuilderUpdates } from "../../../webview-ui/messages/filterBuilder";
import { listen, poster } from "../../../webview-ui/messages/procedures";
import { errorForLog } from "../errorText";
import { askedBy } from "../pageFocus";
import { refillNewSearch } from "../searchFiles/newSearchDocument";
import { showPage } from "../webviewPage";
import { SearchSession, type SearchSessionDeps, type SessionPage } from "./searchSession";

export interface SearchEditorDeps extends SearchSessionDeps {
  readonly extensionUri: Uri;
}

export function createSearchEditor(deps: SearchEditorDeps): CustomTextEditorProvider {
  const { log, extensionUri } = deps;
  const sessions = new Map<TextDocument, SearchSession>();

  async function resolveCustomTextEditor(document: TextDocument, panel: WebviewPanel): Promise<void> {
    await refillNewSearch(document);
    const session = sessions.get(document) ?? new SearchSession(document, deps);
    sessions.set(document, session);
    const page: SessionPage = {
      post: poster<BuilderUpdates>(panel.webview),
      get isActive() {
        return panel.active;
      },
      get viewColumn() {
        return panel.viewColumn;
      },
      rename: (name) => {
        panel.title = name;
      },
    };
    session.addPage(page);
    const listening = listen(panel.webview, builderProcedures, session.handlersFor(page), {
      onRefused: (problem) => log(`A message of the filter builder was refused: ${problem}`),
      onFailure: (error, procedure) => log(`The filter builder could not do “${procedure}”: ${errorForLog(error)}`),
      around: (call) => askedBy(() => panel.active, call),
    });
    panel.onDidDispose(() => {
      listening.dispose();
      if (session.removePage(page) === 0) {
        session.dispose();
        sessions.delete(document);
      }
    });
    showPage(panel.webview, extensionUri, "filterBuilder", session.initialState);
  }

  return { resolveCustomTextEditor };
}
