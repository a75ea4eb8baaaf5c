// What a run is: one execution of a search, look-up, batch or enrichment, why it stopped, and what it has fetched.
import {
  operations,
  type EnrichmentOperation,
  type LookupOperation,
  type PaidOperation,
  type RecordKind,
  type SearchOperation,
} from "../service/operations";
import type { FilterItem } from "../service/requests";
import type { Connection, RunPurpose } from "../store/runs";
import type { ViewSource } from "../store/viewSource";

/** The connection a run was paid with. Never the key. */
export type RunConnection = Connection;

/** The request has no paging fields: the engine sets those. */
export interface SearchTask {
  readonly kind: SearchOperation;
  readonly filters: Readonly<Record<string, readonly FilterItem[]>>;
}

export interface LookupTask {
  readonly kind: LookupOperation;
  readonly identifiers: Readonly<Record<string, string | number>>;
}

export interface EnrichmentTask {
  readonly kind: EnrichmentOperation;
  readonly enrichmentId: string;
}

/** What a run executes. */
export type RunTask = SearchTask | LookupTask | EnrichmentTask;

/** The kind of record a task returns. */
export const recordKindOf = (task: RunTask): RecordKind => operations[task.kind].recordKind;

/** Whether a task may cost credits. */
export const isPaid = (task: RunTask): task is RunTask & { readonly kind: PaidOperation } =>
  operations[task.kind].price === "paid";

export const isSearch = (task: RunTask): task is SearchTask => operations[task.kind].task === "search";
export const isLookup = (task: RunTask): task is LookupTask => operations[task.kind].task === "lookup";

/** What a run was begun with. */
export interface RunHeader {
  /** Sortable by time, and unique. */
  readonly id: string;
  readonly purpose: RunPurpose;
  readonly title: string;
  readonly task: RunTask;
  readonly recordKind: RecordKind;
  /** Who pays. */
  readonly connection: RunConnection;
  /** URI of the saved search, as text, when the run came from one. */
  readonly source?: string | undefined;
  /** ms since 1970. */
  readonly startedAt: number;
  readonly limits: RunLimits;
}

/** What one page is asked with. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly offset?: number | undefined;
}

export interface RunLimits {
  /** Stop when this many records are saved: those that came twice, or were skipped, do not count. */
  readonly records: number;
  /** Stop before the page that could bring the cost of the whole run above this; fractions are allowed. */
  readonly credits?: number | undefined;
  readonly leaveOutKnown?: boolean | undefined;
}

export type StopReason =
  /** Everything that matches was returned: the total is reached, or an empty page came, or a short one without a cursor. */
  | { readonly kind: "complete" }
  /** As many records as were asked for are saved. */
  | { readonly kind: "limitReached" }
  /** The next page could exceed the run's own credit limit. */
  | { readonly kind: "creditLimit"; readonly limit: number }
  /** The next page could exceed the sum that was agreed, or what needs no question (`agreed` absent). */
  | { readonly kind: "budgetUsedUp"; readonly agreed?: number | undefined }
  /** The service did not say what the last page cost, and the balance does not tell either. */
  | { readonly kind: "costUnknown" }
  /** Pages come without any record that the run does not have. */
  | { readonly kind: "sameRecords" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "rateLimited"; readonly until: number }
  | { readonly kind: "keyRejected"; readonly message: string }
  | {
      readonly kind: "creditsExhausted";
      readonly message: string;
      readonly balance?: number | undefined;
      readonly needed?: number | undefined;
    }
  | { readonly kind: "offline"; readonly message: string }
  /**
   * A request left and its reply was lost, so it may have been charged. `settled` is true when the balance was read after the
   * request had certainly ended, or twice with some seconds between.
   */
  | {
      readonly kind: "ambiguous";
      readonly message: string;
      readonly balanceBefore?: number | undefined;
      readonly balanceAfter?: number | undefined;
      readonly settled?: boolean | undefined;
    }
  /** A reply came that is not one of this service, so it may have been charged. `saved`: it is kept as it came. */
  | {
      readonly kind: "notUnderstood";
      readonly message: string;
      readonly saved?: boolean | undefined;
      readonly balanceBefore?: number | undefined;
      readonly balanceAfter?: number | undefined;
      readonly settled?: boolean | undefined;
    }
  /** No stop was written: the window or the machine went away. Found when the run is looked at again. */
  | { readonly kind: "interrupted"; readonly requestInFlight: boolean }
  | { readonly kind: "windowClosed" }
  /** The database could not be written: disk full, read-only, locked. */
  | { readonly kind: "storage"; readonly message: string }
  /** Any other refusal by the service, in its words. */
  | { readonly kind: "refused"; readonly message: string };

/** What a run has fetched so far, what that cost, and why it stopped. */
export interface RunSummary {
  readonly header: RunHeader;
  readonly pages: number;
  /** Different records that are saved. */
  readonly records: number;
  /** Records the service returned: what it charges for. */
  readonly returned: number;
  /** Records that came more than once within the run. */
  readonly repeated: number;
  /** Records that were skipped because other runs have them. */
  readonly skipped: number;
  /** Records that are not as the service describes them, and what is wrong with the first of them. */
  readonly mismatched: number;
  readonly mismatchExample?: string | undefined;
  /** Credits that the replies say they cost. */
  readonly credits: number;
  /** Credits that were possibly charged besides: for lost replies, and for those that do not say what they cost. An estimate. */
  readonly possibleCredits: number;
  /** Pages that do not say what they cost, and the balance before the first and after the last of them where it was read. */
  readonly unpriced: {
    readonly pages: number;
    readonly balanceBefore?: number | undefined;
    readonly balanceAfter?: number | undefined;
  };
  /** `metadata.total` of the first and of the last page; they differ when the data drifted. Absent when it cannot be true. */
  readonly firstTotal?: number | undefined;
  readonly lastTotal?: number | undefined;
  /** The cursor with which the run continues. */
  readonly cursor?: string | undefined;
  /** `undefined` while the run is in progress in some window. */
  readonly stop?: StopReason | undefined;
  /** ms since 1970 of the last change. */
  readonly updatedAt: number;
}

/** Different records that came so far, the skipped ones too: what a total is compared with. */
export const distinctRecords = ({ records, skipped }: Pick<RunSummary, "records" | "skipped">): number =>
  records + skipped;

/** Where a run's records are, for results, copies and exports. */
export const resultsOf = ({ id, purpose }: Pick<RunHeader, "id" | "purpose">): ViewSource => ({
  kind: purpose === "batch" ? "batch" : "run",
  run: id,
});

/** What a run reports while it is in progress. */
export type RunProgress =
  /** The run is in the database; nothing was asked of the service yet. Always the first. */
  | { readonly kind: "started"; readonly summary: RunSummary }
  | { readonly kind: "page"; readonly summary: RunSummary }
  /** The service asked to wait until this wall-clock time in ms. */
  | { readonly kind: "waiting"; readonly until: number }
  | { readonly kind: "stopped"; readonly summary: RunSummary; readonly reason: StopReason };
