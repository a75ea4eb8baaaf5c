// The Runs view: every run but batches, newest first, with its records, its cost and why it stopped.
import {
  EventEmitter,
  l10n,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  window,
  type Disposable,
  type TreeDataProvider,
} from "vscode";
import { costText } from "../../runs/costs";
import type { RunSummary, StopReason } from "../../runs/run";
import { leaseMs } from "../../runs/activeRun";
import type { RunStore } from "../../runs/runStore";
import { stopSentence, type StopAction } from "../../runs/stopSentences";
import { commandIds, viewIds } from "../commandIds";
import { formatCount } from "../numbers";
import type { SearchRunner } from "../runActivity";
import { safeText } from "../safeText";
import { momentText, timeOrDateText } from "../times";
import { coalesce } from "./coalesce";
import { listedPurposes } from "./listedRuns";
import { createListing } from "./listing";
import { followOtherWindows } from "./otherWindows";
import { showFailure } from "./showFailure";

export interface RunsViewDeps {
  readonly runs: RunStore;
  readonly runner: SearchRunner;
}

/** What the tree passes to commands; `readTarget` reads it. */
export interface RunNode {
  readonly run: RunSummary;
}

/** A window that is gone says nothing: its runs are seen to be interrupted once their leases have run out, after so many ms. */
const leaseRunOutMs = leaseMs + 1_000;

export function registerRunsView({ runs, runner }: RunsViewDeps): Disposable[] {
  const { clock, store } = runs.deps;
  const changed = new EventEmitter<RunNode | undefined>();
  const listing = createListing(
    () => showFailure(view, () => runs.list({ purposes: listedPurposes })),
    () => changed.fire(undefined),
  );
  const refresh = coalesce(() => void listing.reread());
  const later = coalesce(() => void listing.reread(), leaseRunOutMs);
  const provider: TreeDataProvider<RunNode> = {
    onDidChangeTreeData: changed.event,
    getChildren: async (node) => {
      const listed = node === undefined ? await listing.rows() : [];
      if (listed.some(({ header, stop }) => stop === undefined && runner.activity(header.id) === undefined)) {
        later.soon();
      }
      return listed.map((run) => ({ run }));
    },
    getTreeItem: ({ run }) => runItem(run, runner, clock.now()),
  };
  const view = window.createTreeView(viewIds.runs, { treeDataProvider: provider });
  return [
    view,
    changed,
    refresh,
    later,
    runner.onDidProgress(refresh.soon),
    { dispose: runs.onDidChange(refresh.soon) },
    followOtherWindows(
      store,
      { isVisible: () => view.visible, onDidChangeVisibility: view.onDidChangeVisibility },
      refresh.soon,
    ),
  ];
}

function runItem(run: RunSummary, runner: SearchRunner, now: number): TreeItem {
  const activity = runner.activity(run.header.id);
  const item = new TreeItem(safeText(run.header.title), TreeItemCollapsibleState.None);
  item.id = run.header.id;
  const ofTotal =
    run.lastTotal === undefined
      ? formatCount(run.records)
      : l10n.t("{0} of {1}", formatCount(run.records), formatCount(run.lastTotal));
  const stop = run.stop === undefined ? undefined : stopSentence(run, { now });
  const state = stop?.title ?? (activity?.stopping === true ? l10n.t("stopping…") : l10n.t("running"));
  item.description = `${ofTotal} · ${costText(run)} · ${safeText(state)} · ${timeOrDateText(run.header.startedAt, now)}`;
  item.tooltip = [
    run.header.title,
    momentText(run.header.startedAt),
    l10n.t("Connection: {0}", run.header.connection.label),
    ...(stop === undefined ? [] : [stop.sentence]),
  ].join("\n");
  item.contextValue = ["run", ...(stop === undefined ? ["running"] : offers(stop.actions))].join(" ");
  item.iconPath = iconOf(run.stop);
  item.command = { command: commandIds.openRun, title: l10n.t("Open Results"), arguments: [{ run }] };
  item.accessibilityInformation = { label: `${safeText(run.header.title)}, ${item.description}` };
  return item;
}

/** Which of the row's buttons help: going on, also with a raised limit or cap, and another key. */
function offers(actions: readonly StopAction[]): readonly string[] {
  return [
    ...(actions.some((action) => action !== "connect") ? ["resumable"] : []),
    ...(actions.includes("connect") ? ["connectable"] : []),
  ];
}

function iconOf(stop: StopReason | undefined): ThemeIcon {
  switch (stop?.kind) {
    case undefined:
      return new ThemeIcon("sync~spin");
    case "complete":
    case "limitReached":
      return new ThemeIcon("pass");
    case "cancelled":
    case "creditLimit":
    case "budgetUsedUp":
    case "costUnknown":
    case "windowClosed":
      return new ThemeIcon("circle-slash");
    case "rateLimited":
      return new ThemeIcon("watch");
    default:
      return new ThemeIcon("warning", new ThemeColor("list.warningForeground"));
  }
}
