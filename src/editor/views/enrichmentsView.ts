// The Enrichments view: bulk contact enrichments tracked by id.
import { window, type Disposable, type TreeDataProvider } from "vscode";
import { viewIds } from "../identifiers";

export function registerEnrichmentsView(): Disposable[] {
  const provider: TreeDataProvider<never> = { getChildren: () => [], getTreeItem: (node) => node };
  return [window.createTreeView(viewIds.enrichments, { treeDataProvider: provider })];
}
