// The Enrichments view: every tracked enrichment with its status, cost and when it was last asked for.
import { EventEmitter, l10n, RelativePattern, TreeItem, TreeItemCollapsibleState, Uri, window, workspace, type Disposable, type TreeDataProvider } from "vscode";
import { isAtRest, isWhole } from "../../enrichments/enrichmentState";
import type { EnrichmentList, TrackedEnrichment } from "../../enrichments/enrichmentList";
import type { Clock } from "../../service/wire";
import { viewIds } from "../identifiers";
import { enrichmentCommandIds } from "./enrichmentIdentifiers";
import { enrichmentDescription, enrichmentIcon, enrichmentName, enrichmentTooltip } from "./enrichmentWords";

/** What the tree passes to commands; `readTarget` reads it. */
export interface EnrichmentNode {
  readonly enrichment: TrackedEnrichment;
}

/** Shows the list, newest first; `onChange` is told also of what other windows changed. */
export function showEnrichments(list: EnrichmentList, clock: Pick<Clock, "now">, onChange: () => void): Disposable[] {
  const changed = new EventEmitter<EnrichmentNode | undefined>();
  const provider: TreeDataProvider<EnrichmentNode> = {
    onDidChangeTreeData: changed.event,
    getChildren: async (node) => (node === undefined ? [...(await list.list())].reverse().map((enrichment) => ({ enrichment })) : []),
    getTreeItem: ({ enrichment }) => itemOf(enrichment, clock.now()),
  };
  const view = window.createTreeView(viewIds.enrichments, { treeDataProvider: provider });
  const change = (): void => {
    changed.fire(undefined);
    onChange();
  };
  const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.file(list.folder), "*.json"));
  return [view, changed, { dispose: list.onDidChange(change) }, watcher, watcher.onDidCreate(change), watcher.onDidChange(change), watcher.onDidDelete(change)];
}

function itemOf(entry: TrackedEnrichment, now: number): TreeItem {
  const item = new TreeItem(enrichmentName(entry), TreeItemCollapsibleState.None);
  item.id = entry.key;
  item.description = enrichmentDescription(entry, now);
  item.tooltip = enrichmentTooltip(entry, now);
  item.iconPath = enrichmentIcon(entry);
  item.contextValue = contextOf(entry);
  item.command = { command: enrichmentCommandIds.openEnrichment, title: l10n.t("Open Contacts"), arguments: [{ enrichment: entry }] };
  item.accessibilityInformation = { label: `${enrichmentName(entry)}, ${item.description}` };
  return item;
}

/** Words that menus look for: `polled` or `paused` while something may come, `results`, `unfinished`. */
function contextOf({ state, paused, results }: TrackedEnrichment): string {
  return ["enrichment", ...(isAtRest(state) ? [] : [paused ? "paused" : "polled"]), ...(results === undefined ? [] : ["results"]), ...(isWhole(state) ? [] : ["unfinished"])].join(" ");
}
