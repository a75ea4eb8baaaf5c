// The Runs view: what is running now, and the newest runs of all searches, lookups and enrichments. The runs of one
// search are below it in the Searches view; here is what a user returns to first, and lookups, which have no search.
import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState, type Disposable } from "vscode";
import { countText } from "../../language/language";
import { leaseMs } from "../../runs/activeRun";
import type { RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import type { RunPurpose } from "../../store/runs";
import { commandIds } from "../commandIds";
import type { SearchRunner } from "../runActivity";
import { coalesce } from "./coalesce";
import { followOtherWindows } from "./otherWindows";
import { runItem, type RunNode } from "./runItems";
import { TreeListing, type Tree, type TreeRows } from "./tree";

/** The runs that the run picker lists: lookup batches have a list of their own. */
export const listedPurposes: readonly RunPurpose[] = ["search", "count", "lookup", "enrichment"];

const shownRuns = 20;

export interface RunsViewDeps {
  readonly tree: Tree;
  readonly runs: RunStore;
  readonly runner: Pick<SearchRunner, "activity" | "onDidProgress">;
}

type Node = RunNode | { readonly counts: readonly RunSummary[] } | { readonly others: true };

/** When another window dies, its runs show as interrupted only after their leases have expired. */
export const leaseExpiredMs = leaseMs + 1_000;

export function openRunsView({ tree, runs, runner }: RunsViewDeps): TreeRows & Disposable {
  const { clock, store } = runs.deps;
  const newest = (purposes: readonly RunPurpose[]) => runs.list({ purposes, limit: shownRuns + 1 });
  const listing = new TreeListing<Node>(tree, async () => {
    const [recent, counts] = await Promise.all([newest(["search", "lookup", "enrichment"]), newest(["count"])]);
    const others: readonly Node[] = recent.length > shownRuns ? [{ others: true }] : [];
    return [
      ...recent.slice(0, shownRuns).map((run): Node => ({ run })),
      ...(counts.length === 0 ? [] : [{ counts: counts.slice(0, shownRuns) }]),
      ...others,
    ];
  });
  const refresh = coalesce(() => void listing.reload());
  const refreshAfterLease = coalesce(() => void listing.reload(), leaseExpiredMs);
  const disposables = [
    refresh,
    refreshAfterLease,
    runner.onDidProgress(refresh.soon),
    { dispose: runs.onDidChange(refresh.soon) },
    followOtherWindows(store, tree.view, refresh.soon),
  ];
  return {
    async getChildren(node?: Node): Promise<Node[]> {
      if (node !== undefined) {
        return "counts" in node ? node.counts.map((run) => ({ run })) : [];
      }
      const rows = await listing.rows();
      if (rows.some((row) => "run" in row && isRunningElsewhere(row.run, runner))) {
        refreshAfterLease.soon();
      }
      return [...rows];
    },
    getTreeItem(node: Node) {
      if ("run" in node) {
        const activity = runner.activity(node.run.header.id);
        return runItem(node.run, { now: clock.now(), activity, isNamed: true });
      }
      return "counts" in node ? countsItem("counts") : othersItem();
    },
    dispose: () => disposables.forEach((one) => one.dispose()),
  };
}

export const isRunningElsewhere = ({ header, stop }: RunSummary, runner: Pick<SearchRunner, "activity">): boolean =>
  stop === undefined && runner.activity(header.id) === undefined;

/** The node that contains counts, which would be between the runs otherwise. */
export function countsItem(id: string, count?: number): TreeItem {
  const item = new TreeItem(l10n.t("Counts"), TreeItemCollapsibleState.Collapsed);
  item.id = id;
  item.description = count === undefined ? "" : countText(count);
  item.iconPath = new ThemeIcon("symbol-number");
  item.contextValue = "counts";
  return item;
}

function othersItem(): TreeItem {
  const item = new TreeItem(l10n.t("Find an older run…"), TreeItemCollapsibleState.None);
  item.id = "others";
  item.iconPath = new ThemeIcon("search");
  item.command = { command: commandIds.findRun, title: l10n.t("Find an older run…") };
  return item;
}
