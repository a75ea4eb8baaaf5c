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
import type { RunSummary } from "../../runs/run";
import { leaseMs } from "../../runs/activeRun";
import type { RunStore } from "../../runs/runStore";
import { costText, describeRun, fetchedText, type RunLevel, type StopAction } from "../../runs/runState";
import { commandIds, viewIds } from "../commandIds";
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
  const { level, title, sentence, actions } = describeRun(run, { now });
  const state = level === "running" && activity?.stopping === true ? l10n.t("stopping…") : title;
  item.description = `${fetchedText(run)} · ${costText(run)} · ${safeText(state)} · ${timeOrDateText(run.header.startedAt, now)}`;
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

/** Which of the row's buttons help: going on, also with a raised limit or cap, and another key. */
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
