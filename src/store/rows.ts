// Rows of runs: their questions, their states, and the rest to ask. Lookups of a table, a single lookup, and the
// companies at which people are searched are all rows.
import { plausibleTotal } from "../service/replyMetadata";
import { keysOfRun } from "./kinds";
import type { PageMetadata } from "./replyRecords";
import type { StoreDb } from "./storeDb";
import { notFound } from "./storeError";
import type { Identifiers } from "./text";

/**
 * `sent`: asked, but the reply is not stored; once no window executes the run, the same as `possiblyCharged`.
 * `possiblyCharged` and `notUnderstood` are never asked again automatically. `endedEarly`: the service sent no more
 * people of a company, although it reports more. `failed`: rejected by the service.
 */
export type RowState =
  | "open"
  | "sent"
  | "found"
  | "noMatch"
  | "endedEarly"
  | "notUnderstood"
  | "possiblyCharged"
  | "failed"
  | "leftOut";

/** The progress of a row that needs more than one page. */
interface RowProgress {
  /** How many records the service returned for it. */
  readonly returned: number;
  /** The cursor for its next page. */
  readonly cursor?: string | undefined;
}

/** A row to ask. */
export interface OpenRow extends RowProgress {
  readonly key: number;
  readonly identifiers: Identifiers;
}

function rangeOf(db: StoreDb, id: string): readonly [number, number] {
  const no = db.value<number>("select no from run where id = ?", id);
  if (no === undefined) {
    throw notFound();
  }
  return keysOfRun(no);
}

/** The next open rows, after key `after`. Other rows must be reopened to be asked again. */
export function openRows(db: StoreDb, id: string, limit: number, after?: number): readonly OpenRow[] {
  const [first, last] = rangeOf(db, id);
  return db.all(
    `select key, identifiers as "identifiers:json", returned, cursor from run_row
     where key between ? and ? and state = 'open' order by key limit ?`,
    after === undefined ? first : after + 1,
    last,
    limit,
  );
}

/** Rows without an answer, and rows that were sent and may have been charged. */
export interface RowsLeft {
  /** Includes reopened rows and rows in flight. */
  readonly open: number;
  readonly unanswered: number;
  /** Rows for which the service sent fewer records than it reports; both numbers are of these rows. */
  readonly early: { readonly rows: number; readonly returned: number; readonly total: number };
}

export function rowsLeft(db: StoreDb, id: string): RowsLeft {
  const left = db.get<Omit<RowsLeft, "early"> & RowsLeft["early"]>(
    `select total(state in ('open', 'sent')) as open, total(${isUnanswered}) as unanswered,
       total(state = 'endedEarly') as rows, total(iif(state = 'endedEarly', returned, 0)) as returned,
       total(iif(state = 'endedEarly', total, 0)) as total
     from run_row where key between ? and ?`,
    ...rangeOf(db, id),
  );
  const { open = 0, unanswered = 0, rows = 0, returned = 0, total = 0 } = left ?? {};
  return { open, unanswered, early: { rows, returned, total } };
}

/** SQL over a row: it is never asked again automatically. */
export const isUnanswered = "state in ('possiblyCharged', 'notUnderstood')";

/**
 * Reopens rows while a window has the run: rows that ended early, and with the user's consent rows that may have been
 * charged until then (`agreedAt`). The latter keep a reason, so that rows that are not asked before the run stops count
 * as possibly charged again.
 */
export function reopenRows(db: StoreDb, no: number, agreedAt: number | undefined): void {
  const range = keysOfRun(no);
  db.run("update run_row set state = 'open' where key between ? and ? and state = 'endedEarly'", ...range);
  if (agreedAt !== undefined) {
    db.run(
      `update run_row set state = 'open', why = coalesce(why, '')
       where key between ? and ? and ${isUnanswered} and at <= ?`,
      ...range,
      agreedAt,
    );
  }
}

/** The new state of a row without an answer. */
export interface RowWithoutAnswer {
  readonly key: number;
  readonly state: "open" | "failed" | "notUnderstood" | "possiblyCharged";
  readonly why?: string | undefined;
}

/**
 * Stores the result of a row without an answer. Does nothing if it is already settled, by its reply or by a window that
 * has taken over the run.
 */
export function settleRow(db: StoreDb, { key, state, why }: RowWithoutAnswer, at: number): void {
  // A reopened row keeps its reason while it is open.
  db.run(
    `update run_row set state = ?1, why = coalesce(?2, iif(?1 = 'open', why, null)), at = ?3
     where key = ?4 and state in ('open', 'sent')`,
    state,
    why,
    at,
    key,
  );
}

/** The page of a company: its limit, and the number of records returned. */
export interface PageOfRow extends PageMetadata {
  readonly key: number;
  readonly limit: number;
  readonly returned: number;
  /** At most this many records per company. */
  readonly most?: number | undefined;
  readonly at: number;
}

/** Updates a company's row after a page. It stays open until it has enough people, or the service has no more. */
export function storePageOfRow(db: StoreDb, { key, limit, most, at, ...page }: PageOfRow): StoredRow {
  const before = db.get<RowProgress & { readonly total?: number }>(
    "select returned, total, cursor from run_row where key = ?",
    key,
  );
  const returnedBefore = before?.returned ?? 0;
  const returned = returnedBefore + page.returned;
  const total = plausibleTotal(page.total, returnedBefore, page.returned) ?? before?.total;
  const isComplete = (most !== undefined && returned >= most) || (total !== undefined && returned >= total);
  const isLast = page.returned === 0 || (page.returned < limit && page.cursor === undefined);
  let state: StoredRow["state"] = returned === 0 ? "noMatch" : "found";
  if (!isComplete && !isLast) {
    state = "open";
  } else if (!isComplete && total !== undefined) {
    state = "endedEarly";
  }
  // After an empty page without a cursor, a row continues from the same place.
  const cursor = page.cursor ?? (page.returned === 0 ? before?.cursor : undefined);
  db.run(
    "update run_row set state = ?, why = null, at = ?, returned = ?, total = ?, cursor = ? where key = ?",
    state,
    at,
    returned,
    total,
    cursor,
    key,
  );
  return { state, returned, cursor };
}

/** A row after one of its pages was stored. */
export interface StoredRow extends RowProgress {
  readonly state: RowState;
}

export const storedRow = (db: StoreDb, key: number): StoredRow | undefined =>
  db.get("select state, returned, cursor from run_row where key = ?", key);
