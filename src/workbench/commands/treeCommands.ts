// The commands of the Searches and Runs views that act on whatever is selected there.
import { l10n, window } from "vscode";
import { commandIds } from "../commandIds";
import { renameList } from "../lists/nameList";
import { targetCommand } from "../targets/commandTargets";
import type { Selection } from "../targets/selection";
import type { Desk } from "../desk";
import { deleteSelected } from "./deleteSelected";
import { renameRun } from "../resultsEditor/renameRun";
import { renameSearch } from "./searchCommands";

export const treeCommands = (desk: Desk) => ({
  [commandIds.deleteSelected]: targetCommand(desk.selection, (selected) => deleteSelected(selected, desk)),
  [commandIds.renameSelected]: targetCommand(desk.selection, (selected) => renameSelected(selected, desk)),
  [commandIds.showAllRuns]: (node?: unknown) => {
    const list = (node as { readonly list?: unknown } | null | undefined)?.list;
    if (typeof list === "string") {
      desk.searchesView.showAll(list);
    }
  },
});

async function renameSelected(
  { searches, runs: selected, lists }: Selection,
  { app, recordLists }: Desk,
): Promise<void> {
  const [search] = searches;
  const [run] = selected;
  const [list] = lists;
  if (searches.length + selected.length + lists.length > 1) {
    void window.showInformationMessage(l10n.t("Only one search, run, or list can be renamed at a time."));
  } else if (search !== undefined) {
    await renameSearch(search);
  } else if (run !== undefined) {
    await renameRun(run, app.runs);
  } else if (list !== undefined) {
    await renameList(list.id, recordLists);
  }
}
