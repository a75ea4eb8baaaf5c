// Rows of runs: what each asks for, in which state it is, and what is left to ask. Lookups of a table, a single lookup,
// and the companies that people are searched at are all rows.
import { plausibleTotal } from "../service/replyMetadata";
import { keysOfRun } from "./kinds";
import type { PageMetadata } from "./replyRecords";
import type { StoreDb } from "./storeDb";
import { notFound } from "./storeError";
import type { Identifiers } from "./text";

/**
 * `sent`: asked, and the reply is not stored; once no window runs the run, that is the same as `possiblyCharged`.
 * `possiblyCharged` and `notUnderstood` are never asked again by themselves. `endedEarly`: the service sent no more
 * people of a company, although it says that there are. `failed`: rejected by the service.
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

/** How far a row has got that needs more than one page. */
interface RowProgress {
  /** Records that the service returned for it. */
  readonly returned: number;
  /** For its next page. */
  readonly cursor?: string | undefined;
}

/** A row to be asked. */
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

/** The next rows that are to be asked, after key `after`. Others must be reopened to be asked again. */
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

/** What has no answer yet, and what was sent and may have been charged. */
export interface RowsLeft {
  /** Those that were reopened, and in flight, included. */
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

/** SQL over a row: it is never asked again by itself. */
export const isUnanswered = "state in ('possiblyCharged', 'notUnderstood')";

/**
 * Lets rows be asked again while a window has the run: those that ended early, and with the user's consent those
 * that may have been charged until then (`agreedAt`). The latter keep a reason: those that are not asked until the run
 * stops may have been charged as before.
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

/** What a row becomes that has no answer. */
export interface RowWithoutAnswer {
  readonly key: number;
  readonly state: "open" | "failed" | "notUnderstood" | "possiblyCharged";
  readonly why?: string | undefined;
}

/**
 * Stores how a row ended that has no answer. Does nothing when it is settled by now, by its reply or by a window that
 * has taken over the run.
 */
export function settleRow(db: StoreDb, { key, state, why }: RowWithoutAnswer, at: number): void {
  // What was reopened keeps its reason while it is open.
  db.run(
    `update run_row set state = ?1, why = coalesce(?2, iif(?1 = 'open', why, null)), at = ?3
     where key = ?4 and state in ('open', 'sent')`,
    state,
    why,
    at,
    key,
  );
}

/** The page of a company: what was asked for, and what was returned. */
export interface PageOfRow extends PageMetadata {
  readonly key: number;
  readonly limit: number;
  readonly returned: number;
  /** At most so many records of each company. */
  readonly most?: number | undefined;
  readonly at: number;
}

/** After a page of a company. The row stays open until it has as many people as wanted, or the service has no more. */
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

/** A row after a page of its own was stored. */
export interface StoredRow extends RowProgress {
  readonly state: RowState;
}

export const storedRow = (db: StoreDb, key: number): StoredRow | undefined =>
  db.get("select state, returned, cursor from run_row where key = ?", key);
