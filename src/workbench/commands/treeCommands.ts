// The commands of the Searches and Runs views that act on whatever is selected there.
import { l10n, window } from "vscode";
import type { RunStore } from "../../runs/runStore";
import { commandIds } from "../commandIds";
import { renameList } from "../lists/nameList";
import type { RecordLists } from "../lists/recordLists";
import { targetCommand } from "../targets/commandTargets";
import type { ReadSelection, Selection } from "../targets/selection";
import type { SearchFiles } from "../searchFiles/searchFiles";
import { deleteSelected } from "./deleteSelected";
import { renameRun } from "../resultsEditor/renameRun";
import { renameSearch } from "./renameSearch";

export interface TreeCommandDeps {
  readonly selection: ReadSelection;
  readonly runs: RunStore;
  readonly searchFiles: Pick<SearchFiles, "refresh">;
  readonly recordLists: Pick<RecordLists, "get" | "list" | "rename" | "remove">;
  readonly showAllRuns: (list: string) => void;
}

export const treeCommands = ({ selection, runs, searchFiles, recordLists, showAllRuns }: TreeCommandDeps) => ({
  [commandIds.deleteSelected]: targetCommand(selection, (selected) =>
    deleteSelected(selected, { runs, searchFiles, recordLists }),
  ),
  [commandIds.renameSelected]: targetCommand(selection, (selected) => renameSelected(selected, runs, recordLists)),
  [commandIds.showAllRuns]: (node?: unknown) => {
    const list = (node as { readonly list?: unknown } | null | undefined)?.list;
    if (typeof list === "string") {
      showAllRuns(list);
    }
  },
});

async function renameSelected(
  { searches, runs: selected, lists }: Selection,
  runs: RunStore,
  recordLists: TreeCommandDeps["recordLists"],
): Promise<void> {
  const [search] = searches;
  const [run] = selected;
  const [list] = lists;
  if (searches.length + selected.length + lists.length > 1) {
    void window.showInformationMessage(l10n.t("Only one search, run, or list can be renamed at a time."));
  } else if (search !== undefined) {
    await renameSearch(search);
  } else if (run !== undefined) {
    await renameRun(run, runs);
  } else if (list !== undefined) {
    await renameList(list.id, recordLists);
  }
}
