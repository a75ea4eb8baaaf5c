// Types of a run: one execution of a search, lookup, batch or enrichment, with its records, costs and stop reason.
import type { OutcomeCounts } from "../service/contactOutcome";
import {
  operations,
  type EnrichmentOperation,
  type LookupOperation,
  type RecordKind,
  type SearchOperation,
} from "../service/operations";
import type { FilterItem } from "../service/requests";
import type { AllowanceLimit } from "../store/calls";
import type { RowsLeft } from "../store/rows";
import type { Connection, NewRun, StoredRun } from "../store/runs";
import type { ViewSource } from "../store/viewSource";
import type { Price } from "./budget";

/** The connection that pays for a run; never its key. */
export type RunConnection = Connection;

/** Without the paging fields, which differ for each request (`PageRequest`). */
export interface SearchTask {
  readonly kind: SearchOperation;
  readonly filters: Readonly<Record<string, readonly FilterItem[]>>;
  /** Items made from leave-out lists, sent together with the filters. Kept apart: they are not part of the search. */
  readonly leaveOutItems?: Readonly<Record<string, readonly FilterItem[]>> | undefined;
  /** Records of earlier runs of the search that the service is asked to leave out, by some of these items. */
  readonly knownRecords?: number | undefined;
  /** People are searched at the companies of the run, one company per row. */
  readonly companies?: CompaniesOfTask | undefined;
}

/** The companies of a run, which are its rows. */
export interface CompaniesOfTask {
  readonly count: number;
  /** At most this many people per company. */
  readonly most?: number | undefined;
  /** The other columns of the companies' list. Each person gets the values of its company. */
  readonly columns?: readonly string[] | undefined;
}

export interface LookupTask {
  readonly kind: LookupOperation;
  readonly identifiers: Readonly<Record<string, string | number>>;
  /** The columns of the table whose rows are looked up. */
  readonly columns?: readonly string[] | undefined;
}

export interface EnrichmentTask {
  readonly kind: EnrichmentOperation;
  readonly enrichmentId: string;
}

/** A task that is paid from a budget. Enrichments are only polled, which is free. */
export type PaidTask = SearchTask | LookupTask;

/** The task of a run. */
export type RunTask = PaidTask | EnrichmentTask;

/** The filters of the requests: those of the search and the items made from leave-out lists. */
export function sentFilters({ filters, leaveOutItems = {} }: SearchTask): SearchTask["filters"] {
  const added = Object.entries(leaveOutItems).map(([field, items]) => [field, [...(filters[field] ?? []), ...items]]);
  return { ...filters, ...(Object.fromEntries(added) as SearchTask["filters"]) };
}

/** The kind of record a task returns. */
export const recordKindOf = (task: RunTask): RecordKind => operations[task.kind].recordKind;

export const isSearch = (task: RunTask): task is SearchTask => operations[task.kind].task === "search";
export const isLookup = (task: RunTask): task is LookupTask => operations[task.kind].task === "lookup";

/** The order that a run was started with. `leaveOut` are the lists that its search named at that time. */
export interface RunHeader extends Omit<NewRun, "task" | "limits" | "searchKey" | "evenIfRunning"> {
  readonly task: RunTask;
  readonly limits: RunLimits;
}

/** The paging fields of one request. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly offset?: number | undefined;
}

export interface RunLimits {
  /** Stop when this many records are saved. Repeated records do not count. */
  readonly records: number;
  /** Stop before a page that could raise the cost of the whole run above this; may be a fraction. */
  readonly credits?: number | undefined;
}

/** More was charged than an action was allowed to spend, because the price rose while a call was in flight. */
export interface Overrun {
  /** The limit that was exceeded. */
  readonly of: "limit" | AllowanceLimit;
  /** Credits. */
  readonly allowed: number;
  readonly charged: number;
  /** Credits for one record, as expected and as charged; absent where records were charged as expected. */
  readonly price?: { readonly before: number; readonly now: number } | undefined;
}

/** The balance around a run, in credits. */
interface BalanceAround {
  /** As last read before the run. */
  readonly before?: number | undefined;
  /** Read once, at the end. */
  readonly after: number;
  /** The account's charges in between that this database knows, including possible ones. */
  readonly known: number;
}

/** Companies with fewer people than the service reports; both numbers are of these companies. */
export type EarlyCompanies = RowsLeft["early"];

export type StopReason = StopKind & {
  readonly overrun?: Overrun | undefined;
  /** Absent when it could not be read. Shows what others may have spent; does not change the recorded costs. */
  readonly balance?: BalanceAround | undefined;
};

type StopKind =
  /** All matches were returned: the total is reached, or the user said so. */
  | {
      readonly kind: "complete";
      readonly outcomes?: OutcomeCounts | undefined;
      /** The run had ended early, and the user accepted it as complete. */
      readonly isAccepted?: true | undefined;
      readonly companies?: EarlyCompanies | undefined;
    }
  /** The result of an enrichment that had not finished, or ended without all contacts. */
  | { readonly kind: "partialResult"; readonly outcomes: OutcomeCounts }
  /** The service sent no more records, even when asked again, although its total or cursor says that there are. */
  | { readonly kind: "endedEarly"; readonly companies?: EarlyCompanies | undefined }
  /** For rows: this many were sent and have no answer, so they may have been charged. All others have one. */
  | { readonly kind: "unanswered"; readonly rows: number }
  /** The requested number of records is saved. */
  | { readonly kind: "limitReached" }
  /** The next page could exceed the run's own credit limit. */
  | { readonly kind: "creditLimit"; readonly limit: number }
  /**
   * The next page could exceed the sum the user agreed to, or (`agreed` absent) the credits that need no confirmation,
   * or with `ofAgents` the agents' limit for a day or a month.
   */
  | { readonly kind: "budgetUsedUp"; readonly agreed?: number | undefined; readonly ofAgents?: true | "month" }
  /** The service did not say how much the last page cost. */
  | {
      readonly kind: "costUnknown";
      /** The balance before the run, when the page was stored later and the balance was not read after it. */
      readonly balanceBefore?: number | undefined;
    }
  /** Pages contain only records that the run already has. */
  | { readonly kind: "sameRecords" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "rateLimited"; readonly until: number }
  | { readonly kind: "keyRejected"; readonly message: string }
  /** The user removed the connection; nothing was sent after that. */
  | { readonly kind: "disconnected" }
  | { readonly kind: "creditsExhausted"; readonly message: string }
  | { readonly kind: "offline"; readonly message: string }
  /** A request was sent and its reply was lost, so it may have been charged. */
  | { readonly kind: "ambiguous"; readonly message: string }
  /** The reply is not from this service, so it may have been charged. `saved`: the raw reply is stored. */
  | { readonly kind: "notUnderstood"; readonly message: string; readonly saved?: boolean | undefined }
  /** No stop reason was stored: the window or the machine went down. Derived when the run is read. */
  | { readonly kind: "interrupted"; readonly requestInFlight: boolean }
  | { readonly kind: "windowClosed" }
  /** The database could not be written: disk full, read-only, locked. */
  | { readonly kind: "storage"; readonly message: string }
  /** Any other error from the service, with its message. */
  | { readonly kind: "refused"; readonly message: string };

/** Fields that only the database needs, or that the summary has in another form. */
type StoredOnly = "no" | "pagesWithoutNew" | "isLive" | "requestInFlight" | "price";

/** A run's progress and cost so far, and why it stopped. */
export interface RunSummary extends Omit<StoredRun, keyof NewRun | StoredOnly | "stop"> {
  readonly header: RunHeader;
  /** The price of its next call: the highest that its account paid for this operation. */
  readonly price: Price;
  /** `undefined` while the run is in progress in some window. */
  readonly stop?: StopReason | undefined;
}

/** Whether it left out records of earlier runs, so that it does not have all matches. */
export const leftOutKnown = ({ header }: RunSummary): boolean =>
  isSearch(header.task) && (header.task.knownRecords ?? 0) > 0;

/** The source of a view of a run's records. */
export const resultsOf = ({ id, purpose }: RunHeader): ViewSource => ({
  kind: purpose === "batch" ? "batch" : "run",
  run: id,
});

/** Progress events of a run. */
export type RunProgress =
  /** The run is in the database and nothing was requested yet. Always the first. */
  | { readonly kind: "started"; readonly summary: RunSummary }
  | { readonly kind: "page"; readonly summary: RunSummary }
  /** How many of the rows that were open when the run began or continued need no further call. */
  | { readonly kind: "rows"; readonly done: number }
  /** Waiting for the rate limit until this wall-clock time in ms. */
  | { readonly kind: "waiting"; readonly until: number }
  /** A paid reply is only in memory: the reason, and advice. */
  | { readonly kind: "unsaved"; readonly sentences: string }
  | { readonly kind: "stopped"; readonly summary: RunSummary };
