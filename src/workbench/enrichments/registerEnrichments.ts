// The user's enrichments: the view with the status, cost and last update of each, and polling in the background.
import { window, type Disposable, type TreeItem } from "vscode";
import type { App } from "../../app/app";
import { enrichmentOfRun, openPoller } from "../../app/enrichments";
import { isOfEnvironment } from "../../app/headless/environment";
import { mayHavePartialResults, type TrackedEnrichment } from "../../enrichments/enrichmentList";
import type { RunSummary } from "../../runs/run";
import { commandIds } from "../commandIds";
import { connectionOf } from "../connections/accountMonitor";
import { sandboxConnection } from "../connections/connectionStore";
import type { DeskCore } from "../deskCore";
import { enrichmentDescription, enrichmentIcon, enrichmentName, enrichmentTooltip } from "../enrichmentTexts";
import { errorForLog } from "../errorText";
import { enrichmentGoneText } from "../goneTexts";
import { followOtherWindows } from "../otherWindows";
import type { OpenResults } from "../resultsEditor/openResults";
import type { RecordExporter } from "../runActivity";
import { ListedRows, readOrExplain, treeItem, type Tree, type TreeNode, type TreeRows } from "../tree";
import { EnrichmentActions } from "./enrichmentActions";

export function openEnrichments(core: DeskCore, exporter: RecordExporter, openResults: OpenResults) {
  const { app, account, access, log } = core;
  const poller = openPoller(app, {
    clientOf: (connection) => access.clientOf({ ...connection, sandbox: connection.id === sandboxConnection.id }),
    concerns: ({ connection }) => !isOfEnvironment(connection),
    onFinished: (entries) =>
      void actions
        .notifyFinished(entries)
        .catch((error: unknown) => log(`The notification about a finished enrichment failed: ${errorForLog(error)}`)),
  });
  const actions = new EnrichmentActions(app, exporter, openResults, poller);
  const rows = openEnrichmentsView(core.trees.enrichments, app, () => poller.wake());
  const accountChanges = account.onDidChange(() => {
    const connection = connectionOf(account.current);
    if (account.current.kind === "ready" && connection !== undefined) {
      void poller.retryRejected(connection.id).catch(() => undefined);
    }
  });

  return {
    rows,
    actions,
    poller,
    dispose: (): void => {
      rows.dispose();
      accountChanges.dispose();
      void poller.dispose();
    },
    /** Retrieves the enrichment of a run again, which is free. */
    retrieveAgain: async (run: RunSummary): Promise<void> => {
      const tracked = await enrichmentOfRun(app, run);
      if (tracked === undefined) {
        void window.showInformationMessage(enrichmentGoneText);
        return;
      }
      await actions.refresh(tracked);
    },
    start: (): void => poller.start(),
    /** Stops polling; resolves when the last write is done. */
    close: (): Promise<void> => poller.dispose(),
  };
}

/** The list, newest first. `onChange` is called for all its changes, in this and other windows. */
function openEnrichmentsView(
  tree: Tree,
  { enrichments: list, store, clock }: App,
  onChange: () => void,
): TreeRows & Disposable {
  const read = async (): Promise<readonly TreeNode[]> =>
    (await list.list()).map((enrichment) => ({ enrichment, item: () => itemOf(enrichment, clock.now()) })).reverse();
  const listed = new ListedRows(tree, async (row) => (row === undefined ? readOrExplain(tree, [], read) : []));
  const change = (): void => {
    void listed.refresh();
    onChange();
  };
  const disposables = [{ dispose: list.onDidChange(change) }, followOtherWindows(store, tree.view, change)];
  return {
    getTreeItem: (row: TreeNode) => row.item(),
    getChildren: (row?: TreeNode) => listed.children(row),
    dispose: () => disposables.forEach((one) => one.dispose()),
  };
}

function itemOf(entry: TrackedEnrichment, now: number): TreeItem {
  const open = {
    command: commandIds.openEnrichment,
    title: "Open Contacts",
    arguments: [{ enrichment: entry }],
  };
  return treeItem(enrichmentName(entry), {
    id: entry.key,
    description: enrichmentDescription(entry, now),
    tooltip: enrichmentTooltip(entry, now),
    iconPath: enrichmentIcon(entry),
    contextValue: contextOf(entry),
    ...(entry.results !== undefined && { command: open }),
  });
}

/** Words for the `when` clauses of menus: `results`, and `partial` while partial results can be fetched. */
function contextOf(entry: TrackedEnrichment): string {
  const words = ["enrichment"];
  if (mayHavePartialResults(entry)) {
    words.push("partial");
  }
  if (entry.results !== undefined) {
    words.push("results");
  }
  return words.join(" ");
}
