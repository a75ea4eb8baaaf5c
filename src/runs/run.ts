// What a run is: one execution of a search or look-up, why it stopped, and what it holds.
import { operations, type EnrichmentOperation, type LookupOperation, type PaidOperation, type RecordKind, type SearchOperation } from "../service/operations";
import type { FilterItem } from "../service/requests";

/** The connection a run was paid with. Never the key. */
export interface RunConnection {
  readonly id: string;
  readonly label: string;
  readonly origin: string;
  readonly workspaceId: string;
}

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
export const isPaid = (task: RunTask): task is RunTask & { readonly kind: PaidOperation } => operations[task.kind].price === "paid";

export const isSearch = (task: RunTask): task is SearchTask => operations[task.kind].task === "search";
export const isLookup = (task: RunTask): task is LookupTask => operations[task.kind].task === "lookup";

/** The first frame of a journal: everything needed to understand or resume the run. */
export interface RunHeader {
  readonly format: 1;
  /** Sortable by time and unique: also the journal's file name. */
  readonly id: string;
  readonly title: string;
  readonly task: RunTask;
  readonly recordKind: RecordKind;
  readonly connection: RunConnection;
  /** URI of the saved search, as text, when the run came from one. */
  readonly source?: string | undefined;
  /** ms since 1970. */
  readonly startedAt: number;
  readonly limits: RunLimits;
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
  | { readonly kind: "creditsExhausted"; readonly message: string; readonly balance?: number | undefined; readonly needed?: number | undefined }
  | { readonly kind: "offline"; readonly message: string }
  /**
   * A request left and its reply was lost, so it may have been charged. `settled` is true when the balance was read after the
   * request had certainly ended, or twice with some seconds between.
   */
  | { readonly kind: "ambiguous"; readonly message: string; readonly balanceBefore?: number | undefined; readonly balanceAfter?: number | undefined; readonly settled?: boolean | undefined }
  /** A reply came that is not one of this service, so it may have been charged. `saved`: it is kept as it came. */
  | { readonly kind: "notUnderstood"; readonly message: string; readonly saved?: boolean | undefined; readonly balanceBefore?: number | undefined; readonly balanceAfter?: number | undefined; readonly settled?: boolean | undefined }
  /** No stop was written: the window or the machine went away. Found when the journal is opened again. */
  | { readonly kind: "interrupted"; readonly requestInFlight: boolean }
  | { readonly kind: "windowClosed" }
  /** The journal could not be written: disk full, read-only, vanished. */
  | { readonly kind: "storage"; readonly message: string }
  /** Any other refusal by the service, in its words. */
  | { readonly kind: "refused"; readonly message: string };

/** What a journal holds, readable without reading its pages. */
export interface RunSummary {
  readonly header: RunHeader;
  readonly pages: number;
  /** Unique records. */
  readonly records: number;
  /** Records the service returned: what it charges for. */
  readonly returned: number;
  /** Records that came more than once within the run. */
  readonly repeated: number;
  /** Records that were skipped because other runs hold them. */
  readonly skipped: number;
  /** Records that fit no schema, kept raw. */
  readonly odd: number;
  /** Credits that the replies say they cost. */
  readonly credits: number;
  /** Credits that were possibly charged besides: for lost replies, and for those that do not say what they cost. An estimate. */
  readonly possibleCredits: number;
  /** Pages that do not say what they cost, and the balance before the first and after the last of them where it was read. */
  readonly unpriced: { readonly pages: number; readonly balanceBefore?: number | undefined; readonly balanceAfter?: number | undefined };
  /** `metadata.total` of the first and of the last page; they differ when the data drifted. Absent when it cannot be true. */
  readonly firstTotal?: number | undefined;
  readonly lastTotal?: number | undefined;
  /** The cursor with which the run goes on. */
  readonly cursor?: string | undefined;
  /** `undefined` while the run is under way in some window. */
  readonly stop?: StopReason | undefined;
  /** ms since 1970 of the last frame. */
  readonly updatedAt: number;
  /** Bytes cut off from a torn last frame when the journal was opened, 0 normally. */
  readonly tornBytes: number;
}

/** What a run tells while it is under way. */
export type RunProgress =
  /** The journal exists; nothing was asked of the service yet. Always the first. */
  | { readonly kind: "started"; readonly summary: RunSummary }
  | { readonly kind: "page"; readonly summary: RunSummary }
  /** The service asked to wait until this wall-clock time in ms. */
  | { readonly kind: "waiting"; readonly until: number }
  | { readonly kind: "stopped"; readonly summary: RunSummary; readonly reason: StopReason };

/** Lends the memory that a read fills; whoever lends it says when it is used again. */
export interface ReadMemory {
  take(bytes: number): Uint8Array;
}

/**
 * Records one batch after the other in the same memory, told by their places: a view for each would be garbage by the
 * million. What a batch holds is good until the next is read.
 */
export interface RecordBatches {
  /** What the batch lies in: the memory lent, or another piece for a single record that is larger. */
  readonly bytes: Uint8Array;
  /** Where in it each record of the batch begins: none before the end of the one before it. */
  readonly at: Int32Array;
  /** How many bytes each has; none when it is no longer there. */
  readonly length: Int32Array;
  /**
   * Reads the records from `start` on: of those that `rows` chooses, or of all. Resolves with how many the batch is, at
   * most `count`, fewer when the memory is full; 0 at the end alone.
   */
  read(start: number, count: number, rows?: ArrayLike<number>): Promise<number>;
}

/**
 * Records in a fixed order, read as needed: a journal, or a selection of one. Row numbers run from 0 to `count - 1`.
 * What rows, grid and exports are made of.
 */
export interface RecordSource {
  readonly recordKind: RecordKind;
  readonly count: number;
  /** The untouched JSON bytes of the records `start` … `start + count - 1`; fewer at the end. */
  read(start: number, count: number, memory?: ReadMemory): Promise<readonly Uint8Array[]>;
  /** The untouched JSON bytes of single records, in the order asked. */
  readMany(rows: readonly number[], memory?: ReadMemory): Promise<readonly Uint8Array[]>;
  /** For those who go through very many: batches in the memory lent, one reader at a time in it. */
  readonly batches?: ((memory: Uint8Array) => RecordBatches) | undefined;
}
