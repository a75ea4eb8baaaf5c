// The Runs view: what is running now, and the newest runs of all searches, lookups, batches and enrichments. The runs
// of one search are below it in the Searches view; here is what a user returns to first, and what has no search.
import { ThemeIcon, TreeItemCollapsibleState, type Disposable, type TreeItem } from "vscode";
import type { App } from "../../app/app";
import { countText } from "../../language/language";
import type { RunSummary } from "../../runs/run";
import { leaseMs } from "../../runs/runStore";
import type { StoredBatch } from "../../store/batches";
import type { RunPurpose } from "../../store/runs";
import { coalesce } from "../coalesce";
import { commandIds } from "../commandIds";
import { followOtherWindows } from "../otherWindows";
import type { SearchRunner } from "../runActivity";
import { treeItem, TreeListing, treeRows, type Tree, type TreeNode, type TreeRows } from "../tree";
import { batchItem, runItem } from "./runItems";

const shownRuns = 20;

/** More than are shown, because lookups that found nothing are skipped. */
const readRuns = 5 * shownRuns;

/** The rows of a running batch are counted again this often, in ms. */
const countedEveryMs = 1_000;

export interface RunsViewDeps {
  readonly app: App;
  readonly trees: { readonly runs: Tree };
  readonly runner: SearchRunner;
}

interface RunRow extends TreeNode {
  readonly run?: RunSummary;
  readonly batch?: StoredBatch;
  readonly counts?: readonly RunSummary[];
}

/** When another window dies, its runs show as interrupted only after their leases have expired. */
export const leaseExpiredMs = leaseMs + 1_000;

export function openRunsView({ app, trees: { runs: tree }, runner }: RunsViewDeps): TreeRows & Disposable {
  const { clock, runs, store } = app;
  const newest = (purposes: readonly RunPurpose[]) => runs.list({ purposes, limit: readRuns });
  const listing = new TreeListing<RunRow>(tree, readRows, drawnFrom);
  async function readRows(): Promise<readonly RunRow[]> {
    const [found, counts] = await Promise.all([newest(["search", "lookup", "batch", "enrichment"]), newest(["count"])]);
    const recent = found.filter(hasSomethingToShow);
    const hasOlder = recent.length > shownRuns || found.length === readRuns;
    const shown = (await Promise.all(recent.slice(0, shownRuns).map(rowOf))).filter((row) => row !== undefined);
    if (shown.some(({ run }) => isRunningElsewhere(run, runner))) {
      refreshAfterLease.soon();
    }
    if (tree.view.visible && shown.some(({ run, batch }) => batch !== undefined && run.stop === undefined)) {
      refreshBatches.soon();
    }
    const countsRow: RunRow = {
      counts: counts.slice(0, shownRuns),
      item: () => countsItem("counts"),
      children: async () => counts.slice(0, shownRuns).map(runRow),
    };
    return [...shown, ...(counts.length === 0 ? [] : [countsRow]), ...(hasOlder ? [{ item: othersItem }] : [])];
  }
  const runRow = (run: RunSummary) => ({
    run,
    item: () => runItem(run, { now: clock.now(), activity: runner.activity(run.header.id), isNamed: true }),
  });
  async function rowOf(run: RunSummary): Promise<(RunRow & { readonly run: RunSummary }) | undefined> {
    if (run.header.purpose !== "batch") {
      return runRow(run);
    }
    const batch = await store.batches.get(run.header.id, clock.now());
    return batch && { run, batch, item: () => batchItem(run, batch, clock.now()) };
  }
  /** The item of a run that is not finished also depends on its lease and on what this window does. */
  function drawnFrom(row: RunRow): string | undefined {
    const isFinished =
      row.run === undefined || (row.run.stop !== undefined && runner.activity(row.run.header.id) === undefined);
    return isFinished ? JSON.stringify([row, new Date(clock.now()).toDateString()]) : undefined;
  }
  const refreshBatches = coalesce(() => void listing.reload(), countedEveryMs);
  const refresh = coalesce(() => void listing.reload());
  const refreshAfterLease = coalesce(() => void listing.reload(), leaseExpiredMs);
  const disposables = [
    refresh,
    refreshBatches,
    refreshAfterLease,
    runner.onDidProgress(refresh.soon),
    { dispose: runs.onDidChange(refresh.soon) },
    tree.view.onDidChangeVisibility(refresh.soon),
    followOtherWindows(store, tree.view, refresh.soon),
  ];
  return { ...treeRows(() => listing.rows()), dispose: () => disposables.forEach((one) => one.dispose()) };
}

/** A finished lookup that found nothing for free would be a row of zeros. */
const hasSomethingToShow = ({ header, records, credits, possibleCredits, stop }: RunSummary): boolean =>
  header.purpose !== "lookup" || records > 0 || credits + possibleCredits > 0 || stop?.kind !== "complete";

export const isRunningElsewhere = ({ header, stop }: RunSummary, runner: SearchRunner): boolean =>
  stop === undefined && runner.activity(header.id) === undefined;

/** The node that contains counts, which would be between the runs otherwise. */
export const countsItem = (id: string, count?: number): TreeItem =>
  treeItem("Counts", {
    id,
    ...(count !== undefined && { description: countText(count) }),
    iconPath: new ThemeIcon("symbol-number"),
    contextValue: "counts",
    collapsibleState: TreeItemCollapsibleState.Collapsed,
  });

const othersItem = (): TreeItem =>
  treeItem("Find an older run…", {
    id: "others",
    iconPath: new ThemeIcon("search"),
    command: { command: commandIds.openRun, title: "Find an older run…" },
  });
