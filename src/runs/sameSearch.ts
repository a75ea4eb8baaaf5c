// Checks before a search is paid for: whether it is in progress in any window or process, whether a recent result has
// the requested records, and how many records match.
import { StoreError } from "../store/storeError";
import { companiesOf } from "./atCompanies";
import {
  isSearch,
  leftOutKnown,
  type RunConnection,
  type RunHeader,
  type RunSummary,
  type RunTask,
  type SearchTask,
} from "./run";
import { searchKeyOf, type RunOrder, type RunStore } from "./runStore";

/** Complete results and totals count as recent for this long, in ms. */
const recentMs = 24 * 60 * 60_000;

/** Equal for runs with the same leave-out lists, which hide the same records. */
const listsOf = (lists: RunHeader["leaveOut"] = []): string => JSON.stringify([...lists].sort());

/** The properties of a run's start that tell searches apart. */
export interface WantedSearch extends Pick<RunOrder, "purpose" | "leaveOut"> {
  readonly task: SearchTask;
  readonly companies?: readonly { readonly domain: string }[] | undefined;
  readonly connection: Pick<RunConnection, "origin" | "workspaceId">;
  /** How many records. */
  readonly records: number;
}

export type CountedRun = RunSummary & { readonly lastTotal: number };

export interface SameSearch {
  /**
   * A run of the same search, for the same purpose. The run of a killed window does not count once its lease is over.
   */
  readonly inProgress: RunSummary | undefined;
  /** The newest run of the same search, for the same purpose, regardless of its age and end. */
  readonly newest: RunSummary | undefined;
  /** The newest run of less than a day ago that ended with all records it requested, and has enough for this one. */
  readonly recent: RunSummary | undefined;
  /** The newest run of less than a day ago whose reply said how many records match. */
  readonly counted: CountedRun | undefined;
}

/** Only runs of the account that would pay. Does not find runs of older versions of the extension. */
export async function sameSearch(runs: Pick<RunStore, "list">, wanted: WantedSearch, now: number): Promise<SameSearch> {
  const { task, companies, purpose, connection } = wanted;
  const all = await runs.list({ purposes: ["search", "count"], searchKey: searchKeyOf(task, companies) });
  const { origin, workspaceId } = connection;
  const same = all.filter(
    ({ header }) => header.connection.origin === origin && header.connection.workspaceId === workspaceId,
  );
  const recent = newestFirst(same.filter(({ updatedAt }) => now - updatedAt < recentMs));
  const forPurpose = same.filter(({ header }) => header.purpose === purpose);
  return {
    inProgress: forPurpose.find(({ stop }) => stop === undefined),
    newest: forPurpose[0],
    recent: recent.find((run) => hasAll(run, wanted)),
    counted: recent.filter(isCounted).find(({ header }) => itemsOf(header.task) === itemsOf(task)),
  };
}

/** Nothing was sent: another window or process started the same search after `sameSearch` had checked. */
export const isAlreadyRunning = (error: unknown): boolean =>
  error instanceof StoreError && error.code === "ALREADY_RUNNING";

/** Whether the run ended with all records it requested, has as many as wanted, and used the same lists. */
function hasAll(run: RunSummary, { task, leaveOut, records: wanted }: WantedSearch): boolean {
  const { header, stop, records, lastTotal = records } = run;
  const hasEverything = stop?.kind === "complete" && (stop.isAccepted === true || records >= lastTotal);
  const isFetched = stop?.kind === "complete" || stop?.kind === "limitReached";
  const hasEnough = hasEverything || (isFetched && records >= wanted);
  return (
    hasEnough &&
    records > 0 &&
    !leftOutKnown(run) &&
    header.purpose === "search" &&
    JSON.stringify(companiesOf(header.task)) === JSON.stringify(companiesOf(task)) &&
    listsOf(header.leaveOut) === listsOf(leaveOut)
  );
}

const isCounted = (run: RunSummary): run is CountedRun => run.lastTotal !== undefined;

/** The items of leave-out lists in the request, which change the total. */
const itemsOf = (task: RunTask): string => JSON.stringify((isSearch(task) && task.leaveOutItems) || {});

const newestFirst = (runs: readonly RunSummary[]): readonly RunSummary[] =>
  [...runs].sort((one, other) => other.updatedAt - one.updatedAt);
