// Opens the walkthrough in the first window after the installation.
import { commands, ExtensionMode, window, workspace, type ExtensionContext } from "vscode";

const shownKey = "walkthroughShown";

/** Respects VS Code's own setting for walkthroughs, and never opens in tests. */
export async function showWalkthroughOnce({ extension, extensionMode, globalState }: ExtensionContext): Promise<void> {
  const opensWalkthroughs = workspace.getConfiguration("workbench.welcomePage.walkthroughs").get("openOnInstall");
  const isUsed = globalState.keys().length > 0;
  if (isUsed || extensionMode === ExtensionMode.Test || opensWalkthroughs === false) {
    return;
  }
  await globalState.update(shownKey, true);
  const isTabOpen = window.tabGroups.activeTabGroup.activeTab !== undefined;
  await commands.executeCommand("workbench.action.openWalkthrough", `${extension.id}#start`, isTabOpen);
}
