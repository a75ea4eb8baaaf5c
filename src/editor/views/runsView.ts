// The Runs view: every run that is kept, newest first, with what it holds and why it stopped.
import {
  EventEmitter,
  l10n,
  RelativePattern,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  window,
  workspace,
  type Disposable,
  type TreeDataProvider,
} from "vscode";
import { costText } from "../../runs/costs";
import type { RunSummary, StopReason } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import { stopSentence, type StopAction } from "../../runs/stopSentences";
import type { Clock } from "../../service/wire";
import { commandIds, viewIds } from "../identifiers";
import { formatCount } from "../numbers";
import type { SearchRunner } from "../runActivity";
import { safeText } from "../safeText";
import { momentText, timeOrDateText } from "../times";
import { coalesce } from "./coalesce";
import { createListing } from "./listing";

export interface RunsViewParts {
  readonly store: RunStore;
  readonly runner: SearchRunner;
  readonly clock: Pick<Clock, "now">;
}

/** What the tree passes to commands; `readTarget` reads it. */
export interface RunNode {
  readonly run: RunSummary;
}

export function registerRunsView({ store, runner, clock }: RunsViewParts): Disposable[] {
  const changed = new EventEmitter<RunNode | undefined>();
  const runs = createListing(() => store.list(), () => changed.fire(undefined));
  const provider: TreeDataProvider<RunNode> = {
    onDidChangeTreeData: changed.event,
    getChildren: async (node) => (node === undefined ? (await runs.rows()).map((run) => ({ run })) : []),
    getTreeItem: ({ run }) => runItem(run, runner, clock.now()),
  };
  const view = window.createTreeView(viewIds.runs, { treeDataProvider: provider });
  const refresh = coalesce(() => void runs.reread());
  const stopListening = store.onDidChange(refresh.soon);
  // Runs of other windows are seen by their files; where the folder was not there to be watched, when this one is looked at.
  const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.file(store.folder), "*.run"));
  return [
    view,
    changed,
    refresh,
    runner.onDidProgress(refresh.soon),
    watcher,
    watcher.onDidCreate(refresh.soon),
    watcher.onDidChange(refresh.soon),
    watcher.onDidDelete(refresh.soon),
    window.onDidChangeWindowState(({ focused }) => {
      if (focused) {
        refresh.soon();
      }
    }),
    { dispose: stopListening },
  ];
}

function runItem(run: RunSummary, runner: SearchRunner, now: number): TreeItem {
  const activity = runner.activity(run.header.id);
  const item = new TreeItem(safeText(run.header.title), TreeItemCollapsibleState.None);
  item.id = run.header.id;
  const ofTotal = run.lastTotal === undefined ? formatCount(run.records) : l10n.t("{0} of {1}", formatCount(run.records), formatCount(run.lastTotal));
  const stop = run.stop === undefined ? undefined : stopSentence(run, { now });
  const state = stop?.title ?? (activity?.stopping === true ? l10n.t("stopping…") : l10n.t("running"));
  item.description = `${ofTotal} · ${costText(run)} · ${safeText(state)} · ${timeOrDateText(run.header.startedAt, now)}`;
  item.tooltip = [
    run.header.title,
    momentText(run.header.startedAt),
    l10n.t("Connection: {0}", run.header.connection.label),
    ...(stop === undefined ? [] : [stop.sentence]),
    ...(run.tornBytes === 0 ? [] : [l10n.t("A page that was being written when the window or the machine went away was torn and is cut off. Everything before it is whole.")]),
  ].join("\n");
  item.contextValue = ["run", ...(stop === undefined ? ["running"] : offers(stop.actions))].join(" ");
  item.iconPath = iconOf(run.stop);
  item.command = { command: commandIds.openRun, title: l10n.t("Open Results"), arguments: [{ run }] };
  item.accessibilityInformation = { label: `${safeText(run.header.title)}, ${item.description}` };
  return item;
}

/** Which of the row's buttons help: going on, also with a raised limit or cap, and another key. */
function offers(actions: readonly StopAction[]): readonly string[] {
  return [...(actions.some((action) => action !== "connect") ? ["resumable"] : []), ...(actions.includes("connect") ? ["connectable"] : [])];
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
