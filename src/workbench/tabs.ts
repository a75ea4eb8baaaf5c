// The documents in VS Code's tabs.
import {
  commands,
  TabInputCustom,
  TabInputText,
  window,
  type Tab,
  type TextDocumentShowOptions,
  type Uri,
} from "vscode";

/** `undefined` for tabs without one, such as settings and comparisons. */
function uriOfTab(tab: Tab | undefined): Uri | undefined {
  const input = tab?.input;
  return input instanceof TabInputCustom || input instanceof TabInputText ? input.uri : undefined;
}

export const activeUri = (): Uri | undefined => uriOfTab(window.tabGroups.activeTabGroup.activeTab);

export const openUris = (): readonly Uri[] =>
  window.tabGroups.all.flatMap(({ tabs }) => tabs).flatMap((tab) => uriOfTab(tab) ?? []);

/** The editor for plain text. */
export const textEditorId = "default";

/**
 * Opens a document with another editor in the same tab, like "Reopen Editor With…". Unsaved changes are kept when the
 * active tab changes its editor.
 */
export async function reopenWith(uri: Uri, editorId: string, options: TextDocumentShowOptions = {}): Promise<void> {
  if (activeUri()?.toString() === uri.toString()) {
    try {
      await commands.executeCommand("reopenActiveEditorWith", editorId);
    } catch {
      // Without this command, the code below opens the document in a second tab.
    }
  }
  await commands.executeCommand("vscode.openWith", uri, editorId, options);
}
