// Pages become records: a reply is split by SQL, its records are told apart by their ids, and the page is stored in one
// transaction with the call that paid for it.
import { answered, keptWhole } from "./calls";
import type { StoreDb } from "./database";
import { listFields, type RecordKind } from "../service/operations";
import { recordTables } from "./kinds";
import { idSql, mainColumns, oddListSql, rawSql } from "./mainColumns";
import { keysOfRun, recordKey, rowOfKey, runOfKey } from "./recordKeys";
import { parseExact } from "../service/exactJson";
import { jsonStart, parseJsonObject, type ParsingProblem } from "../service/jsonReply";
import { plausibleTotal, readMetadata } from "../service/replyMetadata";
import { recordProblem } from "../service/recordProblem";
import { addMismatches } from "./runs";
import { searchedSql } from "./searchText";
import { inUse, notFound } from "./storeError";

export interface PageToStore {
  /** Id of the run. */
  readonly run: string;
  /** Of the run's lease: another window that took the run over must not be disturbed. */
  readonly owner: string;
  /** The call that paid for it; absent when it was free. */
  readonly call?: number | undefined;
  readonly request: object;
  readonly status: number;
  /** Of the reply, as sent; absent where it is known to be JSON. */
  readonly contentType?: string | undefined;
  /** ms since 1970. */
  readonly receivedAt: number;
  readonly body: Uint8Array;
  /** Records that other runs hold are left out. */
  readonly skipKnown?: boolean | undefined;
}

/** The counts of a run after a page. */
export interface RunCounts {
  readonly pages: number;
  /** Different records that are kept. */
  readonly records: number;
  readonly returned: number;
  readonly repeated: number;
  readonly skipped: number;
  /** Pages in a row that brought no record new to the run. */
  readonly pagesWithoutNew: number;
  readonly credits: number;
  readonly unknownCosts: number;
  readonly firstTotal?: number | undefined;
  readonly lastTotal?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface StoredPage extends ReplyMetadata {
  /** False when the reply was not one of the service: then it is kept whole with its call, and has no records. */
  readonly understood: boolean;
  /** What is wrong with it. */
  readonly problem?: ParsingProblem | undefined;
  readonly page: number;
  /** Number of the run, and the first of the page's rows. */
  readonly runNo: number;
  readonly firstRow: number;
  /** Records that were added. */
  readonly rows: number;
  /** Records the reply had. */
  readonly returned: number;
  /** Records left out because other runs have them. */
  readonly skipped: number;
  readonly repeated: number;
  /** The reply's cursor has been asked with before. */
  readonly isOldCursor: boolean;
  readonly run: RunCounts;
}

interface RunState {
  readonly no: number;
  readonly record_kind: RecordKind;
  readonly pages: number;
  readonly records: number;
  readonly skipped: number;
  readonly lease_owner: string | null;
}

/**
 * Stores a reply: records, page, counts and cost, all or nothing. IN_USE when another window has taken the run over.
 * Storing the page of a call again changes nothing, so that a caller who was not told may try again.
 */
export function storePage(db: StoreDb, page: PageToStore): StoredPage {
  return db.write(() => {
    const run = db.get<RunState>(
      "select no, record_kind, pages, records, skipped, lease_owner from run where id = ?",
      page.run,
    );
    if (run === undefined) {
      throw notFound();
    }
    if (run.lease_owner !== page.owner) {
      throw inUse();
    }
    const before = page.call === undefined ? undefined : storedBefore(db, run.no, page.call);
    if (before !== undefined) {
      return before;
    }
    const reply = readReply(db, run.record_kind, page);
    try {
      return "problem" in reply ? keepWhole(db, run, page, reply.problem) : keepRecords(db, run, page, reply);
    } finally {
      db.exec("delete from temp.reply");
    }
  });
}

function countsOf(db: StoreDb, no: number): RunCounts {
  const row = db.get<Record<string, number | string | null>>(
    `select pages, records, returned, repeated, skipped, pages_without_new as pagesWithoutNew, credits, unknown_costs as unknownCosts,
       first_total as firstTotal, last_total as lastTotal, cursor from run where no = ?`,
    no,
  );
  // What is absent must take the place of what a caller knows: a page without a cursor has none.
  return Object.fromEntries(
    Object.entries(row ?? {}).map(([name, value]) => [name, value ?? undefined]),
  ) as unknown as RunCounts;
}

function storedBefore(db: StoreDb, no: number, call: number): StoredPage | undefined {
  const row = db.get<Record<string, number | string | null>>(
    "select p.*, c.problem from call c left join page p on p.run_no = c.run_no and p.call_no = c.no where c.no = ? and c.run_no = ? and c.settled_at is not null",
    call,
    no,
  );
  if (row === undefined) {
    return undefined;
  }
  const run = countsOf(db, no);
  const place = { runNo: no, isOldCursor: false, run };
  if (row["page"] === null) {
    return {
      ...place,
      understood: false,
      problem: String(row["problem"] ?? "") as ParsingProblem,
      page: run.pages,
      firstRow: run.records,
      rows: 0,
      returned: 0,
      skipped: 0,
      repeated: 0,
    };
  }
  const [rows, returned, skipped] = [Number(row["rows"]), Number(row["returned"]), Number(row["skipped"])];
  const { credits, total, cursor } = row;
  return {
    ...place,
    understood: true,
    page: Number(row["page"]),
    firstRow: Number(row["first_row"]),
    rows,
    returned,
    skipped,
    repeated: returned - rows - skipped,
    credits: credits === null ? undefined : Number(credits),
    total: total === null ? undefined : Number(total),
    cursor: cursor === null ? undefined : String(cursor),
  };
}

/** What a reply says beside its records: its cost, the total and the cursor (interface, "Metadata"). */
interface ReplyMetadata {
  readonly credits?: number | undefined;
  readonly total?: number | undefined;
  readonly cursor?: string | undefined;
}

interface Reply {
  readonly metadata: ReplyMetadata;
}

/** Numbers beyond 2^53 stay exact: a cursor may be one. */
function metadataFrom(json: string | null): ReplyMetadata {
  const { credits, total, search_after: cursor } = readMetadata(json === null ? {} : parseExact(json));
  return { credits, total, cursor };
}

/** Parses the reply once, into SQLite's own form of JSON. What that cannot read is looked at again, to say what is wrong with it. */
function readReply(
  db: StoreDb,
  kind: RecordKind,
  { body, status, contentType = "" }: PageToStore,
): Reply | { readonly problem: ParsingProblem } {
  db.exec("create temp table if not exists reply (body blob)");
  const reply = { status, headers: { "content-type": contentType }, body };
  const start = jsonStart(reply);
  if (!start.ok) {
    return { problem: start.why };
  }
  // `jsonb` alone would also read JSON5: text with single quotes or trailing commas is no reply of the service.
  if (
    db.run(
      "insert into temp.reply select jsonb(body) from (select cast(? as text) as body) where json_valid(body)",
      start.value === 0 ? body : body.subarray(start.value),
    ) === 0
  ) {
    const parsed = parseJsonObject(reply);
    return { problem: parsed.ok ? "shape" : parsed.why };
  }
  const list = `$.${listFields[kind]}`;
  const cost = kind === "contact" ? "$.cost" : "$.metadata";
  const found = db.get<{
    readonly list: string | null;
    readonly status: string | null;
    readonly metadata: string | null;
  }>(
    "select json_type(body, ?) as list, json_type(body, '$.status') as status, body -> ? as metadata from temp.reply",
    list,
    cost,
  );
  const hasList =
    found?.list === "array" ||
    found?.list === "null" ||
    (kind === "contact" && found?.list === null && found.status === "text");
  return hasList ? { metadata: metadataFrom(found.metadata) } : { problem: "shape" };
}

function keepWhole(
  db: StoreDb,
  run: RunState,
  { call, receivedAt, status, body }: PageToStore,
  problem: ParsingProblem,
): StoredPage {
  if (call !== undefined) {
    const reserved =
      db.get<{ readonly reserved: number }>("select reserved from call where no = ?", call)?.reserved ?? 0;
    keptWhole(db, call, { at: receivedAt, status, reply: body, problem, counted: reserved, possible: reserved });
    db.run("update run set updated_at = ? where no = ?", receivedAt, run.no);
  }
  return {
    understood: false,
    problem,
    page: run.pages,
    runNo: run.no,
    firstRow: run.records,
    rows: 0,
    returned: 0,
    skipped: 0,
    repeated: 0,
    isOldCursor: false,
    run: countsOf(db, run.no),
  };
}

function keepRecords(db: StoreDb, run: RunState, page: PageToStore, { metadata }: Reply): StoredPage {
  const first = recordKey(run.no, run.records);
  const returned = splitReply(db, run.record_kind, first);
  const { repeated, skipped } = leaveOutRepeated(db, run, first, returned, page.skipKnown === true);
  const rows = returned - repeated - skipped;
  const fresh = rows + skipped;
  addSearchText(db, run.record_kind, first, first + rows - 1);
  const { credits, cursor } = metadata;
  const total = plausibleTotal(metadata.total, run.records + run.skipped, fresh);
  const call =
    page.call === undefined
      ? undefined
      : db.get<{ readonly asked: number; readonly reserved: number }>(
          "select asked, reserved from call where no = ?",
          page.call,
        );
  db.run(
    "insert into page (run_no, page, call_no, request, status, received_at, first_row, rows, returned, skipped, credits, total, cursor, bytes) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    run.no,
    run.pages,
    page.call,
    JSON.stringify(page.request),
    page.status,
    page.receivedAt,
    run.records,
    rows,
    returned,
    skipped,
    credits,
    total,
    cursor,
    page.body.length,
  );
  db.run(
    `update run set pages = pages + 1, records = records + ?2, returned = returned + ?3, repeated = repeated + ?4, skipped = skipped + ?5, pages_without_new = iif(?6, pages_without_new + 1, 0),
       credits = round(credits + ?7, 6), unknown_costs = unknown_costs + ?8, first_total = coalesce(first_total, ?9), last_total = iif(?10, ?9, last_total), cursor = ?11, updated_at = ?12 where no = ?1`,
    run.no,
    rows,
    returned,
    repeated,
    skipped,
    returned > 0 && fresh === 0,
    credits ?? 0,
    call !== undefined && credits === undefined ? 1 : 0,
    total,
    metadata.total !== undefined,
    cursor,
    page.receivedAt,
  );
  if (page.call !== undefined && call !== undefined) {
    // Without a cost of its own a call counts as what was set aside, until the balance tells more.
    const possible = credits === undefined ? (call.reserved / Math.max(1, call.asked)) * returned : 0;
    answered(db, page.call, {
      at: page.receivedAt,
      status: page.status,
      records: returned,
      credits,
      counted: credits ?? Math.max(call.reserved, possible),
      possible,
    });
  }
  const isOldCursor =
    cursor !== undefined &&
    fresh === 0 &&
    db.get("select 1 from page where run_no = ? and request ->> '$.cursor' = ? limit 1", run.no, cursor) !== undefined;
  return {
    ...metadata,
    total,
    understood: true,
    page: run.pages,
    runNo: run.no,
    firstRow: run.records,
    rows,
    returned,
    skipped,
    repeated,
    isOldCursor,
    run: countsOf(db, run.no),
  };
}

/** Inserts every record of the reply, repeated ones too; the result is how many there are. */
function splitReply(db: StoreDb, kind: RecordKind, first: number): number {
  const list = `$.${listFields[kind]}`;
  const count = db.run(
    "insert into record_json (key, json) select ?1 + e.key, iif(e.type in ('object', 'array'), e.value, r.body -> e.fullkey) from temp.reply r, json_each(r.body, ?2) e where json_type(r.body, ?2) = 'array'",
    first,
    list,
  );
  const columns = mainColumns(kind);
  db.run(
    `insert into ${recordTables[kind]} (key, id, ${columns.map(({ id }) => id).join(", ")}) select j.key, ${idSql(kind)}, ${columns.map(({ sql }) => sql).join(", ")} from record_json j where j.key between ? and ?`,
    first,
    first + count - 1,
  );
  return count;
}

/** Removes what the run had already, and with `skipKnown` what any run has; the rows close up. */
function leaveOutRepeated(
  db: StoreDb,
  run: RunState,
  first: number,
  count: number,
  skipKnown: boolean,
): { readonly repeated: number; readonly skipped: number } {
  const table = recordTables[run.record_kind];
  const [from, to] = keysOfRun(run.no);
  const inPage = "p.key between ?1 and ?2 and p.id is not null";
  const repeated = db.all<{ readonly key: number }>(
    `select p.key from ${table} p where ${inPage} and (exists (select 1 from ${table} o where o.id = p.id and o.key >= ?3 and o.key < p.key)
       or exists (select 1 from skipped_id s where s.run_no = ?4 and s.id = p.id)) order by p.key`,
    first,
    first + count - 1,
    from,
    run.no,
  );
  const out = new Set(repeated.map(({ key }) => key));
  if (skipKnown) {
    const known = db
      .all<{ readonly key: number; readonly id: string }>(
        `select p.key, p.id from ${table} p where ${inPage} and exists (select 1 from ${table} o where o.id = p.id and (o.key < ?3 or o.key > ?4)) order by p.key`,
        first,
        first + count - 1,
        from,
        to,
      )
      .filter(({ key }) => !out.has(key));
    for (const { key, id } of known) {
      out.add(key);
      db.run("insert into skipped_id (run_no, id) values (?, ?)", run.no, id);
    }
  }
  if (out.size > 0) {
    closeUp(db, table, first, count, out);
  }
  return { repeated: repeated.length, skipped: out.size - repeated.length };
}

function closeUp(db: StoreDb, table: string, first: number, count: number, out: ReadonlySet<number>): void {
  let next = first;
  for (let key = first; key < first + count; key += 1) {
    for (const name of ["record_json", table]) {
      if (out.has(key)) {
        db.run(`delete from ${name} where key = ?`, key);
      } else if (next !== key) {
        db.run(`update ${name} set key = ? where key = ?`, next, key);
      }
    }
    next += out.has(key) ? 0 : 1;
  }
}

function addSearchText(db: StoreDb, kind: RecordKind, first: number, last: number): void {
  const table = recordTables[kind];
  const url = kind === "contact" ? "profile_network_url" : "network_url";
  const domain = kind === "company" ? ", domain_key = address(domain)" : "";
  db.run(
    `update ${table} set name_key = iif(typeof(name) = 'text', sortable(name), name), url_key = address(${url})${domain}, raw = coalesce(${rawSql(kind)}, 0) or (select ${oddListSql(kind)} from record_json j where j.key = ${table}.key), search = s.folded
     from (select key as k, iif(t glob '*[^ -~]*', fold(t), lower(t)) as folded from (select key, ${searchedSql(kind, table)} as t from ${table} where key between ?1 and ?2 limit -1)) s where key = s.k`,
    first,
    last,
  );
}

/**
 * Compares the records of a page with what the service describes, after the page was stored; what does not fit is counted in
 * the run, with the first of them in words.
 */
export function checkPage(db: StoreDb, id: string, page: number): number {
  const run = db.get<{ readonly no: number; readonly kind: RecordKind; readonly first: number; readonly rows: number }>(
    "select run.no, run.record_kind as kind, p.first_row as first, p.rows from run join page p on p.run_no = run.no where run.id = ? and p.page = ?",
    id,
    page,
  );
  if (run === undefined || run.rows === 0) {
    return 0;
  }
  const rows = db.all<{ readonly json: string }>(
    "select json from record_json where key between ? and ? order by key",
    recordKey(run.no, run.first),
    recordKey(run.no, run.first + run.rows - 1),
  );
  const problems = rows.flatMap(({ json }) => recordProblem(run.kind, parseExact(json)) ?? []);
  const [example] = problems;
  if (example !== undefined) {
    addMismatches(db, run.no, problems.length, example);
  }
  return problems.length;
}

/** The JSON of single records, in the order asked; `undefined` for one that is gone. */
export function jsonOf(db: StoreDb, keys: readonly number[]): readonly (string | undefined)[] {
  const rows = db.all<{ readonly key: number; readonly json: string }>(
    "select key, json from record_json where key in (select value from json_each(?))",
    JSON.stringify(keys),
  );
  const found = new Map(rows.map(({ key, json }) => [key, json]));
  return keys.map((key) => found.get(key));
}

export interface StoredPageInfo extends ReplyMetadata {
  readonly page: number;
  readonly call?: number | undefined;
  readonly request: object;
  readonly status: number;
  readonly receivedAt: number;
  readonly firstRow: number;
  readonly rows: number;
  readonly returned: number;
}

export function pages(db: StoreDb, run: string): readonly StoredPageInfo[] {
  const rows = db.all<Record<string, string | number | null>>(
    "select * from page where run_no = (select no from run where id = ?) order by page",
    run,
  );
  return rows.map((row) => ({
    page: Number(row["page"]),
    request: JSON.parse(String(row["request"])) as object,
    status: Number(row["status"]),
    receivedAt: Number(row["received_at"]),
    firstRow: Number(row["first_row"]),
    rows: Number(row["rows"]),
    returned: Number(row["returned"]),
    ...(row["call_no"] !== null && { call: Number(row["call_no"]) }),
    ...(row["credits"] !== null && { credits: Number(row["credits"]) }),
    ...(row["total"] !== null && { total: Number(row["total"]) }),
    ...(row["cursor"] !== null && { cursor: String(row["cursor"]) }),
  }));
}

export interface OwnedRecord {
  readonly key: number;
  /** Id of the run that holds it. */
  readonly run: string;
  readonly row: number;
  /** ms since 1970. */
  readonly receivedAt: number;
}

/** The latest version of a record that any run holds; `undefined` when none does. */
export function owned(db: StoreDb, kind: RecordKind, id: string): OwnedRecord | undefined {
  const found = db.get<{ readonly key: number }>(
    `select max(key) as key from ${recordTables[kind]} where id = ? and id <> '' having max(key) is not null`,
    id,
  );
  return found === undefined ? undefined : whereKept(db, found.key);
}

/** Where a record is kept, and since when. */
export function whereKept(db: StoreDb, key: number): OwnedRecord | undefined {
  const row = db.get<{ readonly id: string; readonly at: number }>(
    `select run.id, coalesce((select p.received_at from page p where p.run_no = run.no and p.first_row <= ? and p.rows > 0 order by p.first_row desc limit 1), run.updated_at) as at
     from run where run.no = ?`,
    rowOfKey(key),
    runOfKey(key),
  );
  return row === undefined ? undefined : { key, run: row.id, row: rowOfKey(key), receivedAt: row.at };
}
