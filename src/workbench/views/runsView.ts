// The Runs view: every run except lookup batches, newest first, with its records, its cost and why it stopped.
import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, type Disposable } from "vscode";
import { leaseMs } from "../../runs/activeRun";
import type { RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import { costText, describeRun, fetchedText, type RunLevel, type StopAction } from "../../runs/runState";
import type { RunPurpose } from "../../store/runs";
import { commandIds } from "../commandIds";
import type { SearchRunner } from "../runActivity";
import { safeText } from "../safeText";
import { momentText, timeOrDateText } from "../times";
import { coalesce } from "./coalesce";
import { followOtherWindows } from "./otherWindows";
import { TreeListing, type Tree, type TreeRows } from "./tree";

/** The runs that this view and the run picker list: lookup batches have a list of their own. */
export const listedPurposes: readonly RunPurpose[] = ["search", "count", "lookup", "enrichment"];

export interface RunsViewDeps {
  readonly tree: Tree;
  readonly runs: RunStore;
  readonly runner: SearchRunner;
}

/** What the tree passes to commands; `readTarget` reads it. */
export interface RunNode {
  readonly run: RunSummary;
}

/** When another window dies, its runs show as interrupted only after their leases have expired. */
const leaseExpiredMs = leaseMs + 1_000;

export function openRunsView({ tree, runs, runner }: RunsViewDeps): TreeRows & Disposable {
  const { clock, store } = runs.deps;
  const listing = new TreeListing(tree, () => runs.list({ purposes: listedPurposes }));
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
    async getChildren(node) {
      const listed = node === undefined ? await listing.rows() : [];
      if (listed.some(({ header, stop }) => stop === undefined && runner.activity(header.id) === undefined)) {
        refreshAfterLease.soon();
      }
      return listed.map((run): RunNode => ({ run }));
    },
    getTreeItem: (node: RunNode) => runItem(node.run, runner, clock.now()),
    dispose: () => disposables.forEach((one) => one.dispose()),
  };
}

function runItem(run: RunSummary, runner: SearchRunner, now: number): TreeItem {
  const activity = runner.activity(run.header.id);
  const item = new TreeItem(safeText(run.header.title), TreeItemCollapsibleState.None);
  item.id = run.header.id;
  const { level, title, sentence, actions } = describeRun(run, { now });
  const state = level === "running" && activity?.stopping === true ? l10n.t("stopping…") : title;
  const startedAt = timeOrDateText(run.header.startedAt, now);
  item.description = [fetchedText(run), costText(run), safeText(state), startedAt].join(" · ");
  item.tooltip = [
    run.header.title,
    momentText(run.header.startedAt),
    l10n.t("Connection: {0}", run.header.connection.label),
    sentence,
  ].join("\n");
  item.contextValue = ["run", ...(level === "running" ? ["running"] : offers(actions))].join(" ");
  item.iconPath = iconOf(level);
  item.command = { command: commandIds.openRun, title: l10n.t("Open Results"), arguments: [{ run }] };
  item.accessibilityInformation = { label: `${safeText(run.header.title)}, ${item.description}` };
  return item;
}

/** The words that the menus look for: whether to offer Resume, and whether to offer Connect. */
function offers(actions: readonly StopAction[]): readonly string[] {
  return [
    ...(actions.some((action) => action !== "connect") ? ["resumable"] : []),
    ...(actions.includes("connect") ? ["connectable"] : []),
  ];
}

function iconOf(level: RunLevel): ThemeIcon {
  switch (level) {
    case "running":
      return new ThemeIcon("sync~spin");
    case "success":
      return new ThemeIcon("pass");
    case "stopped":
      return new ThemeIcon("circle-slash");
    case "waiting":
      return new ThemeIcon("watch");
    case "problem":
      return new ThemeIcon("warning", new ThemeColor("list.warningForeground"));
  }
}
