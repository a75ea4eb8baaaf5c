// The Enrichments view: every tracked enrichment with its status, cost and last update.
import { l10n, TreeItem, TreeItemCollapsibleState, type Disposable } from "vscode";
import type { App } from "../../app/app";
import { isFinished } from "../../enrichments/enrichmentState";
import { isImported, mayHavePartialResults, type TrackedEnrichment } from "../../enrichments/enrichmentList";
import { followOtherWindows } from "../otherWindows";
import { TreeListing, type Tree, type TreeRows } from "../tree";
import { commandIds } from "../commandIds";
import { enrichmentDescription, enrichmentIcon, enrichmentName, enrichmentTooltip } from "../enrichmentTexts";

/** What the tree passes to commands; `readTarget` reads it. */
export interface EnrichmentNode {
  readonly enrichment: TrackedEnrichment;
}

/** The list, newest first. `onChange` is called for its changes, also those of other windows. */
export function openEnrichmentsView(
  tree: Tree,
  { enrichments: list, store, clock }: App,
  onChange: () => void,
): TreeRows & Disposable {
  const listing = new TreeListing(
    tree,
    async () => (await list.list()).map((enrichment): EnrichmentNode => ({ enrichment })).reverse(),
    ({ enrichment }) => enrichment.key,
  );
  const change = (): void => {
    void listing.reload();
    onChange();
  };
  const disposables = [{ dispose: list.onDidChange(change) }, followOtherWindows(store, tree.view, change)];
  return {
    getChildren: async (node) => (node === undefined ? [...(await listing.rows())] : []),
    getTreeItem: ({ enrichment }: EnrichmentNode) => itemOf(enrichment, clock.now()),
    dispose: () => disposables.forEach((one) => one.dispose()),
  };
}

function itemOf(entry: TrackedEnrichment, now: number): TreeItem {
  const item = new TreeItem(enrichmentName(entry), TreeItemCollapsibleState.None);
  item.id = entry.key;
  item.description = enrichmentDescription(entry, now);
  item.tooltip = enrichmentTooltip(entry, now);
  item.iconPath = enrichmentIcon(entry);
  item.contextValue = contextOf(entry);
  if (entry.results !== undefined) {
    item.command = {
      command: commandIds.openEnrichment,
      title: l10n.t("Open Contacts"),
      arguments: [{ enrichment: entry }],
    };
  }
  item.accessibilityInformation = { label: `${enrichmentName(entry)}, ${item.description}` };
  return item;
}

/**
 * Words for the `when` clauses of menus: `tracked` unless it was imported, `polled` or `paused` until it is finished,
 * `results`, `partial` while there may be results to fetch before all are.
 */
function contextOf(entry: TrackedEnrichment): string {
  const { state, paused, results } = entry;
  const ofService = [
    "tracked",
    ...(isFinished(state) ? [] : [paused ? "paused" : "polled"]),
    ...(mayHavePartialResults(entry) ? ["partial"] : []),
  ];
  return ["enrichment", ...(isImported(entry) ? [] : ofService), ...(results === undefined ? [] : ["results"])].join(
    " ",
  );
}
