// Stores a reply: its records, the page, the counts of the run and the call that paid for it, in one transaction.
import { noOutcomes, type OutcomeCounts } from "../service/contactOutcome";
import type { ParsingProblem } from "../service/jsonReply";
import { listFields } from "../service/operations";
import { plausibleTotal } from "../service/replyMetadata";
import { endCall } from "./calls";
import { keysOfRun, nextRow, recordKey, recordTables } from "./kinds";
import { parseReply, type PageMetadata, type ReplyToParse, addRecords } from "./replyRecords";
import { storedRow, storePageOfRow, type StoredRow } from "./rows";
import { existing, type StoredRun } from "./runs";
import type { StoreDb } from "./storeDb";
import { inUse } from "./storeError";

export interface PageToStore extends ReplyToParse {
  /** Id of the run. */
  readonly run: string;
  /** Must match the owner of the run's lease: a window that lost the run to another one must not write to it. */
  readonly owner: string;
  /** The call that paid for it; absent when it was free. */
  readonly call?: number | undefined;
  readonly request: object & {
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  };
  /** ms since 1970. */
  readonly receivedAt: number;
  /** Key of the row of the run that it answers. */
  readonly row?: number | undefined;
}

/** The records of a page. */
interface AddedRows {
  /** The number of its first row in the run. */
  readonly firstRow: number;
  /** How many records were added. */
  readonly rows: number;
  /** How many records the reply contains. */
  readonly returned: number;
}

export interface StoredPage extends PageMetadata, AddedRows {
  /** False when the reply is not from the service: its call keeps the raw reply, and there are no records. */
  readonly understood: boolean;
  /** Why it was not understood. */
  readonly problem?: ParsingProblem | undefined;
  readonly page: number;
  /** Number of the run. */
  readonly runNo: number;
  /** Records that the run already had. */
  readonly repeated: number;
  /** Outcomes of the added contacts; absent for other records. */
  readonly outcomes?: OutcomeCounts | undefined;
  /** The reply's cursor was used before. */
  readonly isOldCursor: boolean;
  /** The state of its row after the page. */
  readonly row?: StoredRow | undefined;
  /** With the counts after the page. */
  readonly run: StoredRun;
}

/**
 * Stores a reply completely or not at all. IN_USE when another window has taken over the run. Storing the page of a
 * call again changes nothing, so that a caller whose worker died can retry.
 */
export function storePage(db: StoreDb, page: PageToStore): StoredPage {
  return db.write(() => {
    const run = existing(db, page.run, page.receivedAt);
    if (db.value("select lease_owner from run where no = ?", run.no) !== page.owner) {
      throw inUse();
    }
    const before = page.call === undefined ? undefined : storedBefore(db, run, page.call, page.row);
    if (before !== undefined) {
      return before;
    }
    const reply = parseReply(db, run.recordKind, page);
    try {
      return "problem" in reply
        ? storeRawReply(db, run, page, reply.problem)
        : storeRecords(db, run, page, reply.metadata);
    } finally {
      db.exec("delete from temp.reply");
    }
  });
}

/** The result for a call whose reply was already stored; `undefined` otherwise. */
function storedBefore(db: StoreDb, run: StoredRun, call: number, row: number | undefined): StoredPage | undefined {
  const settled = db.get<{ readonly problem?: ParsingProblem }>(
    "select problem from call where no = ? and run_no = ? and settled_at is not null",
    call,
    run.no,
  );
  const page = db.get<Omit<StoredPage, "understood" | "repeated" | "isOldCursor" | "run">>(
    `select page, run_no as runNo, first_row as firstRow, rows, returned, credits, total, cursor
     from page where run_no = ? and call_no = ?`,
    run.no,
    call,
  );
  if (settled === undefined || page === undefined) {
    return settled && notUnderstood(run, settled.problem);
  }
  const repeated = page.returned - page.rows;
  const stored = row === undefined ? undefined : storedRow(db, row);
  return { ...page, understood: true, repeated, isOldCursor: false, row: stored, run };
}

const notUnderstood = (run: StoredRun, problem: ParsingProblem | undefined): StoredPage => ({
  understood: false,
  problem,
  page: run.pages,
  runNo: run.no,
  firstRow: run.records,
  rows: 0,
  returned: 0,
  repeated: 0,
  isOldCursor: false,
  run,
});

/** Keeps the raw reply with its call, which may have been charged. */
function storeRawReply(
  db: StoreDb,
  run: StoredRun,
  { call, receivedAt, status, body }: PageToStore,
  problem: ParsingProblem,
): StoredPage {
  if (call !== undefined) {
    const reserved = db.value<number>("select reserved from call where no = ?", call) ?? 0;
    const ended = { state: "failed", charged: "maybe", settled_at: receivedAt, status, reply: body, problem };
    endCall(db, call, ended, { counted: reserved, possibleCredits: reserved });
    db.run("update run set updated_at = ? where no = ?", receivedAt, run.no);
  }
  return notUnderstood(existing(db, run.id, receivedAt), problem);
}

/** From the outcome column. A contact that is sent twice counts once, as in the grid. */
function outcomesOf(db: StoreDb, run: number, firstRow: number, rows: number): OutcomeCounts {
  const counts = db.get<OutcomeCounts>(
    `select total(outcome is 'enriched') as enriched, total(outcome is 'nothing found') as nothingFound,
       total(outcome is not 'enriched' and outcome is not 'nothing found') as notProcessed
     from contact_more where key >= ? and key < ?`,
    recordKey(run, firstRow),
    recordKey(run, firstRow + rows),
  );
  return counts ?? noOutcomes;
}

function storeRecords(db: StoreDb, run: StoredRun, page: PageToStore, metadata: PageMetadata): StoredPage {
  const firstRow = nextRow(db, run.no);
  const added = addRecords(db, run.no, run.recordKind, firstRow);
  const { returned, repeated } = added;
  const rows = returned - repeated;
  const { cursor, credits } = metadata;
  const isOfCompany = page.row !== undefined && companiesOf(run) !== undefined;
  // The total of a company is not the total of the run.
  const total = isOfCompany ? undefined : plausibleTotal(metadata.total, run.records, rows);
  db.insert("page", {
    run_no: run.no,
    page: run.pages,
    call_no: page.call,
    row_key: page.row,
    request: page.request,
    received_at: page.receivedAt,
    first_row: firstRow,
    rows,
    returned,
    credits,
    total,
    cursor,
  });
  const isPaid = page.call !== undefined && settleCall(db, page.call, page, returned, credits);
  db.runNamed(
    `update run set pages = pages + 1, records = records + :rows, returned = returned + :returned,
       repeated = repeated + :repeated, pages_without_new = iif(:hasNothingNew, pages_without_new + 1, 0),
       credits = round(credits + :credits, 6), unknown_costs = unknown_costs + :hasUnknownCost,
       first_total = coalesce(first_total, :total), last_total = iif(:isTotalKnown, :total, last_total),
       cursor = :cursor, updated_at = :at
     where no = :run`,
    {
      run: run.no,
      rows,
      returned,
      repeated,
      hasNothingNew: returned > 0 && rows === 0,
      credits: credits ?? 0,
      hasUnknownCost: isPaid && credits === undefined,
      total,
      // A total of 0 or less in a page with records is meaningless, so the last one is kept.
      isTotalKnown: metadata.total !== undefined && (metadata.total > 0 || total === 0),
      // After an empty page without a cursor, a run continues from the same place. Rows have their own cursors.
      cursor: isOfCompany ? undefined : (cursor ?? (returned === 0 ? page.request.cursor : undefined)),
      at: page.receivedAt,
    },
  );
  const row = page.row === undefined ? undefined : answerRow(db, run, page, { ...metadata, ...added, rows, firstRow });
  const isOldCursor = cursor !== undefined && rows === 0 && wasUsed(db, run.no, cursor, page.row);
  return {
    credits,
    cursor,
    total,
    understood: true,
    page: run.pages,
    runNo: run.no,
    firstRow,
    rows,
    ...added,
    ...(run.recordKind === "contact" && { outcomes: outcomesOf(db, run.no, firstRow, rows) }),
    isOldCursor,
    row,
    run: existing(db, run.id, page.receivedAt),
  };
}

const companiesOf = ({ task }: StoredRun): { readonly most?: number } | undefined =>
  (task as { readonly companies?: { readonly most?: number } }).companies;

/** Stores the new state of the row that asked. */
function answerRow(
  db: StoreDb,
  run: StoredRun,
  { row: key = 0, request, receivedAt: at, body, call }: PageToStore,
  page: PageMetadata & AddedRows,
): StoredRow {
  const companies = companiesOf(run);
  if (companies !== undefined) {
    return storePageOfRow(db, { ...page, key, limit: request.limit ?? 0, most: companies.most, at });
  }
  const record = answeredRecord(db, run, page, body);
  const state = record === undefined ? "noMatch" : "found";
  db.run(
    "update run_row set state = ?, record = ?, call_no = ?, why = null, at = ? where key = ?",
    state,
    record,
    call,
    at,
    key,
  );
  return { state, returned: page.returned };
}

/** Key of the record in the reply to a lookup; `undefined` when the service has none. */
function answeredRecord(
  db: StoreDb,
  { no, recordKind }: StoredRun,
  { returned, rows, firstRow }: AddedRows,
  body: Uint8Array,
): number | undefined {
  if (returned === rows) {
    return returned === 0 ? undefined : recordKey(no, firstRow);
  }
  // The run already has this record, from another row.
  return db.value(
    `select max(key) from ${recordTables[recordKind]}
     where id = cast(json(ltrim(cast(? as text), char(65279))) ->> ? as text) and key between ? and ?`,
    body,
    `$.${listFields[recordKind]}[0].id`,
    ...keysOfRun(no),
  );
}

/**
 * Stores the cost of the call. If the reply does not say it, the cost of its records at the expected price stays
 * counted.
 */
function settleCall(
  db: StoreDb,
  no: number,
  { receivedAt, status }: PageToStore,
  records: number,
  credits: number | undefined,
): boolean {
  const call = db.get<{ readonly asked: number; readonly reserved: number }>(
    "select asked, reserved from call where no = ?",
    no,
  );
  if (call === undefined) {
    return false;
  }
  const possibleCredits = credits === undefined ? (call.reserved / Math.max(1, call.asked)) * records : 0;
  const price = credits !== undefined && credits > 0 ? credits / Math.max(1, records) : undefined;
  const ended = { state: "answered", settled_at: receivedAt, status, records, credits, price };
  endCall(db, no, ended, { counted: credits ?? possibleCredits, possibleCredits });
  return true;
}

/** Each row has its own cursors. */
const wasUsed = (db: StoreDb, no: number, cursor: string, row: number | undefined): boolean =>
  db.has("page where run_no = ? and request ->> '$.cursor' = ? and row_key is ?", no, cursor, row);
