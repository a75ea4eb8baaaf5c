// State transitions of a row and of its run: pure functions for rows, like those for pages in paging.ts.
//
// A table of lookups, a single lookup, which is a table of one row, and people at companies are one kind of run. Their
// rows are one table of the database (`run_row`): the question, its state, the record found, the call that asked, and
// the reason when there is none.
//
//   open → sent                       `openCall`, except for a lookup that has a stored answer, is being asked by
//                                     another call, or was lost
//   sent → found, noMatch             `storePage`, with the reply and its cost
//   sent → open, endedEarly           the same, for a company that may or should have more people
//   sent → possiblyCharged, notUnderstood, failed, open    `next`, after a call without an answer
//
// A row that is still `sent` when no process executes its run was possibly charged. The loop sends the open rows in the
// order of the table, several at once, and stops at the first end.
import { maximumLimit } from "../service/requests";
import type { OpenRow, RowsLeft, RowWithoutAnswer } from "../store/rows";
import { companiesOf } from "./atCompanies";
import type { RisenPrice, RunEnd } from "./execution";
import { behind, type At } from "./paging";
import type { CalledRow } from "./paidCall";
import type { RunHeader, RunTask, StopReason } from "./run";

/** When this many rows of a table are rejected in a row, the problem is not a single row. */
const mostRefusals = 10;
/** When the service fails this often in a row, the run ends: each of these rows may have been charged. */
const mostServerErrors = 3;
/** Consecutive pages of companies without a new person: one person may work at two of them, but not all do. */
const mostPagesWithoutNew = 5;

/** The position of a run of rows. */
export interface RowsAt {
  readonly kind: "table" | "single" | "companies";
  /** Why no more rows are sent; the rows in flight finish. */
  readonly end?: StopReason | undefined;
  /** The highest price above the expected one. */
  readonly rise?: RisenPrice | undefined;
  /** Consecutive rows that the service rejected, and rows on which it failed. */
  readonly refusals: number;
  readonly serverErrors: number;
}

/** The new state of a row without an answer. */
export type RowResult = Omit<RowWithoutAnswer, "key">;

export interface AfterRow {
  readonly at: RowsAt;
  /** Absent when the row has its answer. */
  readonly row?: RowResult | undefined;
  /** The row needs no further call. */
  readonly isDone: boolean;
}

export function begin({ purpose, task }: RunHeader): RowsAt {
  const ofLookups = purpose === "lookup" ? "single" : "table";
  return { kind: companiesOf(task) === undefined ? ofLookups : "companies", refusals: 0, serverErrors: 0 };
}

/** Keeps the first end. */
export const ended = (at: RowsAt, end: StopReason): RowsAt => ({ ...at, end: at.end ?? end });

/** The next request of a row: one record for a lookup, a page of people for a company. */
export function requestOf(task: RunTask, { returned, cursor }: OpenRow): At {
  const companies = companiesOf(task);
  if (companies === undefined) {
    return { request: { limit: 1 } };
  }
  const { most = Number.POSITIVE_INFINITY } = companies;
  return behind(returned, cursor, { limit: Math.min(maximumLimit, most - returned) });
}

/**
 * The state after a row's call. `acceptsUnknownCosts`: the run continues when the service does not say what a call
 * cost.
 */
export function next(at: RowsAt, called: CalledRow, acceptsUnknownCosts: boolean): AfterRow {
  switch (called.kind) {
    case "stored":
      return afterPage(at, called, acceptsUnknownCosts);
    case "answered":
      return { at, isDone: true };
    case "unanswered":
      return { at: at.kind === "single" ? ended(at, { kind: "unanswered", rows: 1 }) : at, isDone: true };
    case "stopped":
      return afterStop(at, called.end);
  }
}

function afterPage(
  before: RowsAt,
  { page, rise }: Extract<CalledRow, { readonly kind: "stored" }>,
  acceptsUnknownCosts: boolean,
): AfterRow {
  const at = { ...before, refusals: 0, serverErrors: 0, rise: rise ?? before.rise };
  const isDone = page.row?.state !== "open";
  if (page.credits === undefined && !acceptsUnknownCosts && at.kind !== "single") {
    return { at: ended(at, { kind: "costUnknown" }), isDone };
  }
  const isSame = !isDone && (page.isOldCursor || page.run.pagesWithoutNew >= mostPagesWithoutNew);
  return { at: isSame ? ended(at, { kind: "sameRecords" }) : at, isDone };
}

function afterStop(before: RowsAt, { reason, isServerError }: RunEnd): AfterRow {
  const isRefused = reason.kind === "refused";
  const isLost = isServerError === true && reason.kind === "ambiguous";
  const at = {
    ...before,
    refusals: isRefused ? before.refusals + 1 : 0,
    serverErrors: isLost ? before.serverErrors + 1 : 0,
  };
  // If the service rejects a search, it rejects it at every company.
  const isRejectedRow = isRefused && at.kind === "table" && at.refusals < mostRefusals;
  const isLostRow = isLost && at.kind !== "single" && at.serverErrors < mostServerErrors;
  const after = isRejectedRow || isLostRow ? at : ended(at, reason);
  switch (reason.kind) {
    case "refused":
      return isRejectedRow
        ? { at, row: { state: "failed", why: reason.message }, isDone: true }
        : { at: after, row: { state: "open" }, isDone: false };
    case "ambiguous":
      return { at: after, row: { state: "possiblyCharged", why: reason.message }, isDone: true };
    case "notUnderstood":
      return { at: after, row: { state: "notUnderstood", why: reason.message }, isDone: true };
    // The database failed, or another window has the run: a row that was sent counts as possibly charged.
    case "storage":
      return { at: after, isDone: false };
    default:
      return { at: after, row: { state: "open" }, isDone: false };
  }
}

/**
 * Ends that stay the run's end even if no row is open: they say nothing about the last rows, or another window writes
 * the file.
 */
const endsThatStay: ReadonlySet<StopReason["kind"]> = new Set(["windowClosed", "storage", "sameRecords"]);

/** A run without open rows is complete, whatever ended it, except for rows without a full answer. */
export function endOf({ kind, end }: RowsAt, { open, unanswered, early }: RowsLeft): StopReason {
  const reason: StopReason = end ?? { kind: "complete" };
  if (kind === "single" || open > 0 || endsThatStay.has(reason.kind)) {
    return reason;
  }
  if (unanswered > 0) {
    return { kind: "unanswered", rows: unanswered };
  }
  return early.rows > 0 ? { kind: "endedEarly", companies: early } : { kind: "complete" };
}
