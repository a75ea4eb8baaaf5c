// The custom text editor for saved searches: one session per document, one page per tab.
import type { CustomTextEditorProvider, TextDocument, Uri, WebviewPanel } from "vscode";
import { builderProcedures } from "../../../webview-ui/messages/filterBuilder";
import { listen } from "../../../webview-ui/messages/procedures";
import { errorForLog } from "../errorText";
import { askedBy } from "../dialogSteps";
import { refillNewSearch } from "../searchFiles/newSearchDocument";
import { showPage } from "../webviewPage";
import { SearchSession, type SearchSessionDeps } from "./searchSession";

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
    session.addPage(panel);
    const listening = listen(panel.webview, builderProcedures, session.handlersFor(panel), {
      onRefused: (problem) => log(`A message of the filter builder was refused: ${problem}`),
      onFailure: (error, procedure) => log(`The filter builder could not do “${procedure}”: ${errorForLog(error)}`),
      around: (call) => askedBy(() => panel.active, call),
    });
    panel.onDidDispose(() => {
      listening.dispose();
      if (session.removePage(panel) === 0) {
        session.dispose();
        sessions.delete(document);
      }
    });
    showPage(panel.webview, extensionUri, "filterBuilder", session.initialState);
  }

  return { resolveCustomTextEditor };
}
