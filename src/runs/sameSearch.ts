// What the database knows about a search before it is paid for: a run of it in progress in any window or process, a
// recent complete result, and how many records match.
import { StoreError } from "../store/storeError";
import { groupsIn } from "./companyGroups";
import { distinctRecords, isSearch, leftOutKnown, type RunHeader, type RunSummary, type SearchTask } from "./run";
import type { RunStore } from "./runStore";
import { searchKeyOf } from "./searchKey";

/** How long a complete result and a total count as recent, in ms. */
const recentMs = 24 * 60 * 60_000;

/** Equal for runs with the same leave-out lists, whose records are hidden alike. */
const listsOf = (lists: RunHeader["leaveOut"] = []): string => JSON.stringify(lists.map(({ uri }) => uri).sort());

export interface WantedResult extends Pick<RunHeader, "leaveOut"> {
  readonly task: SearchTask;
  readonly connectionId: string;
  readonly now: number;
}

export interface WantedSearch extends WantedResult {
  readonly purpose: "search" | "count";
  /** For a task at companies, or for ids. */
  readonly companies?: readonly { readonly domain: string }[] | undefined;
}

export type CountedRun = RunSummary & { readonly lastTotal: number };

export interface SameSearch {
  /** A run of the same search, for the same purpose. A killed window's run is none, once its lease is over. */
  readonly inProgress: RunSummary | undefined;
  /** The newest run of the same search, for the same purpose, however old it is and however it ended. */
  readonly newest: RunSummary | undefined;
  /** The newest run of less than a day ago that fetched everything these filters match. */
  readonly recent: RunSummary | undefined;
  /** The newest run of less than a day ago whose reply said how many records match. */
  readonly counted: CountedRun | undefined;
}

/** Everything with the connection that would pay. Runs of older versions of the extension are not found. */
export async function sameSearch(runs: Pick<RunStore, "list">, wanted: WantedSearch): Promise<SameSearch> {
  const { task, companies, purpose, connectionId } = wanted;
  const all = await runs.list({ purposes: ["search", "count"], searchKey: searchKeyOf(task, companies) });
  const same = all.filter(({ header }) => header.connection.id === connectionId);
  const forPurpose = same.filter(({ header }) => header.purpose === purpose);
  return {
    inProgress: forPurpose.find(({ stop }) => stop === undefined),
    newest: forPurpose[0],
    recent: recentResult(same, wanted),
    counted: countedRun(same, wanted),
  };
}

/** Nothing was sent: another window or process started the same search after `sameSearch` had looked for it. */
export const isAlreadyRunning = (error: unknown): boolean =>
  error instanceof StoreError && error.code === "ALREADY_RUNNING";

/** The newest run of this connection that fetched everything these filters match within a day, with the same lists. */
function recentResult(
  runs: readonly RunSummary[],
  { task, leaveOut, connectionId, now }: WantedResult,
): RunSummary | undefined {
  const wanted = searchKeyOf(task);
  const lists = listsOf(leaveOut);
  return newestFirst(runs).find((run) => {
    const { header, stop, records, lastTotal, updatedAt } = run;
    const hasAll =
      stop?.kind === "complete" &&
      records > 0 &&
      !leftOutKnown(run) &&
      (lastTotal === undefined || distinctRecords(run) >= lastTotal);
    return (
      hasAll &&
      header.purpose === "search" &&
      isSearch(header.task) &&
      groupsIn(header.task) === undefined &&
      header.connection.id === connectionId &&
      now - updatedAt < recentMs &&
      searchKeyOf(header.task) === wanted &&
      listsOf(header.leaveOut) === lists
    );
  });
}

/** With the same items of leave-out lists, which change the total. */
function countedRun(same: readonly RunSummary[], { task, now }: WantedResult): CountedRun | undefined {
  const sent = JSON.stringify(task.leaveOutItems ?? {});
  return newestFirst(same)
    .filter((run): run is CountedRun => run.lastTotal !== undefined && now - run.updatedAt < recentMs)
    .find(({ header }) => isSearch(header.task) && JSON.stringify(header.task.leaveOutItems ?? {}) === sent);
}

const newestFirst = (runs: readonly RunSummary[]): readonly RunSummary[] =>
  [...runs].sort((one, other) => other.updatedAt - one.updatedAt);
