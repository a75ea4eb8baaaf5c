// What becomes of a row and of its run: pure functions for rows, beside those for pages in paging.ts.
//
// A table of lookups, a single lookup, which is a table of one row, and people at companies are one kind of run. Their
// rows are one table of the database (`run_row`): what is asked, a state, the record found, the call that asked, and
// why there is none.
//
//   open → sent                       `openCall`; a lookup with a stored answer, that another call is asking for, or
//                                     that was lost is not sent
//   sent → found, noMatch             `storePage`, with the reply and what it cost
//   sent → open, endedEarly           the same, of a company that may have more people, or should
//   sent → possiblyCharged, notUnderstood, failed, open    `next`, after a call without an answer
//
// A row that is still `sent` when nobody runs its run was possibly charged. The loop sends the open rows in the order
// of the table, several at once, and stops with the first end.
import { maximumLimit } from "../service/requests";
import type { OpenRow, RowsLeft, RowWithoutAnswer } from "../store/rows";
import { companiesOf } from "./atCompanies";
import type { RisenPrice, RunEnd } from "./execution";
import { behind, type At } from "./paging";
import type { CalledRow } from "./paidCall";
import type { RunHeader, RunTask, StopReason } from "./run";

/** When so many rows of a table in a row are rejected, the problem is not a single row. */
const mostRefusals = 10;
/** When the service fails so often in a row, the run ends: each of these rows may have been charged. */
const mostServerErrors = 3;
/** Consecutive pages of companies without a new person: somebody may work at two of them, but not all do. */
const mostPagesWithoutNew = 5;

/** Where a run of rows is. */
export interface RowsAt {
  readonly kind: "table" | "single" | "companies";
  /** Why no more rows are sent; those in flight finish. */
  readonly end?: StopReason | undefined;
  /** The highest price that was not expected. */
  readonly rise?: RisenPrice | undefined;
  /** Consecutive rows that the service rejected, and that it failed at. */
  readonly refusals: number;
  readonly serverErrors: number;
}

/** What a row without an answer becomes. */
export type RowResult = Omit<RowWithoutAnswer, "key">;

export interface AfterRow {
  readonly at: RowsAt;
  /** Absent where the row has its answer. */
  readonly row?: RowResult | undefined;
  /** The row needs no call any more. */
  readonly isDone: boolean;
}

export function begin({ purpose, task }: RunHeader): RowsAt {
  const ofLookups = purpose === "lookup" ? "single" : "table";
  return { kind: companiesOf(task) === undefined ? ofLookups : "companies", refusals: 0, serverErrors: 0 };
}

/** The first end stays. */
export const ended = (at: RowsAt, end: StopReason): RowsAt => ({ ...at, end: at.end ?? end });

/** The next request of a row: one record of a lookup, a page of the people of a company. */
export function requestOf(task: RunTask, { returned, cursor }: OpenRow): At {
  const companies = companiesOf(task);
  if (companies === undefined) {
    return { request: { limit: 1 } };
  }
  const { most = Number.POSITIVE_INFINITY } = companies;
  return behind(returned, cursor, { limit: Math.min(maximumLimit, most - returned) });
}

/** After the call of a row. `acceptsUnknownCosts`: the run continues when the service does not say what it cost. */
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
  // What the service rejects of a search is the same at all companies.
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
    // The database failed, or another window has the run: what was sent counts as possibly charged.
    case "storage":
      return { at: after, isDone: false };
    default:
      return { at: after, row: { state: "open" }, isDone: false };
  }
}

/** These ends do not say what has become of the last rows, or leave it to the next window to write the file. */
const endsThatStay: ReadonlySet<StopReason["kind"]> = new Set(["windowClosed", "storage", "sameRecords"]);

/** Whatever ended the rows: a run in which none is open is complete, but for those without a full answer. */
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
