// The documents in VS Code's tabs.
import { TabInputCustom, TabInputText, window, type Tab, type Uri } from "vscode";

/** `undefined` for tabs without one, such as settings and comparisons. */
function uriOfTab(tab: Tab | undefined): Uri | undefined {
  const input = tab?.input;
  return input instanceof TabInputCustom || input instanceof TabInputText ? input.uri : undefined;
}

export const activeUri = (): Uri | undefined => uriOfTab(window.tabGroups.activeTabGroup.activeTab);

export const openUris = (): readonly Uri[] =>
  window.tabGroups.all.flatMap(({ tabs }) => tabs).flatMap((tab) => uriOfTab(tab) ?? []);
