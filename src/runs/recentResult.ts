// Finds a recent complete result of the same search, which need not be paid for again.
import { filtersKey } from "../searches/filterItems";
import { operations } from "../service/operations";
import { distinctRecords, isSearch, type RunHeader, type RunSummary, type SearchTask } from "./run";

/** How long a complete result counts as recent, in ms. */
export const recentMs = 24 * 60 * 60_000;

/** Equal for searches with the same filters. The kind is part of it: companies and people share filter names. */
export const searchKeyOf = ({ kind, filters }: SearchTask): string =>
  filtersKey({ search: operations[kind].search, filters });

/** Equal for runs with the same leave-out lists, whose records are hidden alike. */
const listsOf = (lists: RunHeader["leaveOut"] = []): string => JSON.stringify(lists.map(({ uri }) => uri).sort());

export interface WantedResult extends Pick<RunHeader, "leaveOut"> {
  readonly task: SearchTask;
  readonly connectionId: string;
  readonly now: number;
}

/** The newest run of this connection that fetched everything these filters match within a day, with the same lists. */
export function recentResult(
  runs: readonly RunSummary[],
  { task, leaveOut, connectionId, now }: WantedResult,
): RunSummary | undefined {
  const wanted = searchKeyOf(task);
  const lists = listsOf(leaveOut);
  return [...runs]
    .sort((one, other) => other.updatedAt - one.updatedAt)
    .find((run) => {
      const { header, stop, records, lastTotal, updatedAt } = run;
      const hasAll =
        stop?.kind === "complete" &&
        records > 0 &&
        run.skipped === 0 &&
        (lastTotal === undefined || distinctRecords(run) >= lastTotal);
      return (
        hasAll &&
        isSearch(header.task) &&
        header.task.companies === undefined &&
        header.connection.id === connectionId &&
        now - updatedAt < recentMs &&
        searchKeyOf(header.task) === wanted &&
        listsOf(header.leaveOut) === lists
      );
    });
}
