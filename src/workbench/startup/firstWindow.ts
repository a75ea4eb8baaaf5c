// Runs once, in the first window after the installation: shows a search that is open as text in the filter builder, and
// opens the walkthrough.
import { commands, ExtensionMode, TabInputText, window, workspace, type ExtensionContext, type Tab } from "vscode";
import { editorIds } from "../commandIds";
import { isSearch } from "../searchFiles/searchFiles";
import { reopenWith } from "../tabs";

const shownKey = "walkthroughShown";

/** Respects VS Code's own setting for walkthroughs, and does nothing in tests of the API. */
export async function greetOnce(context: ExtensionContext): Promise<void> {
  const { extension, extensionMode, globalState, subscriptions } = context;
  const isUsed = globalState.keys().length > 0;
  if (isUsed || extensionMode === ExtensionMode.Test) {
    return;
  }
  await globalState.update(shownKey, true);
  // On a busy machine, VS Code starts its extensions before it opens the file that it was started with.
  const onFirstTab = (): void => {
    const input = activeTab()?.input;
    if (input !== undefined) {
      opening.forEach((listener) => listener.dispose());
      void showInBuilder(input);
    }
  };
  const { onDidChangeTabs, onDidChangeTabGroups } = window.tabGroups;
  const opening = [onDidChangeTabs(onFirstTab), onDidChangeTabGroups(onFirstTab)];
  subscriptions.push(...opening);
  onFirstTab();
  if (workspace.getConfiguration("workbench.welcomePage.walkthroughs").get("openOnInstall") !== false) {
    const isTabOpen = activeTab() !== undefined;
    await commands.executeCommand("workbench.action.openWalkthrough", `${extension.id}#start`, isTabOpen);
  }
}

/** `window.tabGroups.activeTabGroup` throws while VS Code has not restored its groups. */
const activeTab = (): Tab | undefined => window.tabGroups.all.find(({ isActive }) => isActive)?.activeTab;

/**
 * A window that opens with a file shows the file before it knows an extension's editors, unless it remembers them from
 * an earlier window. If the user assigned searches to another editor, nothing changes.
 */
async function showInBuilder(input: unknown): Promise<void> {
  const associations = workspace.getConfiguration("workbench").get<object>("editorAssociations") ?? {};
  // This extension itself assigns old versions to the text editor.
  const isAssigned = Object.keys(associations).some((pattern) => /^(?!git:).*\.prospect\.json$/.test(pattern));
  if (!isAssigned && input instanceof TabInputText && isSearch(input)) {
    await reopenWith(input.uri, editorIds.filterBuilder);
  }
}
