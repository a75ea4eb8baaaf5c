// The leave-out lists of a run that continues: those that its saved search names now.
import { Uri } from "vscode";
import { listChanges, listChangeSentences, noChanges, type ListChanges } from "../../runs/listChanges";
import type { RunHeader } from "../../runs/run";
import type { HeldLists, LeaveOutLists } from "./leaveOutLists";
import { listName } from "./listPlaces";
import { documentOf, searchOf } from "./searchOfRun";

export interface ListsForResume {
  readonly held: HeldLists;
  /** Between the lists of the run and those that its search names now. */
  readonly differences: ListChanges;
  /** Sentences about them. */
  readonly changes: readonly string[];
}

/**
 * A search that is gone or cannot be understood leaves the run with its own lists. Rejects with a `ListProblem`, and
 * then nothing must be sent.
 */
export async function listsForResume(
  lists: Pick<LeaveOutLists, "forRun" | "forSearch">,
  { source, leaveOut: before = [] }: Pick<RunHeader, "source" | "leaveOut">,
): Promise<ListsForResume> {
  const search = await searchOf(source);
  const document = search && (await documentOf(search));
  if (search === undefined || document === undefined) {
    return { held: await lists.forRun(before), differences: noChanges, changes: [] };
  }
  const held = await lists.forSearch(search, document.leaveOut ?? []);
  const differences = listChanges(before, held.ofSearch);
  const changes = listChangeSentences(differences, (uri) => listName(Uri.parse(uri, true)));
  return { held: changes.length === 0 ? held : tellingOnce(held), differences, changes };
}

/** The first check is when the run has these lists: records that are shown already must be hidden too. */
function tellingOnce(held: HeldLists): HeldLists {
  let isTold = false;
  return {
    ...held,
    check: () => {
      if (!isTold) {
        isTold = true;
        held.applied();
      }
      return held.check();
    },
  };
}
