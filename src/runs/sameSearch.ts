// What the database knows about a search before it is paid for: a run of it in progress in any window or process, a
// recent result that has what is asked for, and how many records match.
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

/** How long a complete result and a total count as recent, in ms. */
const recentMs = 24 * 60 * 60_000;

/** Equal for runs with the same leave-out lists, whose records are hidden alike. */
const listsOf = (lists: RunHeader["leaveOut"] = []): string => JSON.stringify([...lists].sort());

/** What a run of a search is started with, as far as it tells searches apart. */
export interface WantedSearch extends Pick<RunOrder, "purpose" | "leaveOut"> {
  readonly task: SearchTask;
  readonly companies?: readonly { readonly domain: string }[] | undefined;
  readonly connection: Pick<RunConnection, "origin" | "workspaceId">;
  /** How many records. */
  readonly records: number;
}

export type CountedRun = RunSummary & { readonly lastTotal: number };

export interface SameSearch {
  /** A run of the same search, for the same purpose. A killed window's run is none, once its lease is over. */
  readonly inProgress: RunSummary | undefined;
  /** The newest run of the same search, for the same purpose, however old it is and however it ended. */
  readonly newest: RunSummary | undefined;
  /** The newest run of less than a day ago that ended with all records it requested, and has enough for this one. */
  readonly recent: RunSummary | undefined;
  /** The newest run of less than a day ago whose reply said how many records match. */
  readonly counted: CountedRun | undefined;
}

/** Everything with the account that would pay. Runs of older versions of the extension are not found. */
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

/** Nothing was sent: another window or process started the same search after `sameSearch` had looked for it. */
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

/** The items of leave-out lists that are sent, which change the total. */
const itemsOf = (task: RunTask): string => JSON.stringify((isSearch(task) && task.leaveOutItems) || {});

const newestFirst = (runs: readonly RunSummary[]): readonly RunSummary[] =>
  [...runs].sort((one, other) => other.updatedAt - one.updatedAt);
