// The items of searches and their groups in the Searches view, and its offers before there is a connection.
import { ThemeIcon, TreeItemCollapsibleState, type TreeItem } from "vscode";
import { fetchingText } from "../../../webview-ui/messages/fetching";
import { searchFileEnding } from "../../searches/searchDocument";
import type { RecordList } from "../../store/recordLists";
import { countText } from "../../text/numbers";
import { commandIds } from "../commandIds";
import { connectText, useSandboxText } from "../connections/connectionTexts";
import { listText } from "../lists/changeLists";
import type { RunActivity } from "../runActivity";
import { safeText } from "../safeText";
import { mostFiles, type SearchFile, type SearchPlace } from "../searchFiles/searchFiles";
import { treeItem } from "../tree";
import type { RunList } from "./runItems";

export interface SearchItemOptions {
  readonly hasRuns: boolean;
  /** "Last run 31 days ago. …" */
  readonly note: string | undefined;
  readonly activity: RunActivity | undefined;
}

export function searchItem(file: SearchFile, { hasRuns, note, activity }: SearchItemOptions): TreeItem {
  const running = activity === undefined ? undefined : `Running: ${fetchingText(activity)}`;
  const folder = file.folder ?? (file.place === "elsewhere" ? folderOf(file) : undefined);
  const words = folder === undefined ? file.words : `${folder} · ${file.words}`;
  const lines: string[] = [file.name];
  if (note !== undefined) {
    lines.push(note);
  }
  lines.push(file.words, file.uri.fsPath);
  return treeItem(safeText(file.name), {
    id: idOfSearch(file),
    resourceUri: file.uri,
    iconPath: new ThemeIcon(iconOf(file)),
    description: [running ?? note, safeText(words)].filter((part) => part !== undefined).join(" · "),
    tooltip: lines.join("\n"),
    contextValue: `search.${file.place}${hasRuns ? ".runs" : ""}`,
    collapsibleState: hasRuns ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None,
    command: { command: commandIds.openSearch, title: "Open Search", arguments: [{ file }] },
  });
}

function iconOf({ kind, isTooLarge }: SearchFile): string {
  if (kind === undefined) {
    return isTooLarge === true ? "file" : "warning";
  }
  return kind === "company" ? "organization" : "person";
}

export const idOfSearch = ({ place, uri }: SearchFile): string => `${place}:${uri.toString()}`;

const folderOf = ({ uri }: SearchFile): string => uri.path.split("/").at(-2) ?? "";

export function groupItem(group: SearchPlace): TreeItem {
  const labels: Readonly<Record<SearchPlace, string>> = {
    workspace: "This workspace",
    library: "Personal library",
    elsewhere: "Other folders",
  };
  const isElsewhere = group === "elsewhere";
  return treeItem(labels[group], {
    id: group,
    tooltip: isElsewhere ? "Searches in other folders that have runs" : labels[group],
    contextValue: `group.${group}`,
    collapsibleState: isElsewhere ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.Expanded,
  });
}

/** The last item if the workspace has more searches than are listed. */
export const moreSearchesItem = (): TreeItem =>
  treeItem(`Only the first ${countText(mostFiles)} searches are shown`, {
    id: "more searches",
    iconPath: new ThemeIcon("ellipsis"),
    description: "Select to open another one by its name",
    tooltip:
      `This workspace has more than ${countText(mostFiles)} saved searches. Open others by the name of their ` +
      "file, or open a folder with " +
      "fewer of them.",
    command: { command: "workbench.action.quickOpen", title: "Open Search", arguments: [searchFileEnding] },
  });

/** The group of record lists. */
export const listsItem = (count: number): TreeItem =>
  treeItem("Lists", {
    id: "lists",
    description: countText(count),
    tooltip: "Records that you have added to lists, with their latest values",
    contextValue: "group.lists",
    collapsibleState: TreeItemCollapsibleState.Expanded,
  });

export const listItem = (list: RecordList): TreeItem =>
  treeItem(safeText(list.name), {
    id: `list ${list.id}`,
    iconPath: new ThemeIcon("star-full"),
    description: listText(list),
    contextValue: "list",
    command: { command: commandIds.openList, title: "Open List", arguments: [{ list }] },
  });

/** The group of runs without a saved search. */
export const recentItem = (): TreeItem =>
  treeItem("Recent", {
    id: "recent",
    tooltip: "Lookups, tables of lookups, and runs of searches that were deleted or not saved",
    contextValue: "group.recent",
    collapsibleState: TreeItemCollapsibleState.Expanded,
  });

/** The group of the runs that are not listed at once. */
export function olderItem(list: RunList, count: number): TreeItem {
  const kind = list.purpose === "count" ? "count" : "run";
  return treeItem(`${countText(count)} older ${kind}${count === 1 ? "" : "s"}`, {
    id: `older ${list.id}`,
    iconPath: new ThemeIcon("ellipsis"),
    collapsibleState: TreeItemCollapsibleState.Collapsed,
  });
}

export type ConnectAction = "useSandbox" | "connect";

/** The view's welcome text offers the same, but VS Code shows it only while there are no searches. */
export function connectItem(action: ConnectAction): TreeItem {
  const isSandbox = action === "useSandbox";
  const label = isSandbox ? useSandboxText : connectText;
  return treeItem(label, {
    id: action,
    description: isSandbox ? "Synthetic data, no API key needed" : "With your API key",
    iconPath: new ThemeIcon(isSandbox ? "beaker" : "plug"),
    command: { command: commandIds[action], title: label },
  });
}
