// The Searches view: saved searches of this workspace, of the personal library and of other folders, each with its
// runs.
import { commands, type Disposable } from "vscode";
import { coalesce } from "../coalesce";
import { contextKeys } from "../commandIds";
import { followOtherWindows } from "../otherWindows";
import type { SearchPlace } from "../searchFiles/searchFiles";
import type { TreeRows } from "../tree";
import { isRunningElsewhere, leaseExpiredMs } from "./runsView";
import { SearchRows, type SearchesViewDeps, type SearchNode } from "./searchRows";

export interface SearchesView extends TreeRows, Disposable {
  /** Lists all runs where only the first were listed. */
  showAll(list: string): void;
}

/** Within this time, in ms, VS Code asks for what is in an open group. */
const readingMs = 1_000;

export function openSearchesView(deps: SearchesViewDeps): SearchesView {
  const { searchFiles, runner, connections } = deps;
  const { runs, store } = deps.app;
  const tree = deps.trees.searches;
  const { view } = tree;
  const rows = new SearchRows(deps, () => refresh.soon());
  const reload = async (): Promise<void> => {
    if (!view.visible) {
      // VS Code asks for the rows when it shows the view. Redrawing then could interrupt it in its first reading.
      rows.forget();
      tree.redraw();
    } else if (await rows.reload()) {
      tree.redraw();
    }
  };
  const refresh = coalesce(() => void reload());
  const refreshAfterLease = coalesce(() => void reload(), leaseExpiredMs);
  /** Groups that VS Code has not asked for: it leaves them empty when it is told to redraw while it reads. */
  const unread = new Set<SearchPlace>();
  let redrawsLeft = 3;
  const redrawUnread = coalesce(() => {
    // Folded groups are not asked for either, so this ends.
    if (unread.size > 0 && view.visible && redrawsLeft > 0) {
      redrawsLeft -= 1;
      tree.redraw();
    }
  }, readingMs);
  const disposables = [
    refresh,
    refreshAfterLease,
    redrawUnread,
    searchFiles.onDidChange(() => {
      rows.forgetFiles();
      refresh.soon();
    }),
    connections.onDidChange(refresh.soon),
    deps.recordLists.onDidChange(refresh.soon),
    runner.onDidProgress(refresh.soon),
    { dispose: runs.onDidChange(refresh.soon) },
    followOtherWindows(store, view, refresh.soon),
    view.onDidCollapseElement(({ element }) => rows.close(element as SearchNode)),
  ];
  return {
    async getChildren(node?: SearchNode): Promise<SearchNode[]> {
      const children = await rows.children(node);
      if (node === undefined) {
        unread.clear();
        children.forEach((child) => ("group" in child ? unread.add(child.group) : undefined));
        redrawUnread.soon();
        if (children.length === 0 && rows.isComplete) {
          void commands.executeCommand("setContext", contextKeys.hasNoSearches, true);
        }
      } else if ("group" in node) {
        unread.delete(node.group);
      }
      if (children.some((child) => "run" in child && isRunningElsewhere(child.run, runner))) {
        refreshAfterLease.soon();
      }
      return [...children];
    },
    getTreeItem: (node: SearchNode) => rows.item(node),
    showAll(list) {
      rows.showAll(list);
      tree.redraw();
    },
    dispose: () => disposables.forEach((one) => one.dispose()),
  };
}
