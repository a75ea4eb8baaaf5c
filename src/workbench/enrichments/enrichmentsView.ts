// The Enrichments view: every tracked enrichment with its status, cost and when it was last asked for.
import {
  EventEmitter,
  l10n,
  TreeItem,
  TreeItemCollapsibleState,
  window,
  type Disposable,
  type TreeDataProvider,
} from "vscode";
import { isComplete, isFinished } from "../../enrichments/enrichmentState";
import type { EnrichmentList, TrackedEnrichment } from "../../enrichments/enrichmentList";
import type { Clock } from "../../service/wire";
import type { Store } from "../../store/client";
import { viewIds } from "../commandIds";
import { followOtherWindows } from "../views/otherWindows";
import { showFailure } from "../views/showFailure";
import { commandIds } from "../commandIds";
import { enrichmentDescription, enrichmentIcon, enrichmentName, enrichmentTooltip } from "./enrichmentWords";

/** What the tree passes to commands; `readTarget` reads it. */
export interface EnrichmentNode {
  readonly enrichment: TrackedEnrichment;
}

/** Shows the list, newest first; `onChange` is called also for changes by other windows. */
export function showEnrichments(
  list: EnrichmentList,
  store: Pick<Store, "file">,
  clock: Pick<Clock, "now">,
  onChange: () => void,
): Disposable[] {
  const changed = new EventEmitter<EnrichmentNode | undefined>();
  const read = async (): Promise<EnrichmentNode[]> =>
    (await list.list()).map((enrichment) => ({ enrichment })).reverse();
  const provider: TreeDataProvider<EnrichmentNode> = {
    onDidChangeTreeData: changed.event,
    getChildren: async (node) => (node === undefined ? showFailure(view, read) : []),
    getTreeItem: ({ enrichment }) => itemOf(enrichment, clock.now()),
  };
  const view = window.createTreeView(viewIds.enrichments, { treeDataProvider: provider });
  const change = (): void => {
    changed.fire(undefined);
    onChange();
  };
  const shown = { isVisible: () => view.visible, onDidChangeVisibility: view.onDidChangeVisibility };
  return [view, changed, { dispose: list.onDidChange(change) }, followOtherWindows(store, shown, change)];
}

function itemOf(entry: TrackedEnrichment, now: number): TreeItem {
  const item = new TreeItem(enrichmentName(entry), TreeItemCollapsibleState.None);
  item.id = entry.key;
  item.description = enrichmentDescription(entry, now);
  item.tooltip = enrichmentTooltip(entry, now);
  item.iconPath = enrichmentIcon(entry);
  item.contextValue = contextOf(entry);
  item.command = {
    command: commandIds.openEnrichment,
    title: l10n.t("Open Contacts"),
    arguments: [{ enrichment: entry }],
  };
  item.accessibilityInformation = { label: `${enrichmentName(entry)}, ${item.description}` };
  return item;
}

/** Words that menus look for: `polled` or `paused` while something may come, `results`, `unfinished`. */
function contextOf({ state, paused, results }: TrackedEnrichment): string {
  return [
    "enrichment",
    ...(isFinished(state) ? [] : [paused ? "paused" : "polled"]),
    ...(results === undefined ? [] : ["results"]),
    ...(isComplete(state) ? [] : ["unfinished"]),
  ].join(" ");
}
