// "Delete…": one question for all selected searches, runs, and lists of records.
import { window, workspace, type Uri } from "vscode";
import { agreeToDelete, deleteRuns, inUseText } from "../../app/deleteRuns";
import { unlessDeclined } from "../../app/spending";
import { countText } from "../../text/numbers";
import type { Desk } from "../desk";
import { errorText } from "../errorText";
import { withLateProgress } from "../lateProgress";
import { safeText } from "../safeText";
import { searchNameOf } from "../searchFiles/searchFiles";
import type { Selection } from "../targets/commandTargets";

export async function deleteSelected(
  { searches, runs, lists }: Selection,
  { app, recordLists, searchFiles }: Desk,
): Promise<void> {
  const { signal } = new AbortController();
  const sources = searches.map((uri) => uri.toString());
  const ofSearches = sources.length === 0 ? [] : await app.runs.list({ sources, purposes: ["search", "count"] });
  const selected = new Set(runs.map(({ header }) => header.id));
  const others = ofSearches.filter(({ header }) => !selected.has(header.id));
  const names = { searches: searches.map(searchNameOf), lists: lists.map(({ name }) => name) };
  const choice = await unlessDeclined(agreeToDelete(app, { runs, others, ...names }, { signal }));
  if (choice === undefined) {
    return;
  }
  const left = await deleteSearches(searches);
  const chosen = choice === "withRuns" ? [...runs, ...others] : runs;
  const deletable = chosen.filter(({ header }) => header.source === undefined || !left.has(header.source));
  const { inUse } = await withLateProgress("Deleting", (report, canceled) =>
    deleteRuns(app, deletable, canceled, (done, total) =>
      report({ message: `${done + 1}/${total}`, increment: 100 / total }),
    ),
  );
  if (inUse > 0) {
    void window.showWarningMessage(inUseText(inUse));
  }
  for (const { id } of lists) {
    await recordLists.change((stored) => stored.remove(id));
  }
  if (searches.length > 0) {
    searchFiles.refresh();
  }
}

/** Resolves to the sources of the searches that still exist. */
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

/** For folders without a trash. Resolves to the searches that still exist. */
async function deletePermanently(searches: readonly Uri[], reason: string): Promise<readonly Uri[]> {
  const [first] = searches;
  if (first === undefined) {
    return [];
  }
  const what = searches.length === 1 ? safeText(searchNameOf(first)) : `${countText(searches.length)} searches`;
  const permanently = "Delete Permanently";
  const question = `${what} could not be moved to the trash. Delete permanently?`;
  if ((await window.showWarningMessage(question, { modal: true, detail: reason }, permanently)) !== permanently) {
    return searches;
  }
  for (const uri of searches) {
    await workspace.fs.delete(uri, { useTrash: false });
  }
  return [];
}
