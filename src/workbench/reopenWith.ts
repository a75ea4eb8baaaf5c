// Opens a document with another editor in the same tab, like VS Code's "Reopen Editor With…".
import { commands, TabInputCustom, TabInputText, window, type TextDocumentShowOptions, type Uri } from "vscode";

/** The editor for plain text. */
export const textEditorId = "default";

/** Unsaved changes are kept when the active tab changes its editor. */
export async function reopenWith(uri: Uri, editorId: string, options: TextDocumentShowOptions = {}): Promise<void> {
  if (activeTabShows(uri)) {
    try {
      await commands.executeCommand("reopenActiveEditorWith", editorId);
    } catch {
      // Without this command, the document opens in a second tab below.
    }
  }
  await commands.executeCommand("vscode.openWith", uri, editorId, options);
}

function activeTabShows(uri: Uri): boolean {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  return (input instanceof TabInputCustom || input instanceof TabInputText) && input.uri.toString() === uri.toString();
}
