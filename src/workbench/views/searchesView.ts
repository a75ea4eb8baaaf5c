// The Searches view: saved searches of this workspace and of the personal library.
import {
  EventEmitter,
  l10n,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  window,
  type Disposable,
  type TreeDataProvider,
} from "vscode";
import { commandIds, viewIds } from "../commandIds";
import { safeText } from "../safeText";
import { coalesce } from "./coalesce";
import { createListing } from "./listing";
import type { SearchFile, SearchFiles, SearchPlace } from "./searchFiles";

/** What the tree passes to commands; `readTarget` reads it. */
type Node = { readonly group: SearchPlace; readonly files: readonly SearchFile[] } | { readonly file: SearchFile };

export function registerSearchesView(searchFiles: SearchFiles): Disposable[] {
  const changed = new EventEmitter<Node | undefined>();
  const files = createListing(
    () => searchFiles.list(),
    () => changed.fire(undefined),
  );
  const provider: TreeDataProvider<Node> = {
    onDidChangeTreeData: changed.event,
    async getChildren(node) {
      if (node !== undefined) {
        return "group" in node ? node.files.map((file) => ({ file })) : [];
      }
      const listed = await files.rows();
      return (["workspace", "library"] as const)
        .map((group) => ({ group, files: listed.filter((file) => file.place === group) }))
        .filter((group) => group.files.length > 0);
    },
    getTreeItem: (node) => ("group" in node ? groupItem(node.group) : searchItem(node.file)),
  };
  const view = window.createTreeView(viewIds.searches, { treeDataProvider: provider, showCollapseAll: true });
  const refresh = coalesce(() => void files.reread());
  return [view, changed, refresh, searchFiles.onDidChange(refresh.soon)];
}

function groupItem(group: SearchPlace): TreeItem {
  const item = new TreeItem(
    group === "workspace" ? l10n.t("This workspace") : l10n.t("Personal library"),
    TreeItemCollapsibleState.Expanded,
  );
  item.id = group;
  item.contextValue = `group.${group}`;
  return item;
}

function searchItem(file: SearchFile): TreeItem {
  const item = new TreeItem(safeText(file.name), TreeItemCollapsibleState.None);
  item.id = `${file.place}:${file.uri.toString()}`;
  item.resourceUri = file.uri;
  item.iconPath = new ThemeIcon(
    file.kind === "company" ? "organization" : file.kind === "people" ? "person" : "warning",
  );
  item.description = safeText(file.words);
  item.tooltip = `${file.name}\n${file.words}`;
  item.contextValue = `search.${file.place}`;
  item.command = { command: commandIds.openSearch, title: l10n.t("Open Search"), arguments: [{ file }] };
  return item;
}
