// Stores a reply: its records, the page, the counts of the run and the call that paid for it, in one transaction.
import type { OutcomeCounts } from "../service/contactOutcome";
import type { ParsingProblem } from "../service/jsonReply";
import { listFields, type RecordKind } from "../service/operations";
import { plausibleTotal } from "../service/replyMetadata";
import { keepRawReply, markAnswered } from "./calls";
import type { StoreDb } from "./storeDb";
import { assign } from "./companies";
import { parseReply, type PageMetadata, type ReplyToParse } from "./parseReply";
import { nextRow, recordKey } from "./recordKeys";
import { addRecords, type AddedRecords } from "./replyRecords";
import type { GroupProgress, StoredRun } from "./runs";
import { inUse, notFound } from "./storeError";

export interface PageToStore extends ReplyToParse {
  /** Id of the run. */
  readonly run: string;
  /** Of the run's lease: a window that lost the run to another one must not write to it. */
  readonly owner: string;
  /** The call that paid for it; absent when it was free. */
  readonly call?: number | undefined;
  readonly request: object & {
    readonly limit?: number | undefined;
    readonly group?: number | undefined;
    readonly cursor?: string | undefined;
  };
  /** ms since 1970. */
  readonly receivedAt: number;
  /** The balance before the call: a reply that says it cost more does not say what it cost. */
  readonly mostCredits?: number | undefined;
  /** Skips records that other runs have. */
  readonly skipKnown?: boolean | undefined;
  /** Gives contacts without a profile that of the same person in other runs. */
  readonly addProfiles?: boolean | undefined;
}

/** The counts of a run after a page. */
export type RunCounts = Pick<
  StoredRun,
  | "pages"
  | "records"
  | "returned"
  | "repeated"
  | "skipped"
  | "erased"
  | "pagesWithoutNew"
  | "credits"
  | "unknownCosts"
  | "firstTotal"
  | "lastTotal"
  | "cursor"
  | "group"
>;

export interface StoredPage extends PageMetadata {
  /** False when the reply is not one of the service: its call keeps the raw reply, and there are no records. */
  readonly understood: boolean;
  /** Why it was not understood. */
  readonly problem?: ParsingProblem | undefined;
  readonly page: number;
  /** Number of the run, and the first of the page's rows. */
  readonly runNo: number;
  readonly firstRow: number;
  /** Records that were added. */
  readonly rows: number;
  /** Records in the reply. */
  readonly returned: number;
  /** Records skipped because other runs have them. */
  readonly skipped: number;
  /** Records that the run had already. */
  readonly repeated: number;
  /** Contacts that are people of other runs; only with `addProfiles`. */
  readonly owned?: number | undefined;
  /** Of the contacts that were added; absent for other records. */
  readonly outcomes?: OutcomeCounts | undefined;
  /** The reply's cursor was used before. */
  readonly isOldCursor: boolean;
  readonly run: RunCounts;
}

interface StoringRun {
  readonly no: number;
  readonly kind: RecordKind;
  readonly pages: number;
  readonly records: number;
  readonly skipped: number;
  readonly erased: number;
  readonly lease_owner: string | null;
}

/**
 * Stores a reply, all or nothing. IN_USE when another window has taken over the run. Storing the page of a call again
 * changes nothing, so that a caller whose worker died can retry.
 */
export function storePage(db: StoreDb, page: PageToStore): StoredPage {
  return db.write(() => {
    const run = storingRun(db, page.run);
    if (run.lease_owner !== page.owner) {
      throw inUse();
    }
    const before = page.call === undefined ? undefined : storedBefore(db, run.no, page.call);
    if (before !== undefined) {
      return before;
    }
    const reply = parseReply(db, run.kind, page);
    try {
      return "problem" in reply
        ? storeRawReply(db, run, page, reply.problem)
        : storeRecords(db, run, page, reply.metadata);
    } finally {
      db.exec("delete from temp.reply");
    }
  });
}

function storingRun(db: StoreDb, id: string): StoringRun {
  const run = db.get<StoringRun>(
    "select no, record_kind as kind, pages, records, skipped, erased, lease_owner from run where id = ?",
    id,
  );
  if (run === undefined) {
    throw notFound();
  }
  return run;
}

function countsOf(db: StoreDb, no: number): RunCounts {
  const { group, ...row } =
    db.get<Record<string, number | string | null>>(
      `select pages, records, returned, repeated, skipped, erased, pages_without_new as pagesWithoutNew, credits,
       unknown_costs as unknownCosts, first_total as firstTotal, last_total as lastTotal, cursor,
       group_progress as "group"
     from run where no = ?`,
      no,
    ) ?? {};
  // Callers spread this over older counts, so absent values must be present as `undefined`.
  return {
    ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? undefined])),
    group: typeof group === "string" ? (JSON.parse(group) as GroupProgress) : undefined,
  } as unknown as RunCounts;
}

/** The result for a call whose reply was stored already; `undefined` when it was not. */
function storedBefore(db: StoreDb, no: number, call: number): StoredPage | undefined {
  const row = db.get<Record<string, number | string | null>>(
    `select p.*, c.problem from call c left join page p on p.run_no = c.run_no and p.call_no = c.no
     where c.no = ? and c.run_no = ? and c.settled_at is not null`,
    call,
    no,
  );
  if (row === undefined) {
    return undefined;
  }
  const run = countsOf(db, no);
  if (row["page"] === null) {
    const problem = String(row["problem"] ?? "") as ParsingProblem;
    return notUnderstood({ no, ...run }, problem, run);
  }
  const [rows, returned, skipped] = [Number(row["rows"]), Number(row["returned"]), Number(row["skipped"])];
  const { credits, total, cursor } = row;
  return {
    understood: true,
    page: Number(row["page"]),
    runNo: no,
    firstRow: Number(row["first_row"]),
    rows,
    returned,
    skipped,
    repeated: returned - rows - skipped,
    isOldCursor: false,
    credits: credits === null ? undefined : Number(credits),
    total: total === null ? undefined : Number(total),
    cursor: cursor === null ? undefined : String(cursor),
    run,
  };
}

function notUnderstood(
  { no, pages, records }: Pick<StoringRun, "no" | "pages" | "records">,
  problem: ParsingProblem,
  run: RunCounts,
): StoredPage {
  return {
    understood: false,
    problem,
    page: pages,
    runNo: no,
    firstRow: records,
    rows: 0,
    returned: 0,
    skipped: 0,
    repeated: 0,
    isOldCursor: false,
    run,
  };
}

/** Keeps the raw reply with its call, which may have been charged. */
function storeRawReply(
  db: StoreDb,
  run: StoringRun,
  { call, receivedAt, status, body }: PageToStore,
  problem: ParsingProblem,
): StoredPage {
  if (call !== undefined) {
    const reserved = db.value<number>("select reserved from call where no = ?", call) ?? 0;
    const estimate = { counted: reserved, possibleCredits: reserved };
    keepRawReply(db, call, { at: receivedAt, status, reply: body, problem, ...estimate });
    db.run("update run set updated_at = ? where no = ?", receivedAt, run.no);
  }
  return notUnderstood(run, problem, countsOf(db, run.no));
}

/** By the column of the outcome; a contact that is sent twice counts once, as in the grid. */
function outcomesOf(db: StoreDb, run: number, firstRow: number, rows: number): OutcomeCounts {
  const counts = db.get<Pick<OutcomeCounts, "enriched" | "nothingFound">>(
    `select sum(outcome is 'enriched') as enriched, sum(outcome is 'nothing found') as nothingFound
     from contact_more where key >= ? and key < ?`,
    recordKey(run, firstRow),
    recordKey(run, firstRow + rows),
  );
  const { enriched, nothingFound } = { enriched: counts?.enriched ?? 0, nothingFound: counts?.nothingFound ?? 0 };
  return { enriched, nothingFound, notProcessed: rows - enriched - nothingFound };
}

function storeRecords(db: StoreDb, run: StoringRun, page: PageToStore, metadata: PageMetadata): StoredPage {
  const firstRow = nextRow(db, run.no);
  const { erased, ...added } = addRecords(db, run, firstRow, page);
  const { returned, repeated, skipped } = added;
  const rows = returned - repeated - skipped - erased;
  const fresh = returned - repeated;
  const { cursor } = metadata;
  const credits = statedCredits(metadata, page);
  const group = page.request.group === undefined ? undefined : groupAfter(db, run.no, page, metadata, added);
  // The total of a group is not that of the run.
  const total =
    group === undefined ? plausibleTotal(metadata.total, run.records + run.skipped + run.erased, fresh) : undefined;
  db.insert("page", {
    run_no: run.no,
    page: run.pages,
    call_no: page.call,
    request: page.request,
    status: page.status,
    received_at: page.receivedAt,
    first_row: firstRow,
    rows,
    returned,
    skipped,
    credits,
    total,
    cursor,
    bytes: page.body.length,
  });
  const isPaid = page.call !== undefined && settleCall(db, page.call, page, returned, credits);
  db.run(
    `update run set pages = pages + 1, records = records + ?2, returned = returned + ?3, repeated = repeated + ?4,
       skipped = skipped + ?5, erased = erased + ?13, pages_without_new = iif(?6, pages_without_new + 1, 0),
       credits = round(credits + ?7, 6), unknown_costs = unknown_costs + ?8,
       first_total = coalesce(first_total, ?9), last_total = iif(?10, ?9, last_total),
       cursor = ?11, updated_at = ?12
     where no = ?1`,
    run.no,
    rows,
    returned,
    repeated,
    skipped,
    returned > 0 && fresh === 0,
    credits ?? 0,
    isPaid && credits === undefined ? 1 : 0,
    total,
    // A total of 0 or less beside records says nothing, so the last one stays.
    metadata.total !== undefined && (metadata.total > 0 || total === 0),
    // After an empty page without a cursor, a run continues from the same place.
    cursor ?? (returned === 0 ? page.request.cursor : undefined),
    page.receivedAt,
    erased,
  );
  if (group !== undefined) {
    db.run("update run set group_progress = ? where no = ?", group, run.no);
    assign(db, run.no, recordKey(run.no, firstRow), recordKey(run.no, firstRow + rows) - 1);
  }
  const isOldCursor = cursor !== undefined && fresh === 0 && wasUsed(db, run.no, cursor, page.request.group);
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
    ...(run.kind === "contact" && { outcomes: outcomesOf(db, run.no, firstRow, rows) }),
    isOldCursor,
    run: countsOf(db, run.no),
  };
}

/** A reply that says it cost more than the balance was does not say what it cost. */
const statedCredits = (
  { credits }: PageMetadata,
  { mostCredits = Number.POSITIVE_INFINITY }: PageToStore,
): number | undefined => (credits !== undefined && credits <= mostCredits ? credits : undefined);

/**
 * Settles the call of a page whose records have come with another call, and counts its cost. To be called in a
 * transaction.
 */
export function settleRepeated(db: StoreDb, page: PageToStore): void {
  const run = storingRun(db, page.run);
  const reply = parseReply(db, run.kind, page);
  try {
    if ("problem" in reply) {
      storeRawReply(db, run, page, reply.problem);
      return;
    }
    const records = db.value<number>("select json_array_length(body, ?) from temp.reply", `$.${listFields[run.kind]}`);
    const credits = statedCredits(reply.metadata, page);
    if (page.call !== undefined && settleCall(db, page.call, page, records ?? 0, credits)) {
      db.run(
        "update run set credits = round(credits + ?, 6), unknown_costs = unknown_costs + ? where no = ?",
        credits ?? 0,
        credits === undefined ? 1 : 0,
        run.no,
      );
    }
  } finally {
    db.exec("delete from temp.reply");
  }
}

/** Stores what the call cost. If the reply did not say, the reserved credits count until the balance shows more. */
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
  const counted = credits ?? Math.max(call.reserved, possibleCredits);
  markAnswered(db, no, { at: receivedAt, status, records, credits, counted, possibleCredits });
  return true;
}

/** Each group of companies has its own cursors. */
const wasUsed = (db: StoreDb, no: number, cursor: string, group: number | undefined): boolean =>
  db.get(
    "select 1 from page where run_no = ? and request ->> '$.cursor' = ? and request ->> '$.group' is ? limit 1",
    no,
    cursor,
    group,
  ) !== undefined;

/** The progress of a group of companies with this page. */
function groupAfter(
  db: StoreDb,
  no: number,
  { request }: PageToStore,
  metadata: PageMetadata,
  { returned, repeated }: Pick<AddedRecords, "returned" | "repeated">,
): GroupProgress {
  const nth = request.group ?? 0;
  const last = countsOf(db, no).group;
  const before = last?.nth === nth ? last : { returned: 0, fresh: 0, pagesWithoutNew: 0, total: undefined };
  const fresh = returned - repeated;
  return {
    nth,
    returned: before.returned + returned,
    fresh: before.fresh + fresh,
    pagesWithoutNew: returned > 0 && fresh === 0 ? before.pagesWithoutNew + 1 : 0,
    total: plausibleTotal(metadata.total, before.returned, returned) ?? before.total,
    isShort: returned < (request.limit ?? 0),
    isEmpty: returned === 0,
  };
}
