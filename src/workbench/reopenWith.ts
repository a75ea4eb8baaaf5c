// Opens a document with another editor in the same tab, like VS Code's "Reopen Editor With…".
import { commands, type TextDocumentShowOptions, type Uri } from "vscode";
import { activeUri } from "./tabs";

/** The editor for plain text. */
export const textEditorId = "default";

/** Unsaved changes are kept when the active tab changes its editor. */
export async function reopenWith(uri: Uri, editorId: string, options: TextDocumentShowOptions = {}): Promise<void> {
  if (activeUri()?.toString() === uri.toString()) {
    try {
      await commands.executeCommand("reopenActiveEditorWith", editorId);
    } catch {
      // Without this command, the document opens in a second tab below.
    }
  }
  await commands.executeCommand("vscode.openWith", uri, editorId, options);
}
