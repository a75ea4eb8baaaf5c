// The Searches view: saved searches of this workspace and of the personal library.
import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState, type Disposable } from "vscode";
import { commandIds } from "../commandIds";
import { safeText } from "../safeText";
import { coalesce } from "./coalesce";
import type { SearchFile, SearchFiles, SearchPlace } from "./searchFiles";
import { TreeListing, type Tree, type TreeRows } from "./tree";

/** What the tree passes to commands; `readTarget` reads it. */
type Node = { readonly group: SearchPlace; readonly files: readonly SearchFile[] } | { readonly file: SearchFile };

export function openSearchesView(tree: Tree, searchFiles: SearchFiles): TreeRows & Disposable {
  const listing = new TreeListing(tree, () => searchFiles.list());
  const refresh = coalesce(() => void listing.reload());
  const disposables = [refresh, searchFiles.onDidChange(refresh.soon)];
  return {
    async getChildren(node?: Node): Promise<Node[]> {
      if (node !== undefined) {
        return "group" in node ? node.files.map((file) => ({ file })) : [];
      }
      const listed = await listing.rows();
      return (["workspace", "library"] as const)
        .map((group) => ({ group, files: listed.filter((file) => file.place === group) }))
        .filter((group) => group.files.length > 0);
    },
    getTreeItem: (node: Node) => ("group" in node ? groupItem(node.group) : searchItem(node.file)),
    dispose: () => disposables.forEach((one) => one.dispose()),
  };
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
