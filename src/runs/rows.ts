// What becomes of a row and of its run: pure functions for rows, beside those for pages in paging.ts.
//
// A table of lookups and a single lookup, which is a table of one row, are one kind of run. Their rows are one table of
// the database (`run_row`): what is asked, a state, the record found, the call that asked, and why there is none.
//
//   open → sent                       `openCall`, which also finds a stored answer, another call that is asking the
//                                     same, and one that was lost: the row is not sent then
//   sent → found, noMatch             `storePage`, with the reply and what it cost
//   sent → possiblyCharged, notUnderstood, failed, open    `next`, after a call without an answer
//
// A row that is still `sent` when nobody runs its run was possibly charged. The loop sends the open rows in the order
// of the table, several at once, and stops with the first end.
import { lostElsewhere } from "../store/lookups";
import type { RisenPrice, RunEnd } from "./execution";
import type { CalledRow } from "./paidCall";
import type { RunHeader, StopReason } from "./run";

/** When so many rows of a table in a row are rejected, the problem is not a single row. */
const mostRefusals = 10;
/** When the service fails so often in a row, the run ends: each of these lookups may have been charged. */
const mostServerErrors = 3;

/** Where a run of rows is. */
export interface RowsAt {
  /** Why no more rows are sent; those in flight finish. */
  readonly end?: StopReason | undefined;
  /** The highest price that was not expected. */
  readonly rise?: RisenPrice | undefined;
  /** A single lookup ends with what has become of its row. */
  readonly isSingle: boolean;
  /** Consecutive rows that the service rejected, and that it failed at. */
  readonly refusals: number;
  readonly serverErrors: number;
}

/** What a row without an answer becomes. */
export interface RowResult {
  readonly state: "open" | "failed" | "notUnderstood" | "possiblyCharged";
  readonly why?: string | undefined;
}

export interface AfterRow {
  readonly at: RowsAt;
  /** Absent where the row has its answer. */
  readonly row?: RowResult | undefined;
  /** The row needs no call any more. */
  readonly isDone: boolean;
}

export const begin = ({ purpose }: Pick<RunHeader, "purpose">): RowsAt => ({
  isSingle: purpose === "lookup",
  refusals: 0,
  serverErrors: 0,
});

/** The first end stays. */
export const ended = (at: RowsAt, end: StopReason): RowsAt => ({ ...at, end: at.end ?? end });

/** After the call of a row. `acceptsUnknownCosts`: the run continues when the service does not say what it cost. */
export function next(at: RowsAt, called: CalledRow, acceptsUnknownCosts: boolean): AfterRow {
  switch (called.kind) {
    case "stored": {
      const stored = { ...at, refusals: 0, serverErrors: 0, rise: called.rise ?? at.rise };
      const isUnknown = called.page.credits === undefined && !acceptsUnknownCosts && !at.isSingle;
      return { at: isUnknown ? ended(stored, { kind: "costUnknown" }) : stored, isDone: true };
    }
    case "answered":
      return { at, isDone: true };
    case "unanswered": {
      const after = at.isSingle ? ended(at, { kind: "unanswered", rows: 1 }) : at;
      return { at: after, row: { state: "possiblyCharged", why: lostElsewhere }, isDone: true };
    }
    case "stopped":
      return afterStop(at, called.end);
  }
}

function afterStop(before: RowsAt, { reason, isServerError }: RunEnd): AfterRow {
  const isRefused = reason.kind === "refused";
  const isLost = isServerError === true && reason.kind === "ambiguous";
  const at = {
    ...before,
    refusals: isRefused ? before.refusals + 1 : 0,
    serverErrors: isLost ? before.serverErrors + 1 : 0,
  };
  const isOfRow =
    !at.isSingle && (isRefused ? at.refusals < mostRefusals : isLost && at.serverErrors < mostServerErrors);
  const after = isOfRow ? at : ended(at, reason);
  switch (reason.kind) {
    case "refused":
      return isOfRow
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
