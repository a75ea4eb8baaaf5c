// How the Searches view draws searches, their groups, and what it offers before there is a connection.
import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { countText } from "../../language/language";
import { recordsOfText } from "../../runs/amounts";
import { searchFileEnding } from "../../searches/searchDocument";
import type { RecordList } from "../../store/recordLists";
import { commandIds } from "../commandIds";
import type { RunActivity } from "../runActivity";
import { safeText } from "../safeText";
import { listText } from "../lists/changeLists";
import { mostFiles, type SearchFile, type SearchPlace } from "../searchFiles/searchFiles";
import type { RunList } from "./searchRuns";
import { connectText, useSandboxText } from "../connections/connectionTexts";

export interface SearchItemOptions {
  readonly hasRuns: boolean;
  /** "Last run 31 days ago. …" */
  readonly note: string | undefined;
  readonly activity: RunActivity | undefined;
}

export function searchItem(file: SearchFile, { hasRuns, note, activity }: SearchItemOptions): TreeItem {
  const name = safeText(file.name);
  const state = hasRuns ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None;
  const item = new TreeItem(name, state);
  item.id = idOfSearch(file);
  item.resourceUri = file.uri;
  item.iconPath = new ThemeIcon(iconOf(file));
  const running =
    activity === undefined
      ? undefined
      : l10n.t("Running: {0}", recordsOfText(activity.fetched, Math.max(activity.fetched, activity.wanted)));
  const folder = file.folder ?? (file.place === "elsewhere" ? folderOf(file) : undefined);
  const words = folder === undefined ? file.words : `${folder} · ${file.words}`;
  item.description = [running ?? note, safeText(words)].filter((part) => part !== undefined).join(" · ");
  item.tooltip = [file.name, ...(note === undefined ? [] : [note]), file.words, file.uri.fsPath].join("\n");
  item.contextValue = `search.${file.place}${hasRuns ? ".runs" : ""}`;
  item.command = { command: commandIds.openSearch, title: l10n.t("Open Search"), arguments: [{ file }] };
  item.accessibilityInformation = { label: `${name}, ${item.description}` };
  return item;
}

function iconOf({ kind, isTooLarge }: SearchFile): string {
  const withoutKind = isTooLarge === true ? "file" : "warning";
  return kind === "company" ? "organization" : kind === "people" ? "person" : withoutKind;
}

export const idOfSearch = ({ place, uri }: Pick<SearchFile, "place" | "uri">): string => `${place}:${uri.toString()}`;

function folderOf({ uri }: SearchFile): string {
  return uri.path.split("/").at(-2) ?? "";
}

export function groupItem(group: SearchPlace): TreeItem {
  const labels: Readonly<Record<SearchPlace, string>> = {
    workspace: l10n.t("This workspace"),
    library: l10n.t("Personal library"),
    elsewhere: l10n.t("Other folders"),
  };
  const isElsewhere = group === "elsewhere";
  const item = new TreeItem(
    labels[group],
    isElsewhere ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.Expanded,
  );
  item.id = group;
  item.tooltip = isElsewhere ? l10n.t("Searches in other folders that have runs") : labels[group];
  item.contextValue = `group.${group}`;
  return item;
}

/** After the searches of a workspace that has more than are listed. */
export function moreSearchesItem(): TreeItem {
  const item = new TreeItem(
    l10n.t("Only the first {0} searches are shown", countText(mostFiles)),
    TreeItemCollapsibleState.None,
  );
  item.id = "more searches";
  item.iconPath = new ThemeIcon("ellipsis");
  item.description = l10n.t("Select to open another one by its name");
  item.tooltip = l10n.t(
    "This workspace has more than {0} saved searches. Open others by the name of their file, or open a folder with " +
      "fewer of them.",
    countText(mostFiles),
  );
  item.command = { command: "workbench.action.quickOpen", title: l10n.t("Open Search"), arguments: [searchFileEnding] };
  item.accessibilityInformation = { label: `${String(item.label)}, ${item.description}` };
  return item;
}

/** The lists of records. */
export function listsItem(count: number): TreeItem {
  const item = new TreeItem(l10n.t("Lists of records"), TreeItemCollapsibleState.Expanded);
  item.id = "lists";
  item.description = countText(count);
  item.tooltip = l10n.t("Records that you have added to lists, with their latest values");
  item.contextValue = "group.lists";
  return item;
}

export function listItem(list: RecordList): TreeItem {
  const name = safeText(list.name);
  const item = new TreeItem(name, TreeItemCollapsibleState.None);
  item.id = `list ${list.id}`;
  item.iconPath = new ThemeIcon("star-full");
  item.description = listText(list);
  item.contextValue = "list";
  item.command = { command: commandIds.openList, title: l10n.t("Open List"), arguments: [{ list }] };
  item.accessibilityInformation = { label: `${name}, ${item.description}` };
  return item;
}

/** Runs of searches that were deleted or never saved. */
export function lostRunsItem(count: number): TreeItem {
  const item = new TreeItem(l10n.t("Runs without a saved search"), TreeItemCollapsibleState.Collapsed);
  item.id = "lost";
  item.description = countText(count);
  item.tooltip = l10n.t("Runs of searches that were deleted or not saved");
  item.contextValue = "group.lost";
  return item;
}

export function showAllItem(list: RunList, count: number): TreeItem {
  const label =
    list.purpose === "count"
      ? l10n.t("Show all {0} counts", countText(count))
      : l10n.t("Show all {0} runs", countText(count));
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  item.id = `all ${list.id}`;
  item.iconPath = new ThemeIcon("ellipsis");
  item.command = { command: commandIds.showAllRuns, title: label, arguments: [{ list: list.id }] };
  return item;
}

export type ConnectAction = "useSandbox" | "connect";

/** The view's welcome text offers the same, but VS Code shows it only while there are no searches. */
export function connectItem(action: ConnectAction): TreeItem {
  const isSandbox = action === "useSandbox";
  const item = new TreeItem(isSandbox ? useSandboxText() : connectText(), TreeItemCollapsibleState.None);
  item.id = action;
  item.description = isSandbox ? l10n.t("Synthetic data, no API key needed") : l10n.t("With your API key");
  item.iconPath = new ThemeIcon(isSandbox ? "beaker" : "plug");
  item.command = { command: commandIds[action], title: String(item.label) };
  item.accessibilityInformation = { label: `${String(item.label)}, ${item.description}` };
  return item;
}
