// Puts another editor in the place of the one that shows a document, as the editor's own "Reopen Editor With…" does.
import { commands, TabInputCustom, TabInputText, window, type TextDocumentShowOptions, type Uri } from "vscode";

/** The editor for plain text. */
export const textEditorId = "default";

/**
 * Shows a document with an editor of this kind. Where the active tab shows it with another one, the tab becomes that
 * editor's, with whatever is not saved yet.
 */
export async function reopenWith(uri: Uri, editorId: string, options: TextDocumentShowOptions = {}): Promise<void> {
  if (activeTabShows(uri)) {
    try {
      await commands.executeCommand("reopenActiveEditorWith", editorId);
    } catch {
      // An editor without this command opens a second tab below.
    }
  }
  await commands.executeCommand("vscode.openWith", uri, editorId, options);
}

function activeTabShows(uri: Uri): boolean {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  return (input instanceof TabInputCustom || input instanceof TabInputText) && input.uri.toString() === uri.toString();
}
