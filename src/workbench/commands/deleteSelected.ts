// "Delete…" in the Searches and Runs views: one question for all selected searches, runs, and lists of records.
import { l10n, window, workspace, type Uri } from "vscode";
import { countText } from "../../language/language";
import { creditsText, recordsText, runsText } from "../../runs/amounts";
import type { RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import type { RecordList } from "../../store/recordLists";
import { StoreError } from "../../store/storeError";
import { errorText } from "../errorText";
import { withLateProgress } from "../lateProgress";
import { searchNameOfSource } from "../searchFiles/searchSource";
import { safeText } from "../safeText";
import { listText } from "../lists/changeLists";
import type { Selection } from "../targets/selection";
import { searchNameOf } from "../searchFiles/searchFiles";
import type { DeskObjects } from "./deskObjects";

export async function deleteSelected(
  selection: Selection,
  deps: Pick<DeskObjects, "recordLists" | "runs" | "searchFiles">,
): Promise<void> {
  const { searches } = selection;
  const sources = searches.map((uri) => uri.toString());
  const ofSearches = sources.length === 0 ? [] : await deps.runs.list({ sources, purposes: ["search", "count"] });
  const selected = new Set(selection.runs.map(({ header }) => header.id));
  const others = ofSearches.filter(({ header }) => !selected.has(header.id));
  const choice = await ask(selection, others);
  if (choice === undefined) {
    return;
  }
  const left = await deleteSearches(searches);
  const doomed = [...selection.runs, ...(choice === "withRuns" ? others : [])].filter(
    ({ header }) => header.source === undefined || !left.has(header.source),
  );
  await deleteRuns(doomed, deps.runs);
  for (const { id } of selection.lists) {
    await deps.recordLists.remove(id);
  }
  if (searches.length > 0) {
    deps.searchFiles.refresh();
  }
}

type Choice = "selected" | "withRuns";

/** `others`: runs of the selected searches that are not selected themselves. */
async function ask(selection: Selection, others: readonly RunSummary[]): Promise<Choice | undefined> {
  const { runs, lists } = selection;
  const remove = buttonText(selection);
  const withRuns = l10n.t("Move to Trash and Delete Runs");
  const detail = [
    ...runsDetail(runs),
    ...(others.length === 0 ? [] : othersDetail(others)),
    ...(runs.length + others.length === 0 ? [] : [l10n.t("Exported files are kept.")]),
    ...listsDetail(lists),
  ].join("\n");
  const buttons = others.length === 0 ? [remove] : [remove, withRuns];
  const picked = await window.showWarningMessage(questionText(selection), { modal: true, detail }, ...buttons);
  return picked === undefined ? undefined : picked === withRuns ? "withRuns" : "selected";
}

function buttonText({ searches, runs, lists }: Selection): string {
  if (lists.length > 0) {
    return searches.length + runs.length > 0
      ? l10n.t("Delete")
      : lists.length === 1
        ? l10n.t("Delete List")
        : l10n.t("Delete {0} Lists", countText(lists.length));
  }
  return searches.length > 0
    ? l10n.t("Move to Trash")
    : runs.length === 1
      ? l10n.t("Delete Run")
      : l10n.t("Delete {0} Runs", countText(runs.length));
}

function questionText({ searches, runs, lists }: Selection): string {
  const [search] = searches;
  const [list] = lists;
  const [one, two, three] = [
    ...(searches.length > 0 ? [searchesText(searches.length)] : []),
    ...(runs.length > 0 ? [runsText(runs.length)] : []),
    ...(lists.length > 0 ? [listsText(lists.length)] : []),
  ];
  if (one !== undefined && two !== undefined) {
    return three === undefined
      ? l10n.t("Delete {0} and {1}?", one, two)
      : l10n.t("Delete {0}, {1}, and {2}?", one, two, three);
  }
  if (list !== undefined) {
    return lists.length === 1
      ? l10n.t("Delete the list {0}?", safeText(list.name))
      : l10n.t("Delete {0} lists of records?", countText(lists.length));
  }
  if (search !== undefined) {
    return searches.length === 1
      ? l10n.t("Delete {0}?", safeText(searchNameOf(search)))
      : l10n.t("Delete {0} searches?", countText(searches.length));
  }
  const names = [...new Set(runs.map(nameOf))];
  const of = names.length === 1 ? safeText(names[0] ?? "") : searchesText(names.length);
  return runs.length === 1
    ? l10n.t("Delete the run of {0}?", of)
    : l10n.t("Delete {0} runs of {1}?", countText(runs.length), of);
}

/** What is lost with the selected runs, each search on a line of its own. */
function runsDetail(runs: readonly RunSummary[]): readonly string[] {
  if (runs.length === 0) {
    return [];
  }
  const names = [...new Set(runs.map(nameOf))];
  const lines = names.map((name) => `${safeText(name)}: ${amountsText(runs.filter((run) => nameOf(run) === name))}`);
  const more = lines.length - mostNamed;
  return [...lines.slice(0, mostNamed), ...(more > 0 ? [l10n.t("and {0} more", countText(more))] : []), lossText(runs)];
}

const mostNamed = 6;

/** What each list has, and what is not lost with it. */
function listsDetail(lists: readonly RecordList[]): readonly string[] {
  if (lists.length === 0) {
    return [];
  }
  const more = lists.length - mostNamed;
  return [
    ...lists.slice(0, mostNamed).map((list) => `${safeText(list.name)}: ${listText(list)}`),
    ...(more > 0 ? [l10n.t("and {0} more", countText(more))] : []),
    l10n.t("Notes are deleted with the list they are in. The records themselves stay."),
  ];
}

function othersDetail(others: readonly RunSummary[]): readonly string[] {
  return [
    l10n.t("Runs that stay, under “Runs without a saved search”: {0}.", amountsText(others)),
    l10n.t("If you delete them too: {0}", lossText(others)),
  ];
}

function lossText(runs: readonly RunSummary[]): string {
  return l10n.t(
    "Their records are deleted from this machine permanently. Fetching them again costs about {0}.",
    creditsText(sumOf(runs, ({ credits, possibleCredits }) => credits + possibleCredits)),
  );
}

/** "2 runs · 1,209 records" */
function amountsText(runs: readonly RunSummary[]): string {
  return `${runsText(runs.length)} · ${recordsText(sumOf(runs, ({ records }) => records))}`;
}

const searchesText = (count: number): string =>
  count === 1 ? l10n.t("1 search") : l10n.t("{0} searches", countText(count));
const listsText = (count: number): string =>
  count === 1 ? l10n.t("1 list of records") : l10n.t("{0} lists of records", countText(count));
const sumOf = (runs: readonly RunSummary[], amount: (run: RunSummary) => number): number =>
  runs.reduce((sum, run) => sum + amount(run), 0);

/** The name of the search; of a run without one its title. */
const nameOf = ({ header: { source, title } }: RunSummary): string =>
  source === undefined ? title : searchNameOfSource(source);

/** Resolves with the sources of the searches that are still there. */
async function deleteSearches(searches: readonly Uri[]): Promise<ReadonlySet<string>> {
  const left: Uri[] = [];
  let reason = "";
  for (const uri of searches) {
    try {
      await workspace.fs.delete(uri, { useTrash: true });
    } catch (error) {
      left.push(uri);
      reason = errorText(error);
    }
  }
  return new Set((await deletePermanently(left, reason)).map((uri) => uri.toString()));
}

/** For folders without a trash. Resolves with those that are still there. */
async function deletePermanently(searches: readonly Uri[], reason: string): Promise<readonly Uri[]> {
  const [first] = searches;
  if (first === undefined) {
    return [];
  }
  const what = searches.length === 1 ? safeText(searchNameOf(first)) : searchesText(searches.length);
  const permanently = l10n.t("Delete Permanently");
  const question = l10n.t("{0} could not be moved to the trash. Delete permanently?", what);
  if ((await window.showWarningMessage(question, { modal: true, detail: reason }, permanently)) !== permanently) {
    return searches;
  }
  for (const uri of searches) {
    await workspace.fs.delete(uri, { useTrash: false });
  }
  return [];
}

async function deleteRuns(doomed: readonly RunSummary[], runs: RunStore): Promise<void> {
  if (doomed.length === 0) {
    return;
  }
  let inUse = 0;
  await withLateProgress(l10n.t("Deleting"), async (report, signal) => {
    for (const [index, { header }] of doomed.entries()) {
      if (signal.aborted) {
        return;
      }
      report({ message: `${index + 1}/${doomed.length}`, increment: 100 / doomed.length });
      try {
        await runs.delete(header.id);
      } catch (error) {
        if (!(error instanceof StoreError) || (error.code !== "IN_USE" && error.code !== "NOT_FOUND")) {
          throw error;
        }
        inUse += error.code === "IN_USE" ? 1 : 0;
      }
    }
  });
  if (inUse > 0) {
    void window.showWarningMessage(
      inUse === 1
        ? l10n.t("1 run is in progress and was not deleted. Stop it first.")
        : l10n.t("{0} runs are in progress and were not deleted. Stop them first.", countText(inUse)),
    );
  }
}
