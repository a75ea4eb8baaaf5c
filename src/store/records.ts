// Pages become records: a reply is split by SQL, its records are told apart by their ids, and the page is stored in one
// transaction with the call that paid for it.
import { answered } from "./calls";
import type { StoreDb } from "./database";
import { listFields, type RecordKind } from "../service/operations";
import { recordTables } from "./kinds";
import { idSql, mainColumns, oddListSql, rawSql } from "./mainColumns";
import { keysOfRun, recordKey, rowOfKey, runOfKey } from "./recordKeys";
import { quoteInexactIntegers } from "../service/exactIntegers";
import { readMetadata } from "../service/replyMetadata";
import { searchedSql } from "./searchText";
import { inUse, notFound } from "./storeError";
import { foldedSql } from "./text";

export interface PageToStore {
  /** Id of the run. */
  readonly run: string;
  /** Of the run's lease: another window that took the run over must not be disturbed. */
  readonly owner: string;
  /** The call that paid for it; absent when it was free. */
  readonly call?: number | undefined;
  readonly request: object;
  readonly status: number;
  /** ms since 1970. */
  readonly receivedAt: number;
  readonly body: Uint8Array;
  /** What a record is counted as in the budget when the reply does not say what it cost. */
  readonly priceIfUnknown: number;
  /** Records that other runs hold are left out. */
  readonly skipKnown?: boolean | undefined;
}

export interface StoredPage extends ReplyMetadata {
  /** False when the reply was not one of the service: then it is kept whole with its call, and has no records. */
  readonly understood: boolean;
  readonly problem?: string | undefined;
  readonly page: number;
  /** Number of the run, and the first of the page's rows. */
  readonly runNo: number;
  readonly firstRow: number;
  /** New records. */
  readonly rows: number;
  /** Records the reply had. */
  readonly returned: number;
  readonly repeated: number;
  /** What the budget counts for the call. */
  readonly counted: number;
}

interface RunState {
  readonly no: number;
  readonly record_kind: RecordKind;
  readonly pages: number;
  readonly records: number;
}

/**
 * Stores a reply: records, page, counts and cost, all or nothing. IN_USE when another window has taken the run over.
 * Storing the page of a call again changes nothing, so that a caller who was not told may try again.
 */
export function storePage(db: StoreDb, page: PageToStore): StoredPage {
  return db.write(() => {
    const run = db.get<RunState & { readonly lease_owner: string | null }>("select no, record_kind, pages, records, lease_owner from run where id = ?", page.run);
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
    const reply = readReply(db, run.record_kind, page.body);
    try {
      return "problem" in reply ? keepWhole(db, run, page, reply.problem) : keepRecords(db, run, page, reply);
    } finally {
      db.exec("delete from temp.reply");
    }
  });
}

function storedBefore(db: StoreDb, run: number, call: number): StoredPage | undefined {
  const row = db.get<Record<string, number | string | null>>(
    "select p.*, c.counted, c.problem, r.pages, r.records from call c join run r on r.no = c.run_no left join page p on p.run_no = c.run_no and p.call_no = c.no where c.no = ? and c.run_no = ? and c.state = 'answered'",
    call, run,
  );
  if (row === undefined) {
    return undefined;
  }
  const counted = Number(row["counted"]);
  if (row["page"] === null) {
    return { understood: false, problem: String(row["problem"] ?? ""), page: Number(row["pages"]), runNo: run, firstRow: Number(row["records"]), rows: 0, returned: 0, repeated: 0, counted };
  }
  const [rows, returned] = [Number(row["rows"]), Number(row["returned"])];
  const { credits, total, cursor } = row;
  return {
    credits: credits === null ? undefined : Number(credits), total: total === null ? undefined : Number(total), cursor: cursor === null ? undefined : String(cursor),
    understood: true, page: Number(row["page"]), runNo: run, firstRow: Number(row["first_row"]), rows, returned, repeated: returned - rows, counted,
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
  const exact = json === null ? "{}" : Buffer.from(quoteInexactIntegers(Buffer.from(json))).toString("utf8");
  const { credits, total, search_after: cursor } = readMetadata(JSON.parse(exact));
  return { credits, total, cursor };
}

/** Parses the reply once, into SQLite's own form of JSON. */
function readReply(db: StoreDb, kind: RecordKind, body: Uint8Array): Reply | { readonly problem: string } {
  db.exec("create temp table if not exists reply (body blob)");
  const hasMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  try {
    db.run("insert into temp.reply select jsonb(cast(? as text))", hasMark ? body.subarray(3) : body);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (/malformed JSON/i.test(reason)) {
      return { problem: reason };
    }
    throw error;
  }
  const list = `$.${listFields[kind]}`;
  const cost = kind === "contact" ? "$.cost" : "$.metadata";
  const found = db.get<{ readonly list: string | null; readonly status: string | null; readonly metadata: string | null }>(
    "select json_type(body, ?) as list, json_type(body, '$.status') as status, body -> ? as metadata from temp.reply", list, cost,
  );
  const hasList = found?.list === "array" || found?.list === "null" || (kind === "contact" && found?.list === null && found.status === "text");
  return hasList ? { metadata: metadataFrom(found.metadata) } : { problem: `The reply has no list "${listFields[kind]}".` };
}

function keepWhole(db: StoreDb, run: RunState, { call, receivedAt, status, body }: PageToStore, problem: string): StoredPage {
  const reserved = call === undefined ? 0 : (db.get<{ readonly reserved: number }>("select reserved from call where no = ?", call)?.reserved ?? 0);
  if (call !== undefined) {
    answered(db, call, { at: receivedAt, status, records: 0, counted: reserved, reply: body, problem });
    db.run("update call set charged = 'maybe' where no = ?", call);
    db.run("update run set unknown_costs = unknown_costs + 1, updated_at = ? where no = ?", receivedAt, run.no);
  }
  return { understood: false, problem, page: run.pages, runNo: run.no, firstRow: run.records, rows: 0, returned: 0, repeated: 0, counted: reserved };
}

function keepRecords(db: StoreDb, run: RunState, page: PageToStore, { metadata }: Reply): StoredPage {
  const first = recordKey(run.no, run.records);
  const returned = splitReply(db, run.record_kind, first);
  const rows = returned - leaveOutRepeated(db, run, first, returned, page.skipKnown === true);
  addSearchText(db, run.record_kind, first, first + rows - 1);
  const { credits, total, cursor } = metadata;
  const counted = credits ?? returned * page.priceIfUnknown;
  const isPaid = page.call !== undefined;
  db.run(
    "insert into page (run_no, page, call_no, request, status, received_at, first_row, rows, returned, credits, total, cursor, bytes) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    run.no, run.pages, page.call, JSON.stringify(page.request), page.status, page.receivedAt, run.records, rows, returned, credits, total, cursor, page.body.length,
  );
  // A page that fails to name the next one never erases the cursor that is held.
  db.run(
    `update run set pages = pages + 1, records = records + ?2, returned = returned + ?3, repeated = repeated + ?4, credits = credits + ?5, unknown_costs = unknown_costs + ?6,
       first_total = coalesce(first_total, ?7), last_total = coalesce(?7, last_total), cursor = coalesce(?8, cursor), updated_at = ?9 where no = ?1`,
    run.no, rows, returned, returned - rows, credits ?? 0, isPaid && credits === undefined ? 1 : 0, total, cursor, page.receivedAt,
  );
  if (page.call !== undefined) {
    answered(db, page.call, { at: page.receivedAt, status: page.status, records: returned, credits, counted });
  }
  return { ...metadata, understood: true, page: run.pages, runNo: run.no, firstRow: run.records, rows, returned, repeated: returned - rows, counted: isPaid ? counted : 0 };
}

/** Inserts every record of the reply, repeated ones too; the result is how many there are. */
function splitReply(db: StoreDb, kind: RecordKind, first: number): number {
  const list = `$.${listFields[kind]}`;
  const count = db.run(
    "insert into record_json (key, json) select ?1 + e.key, iif(e.type in ('object', 'array'), e.value, r.body -> e.fullkey) from temp.reply r, json_each(r.body, ?2) e where json_type(r.body, ?2) = 'array'",
    first, list,
  );
  const columns = mainColumns(kind);
  db.run(
    `insert into ${recordTables[kind]} (key, id, ${columns.map(({ id }) => id).join(", ")}) select j.key, ${idSql(kind)}, ${columns.map(({ sql }) => sql).join(", ")} from record_json j where j.key between ? and ?`,
    first, first + count - 1,
  );
  return count;
}

/** Removes what the run holds already, and with `skipKnown` what any run does; the rows close up. */
function leaveOutRepeated(db: StoreDb, run: RunState, first: number, count: number, skipKnown: boolean): number {
  const table = recordTables[run.record_kind];
  const [from, to] = keysOfRun(run.no);
  const known = skipKnown ? `or exists (select 1 from ${table} o where o.id = p.id and (o.key < ?3 or o.key > ?4))` : "";
  const repeated = db.all<{ readonly key: number }>(
    `select p.key from ${table} p where p.key between ?1 and ?2 and p.id is not null and (exists (select 1 from ${table} o where o.id = p.id and o.key >= ?3 and o.key < p.key and ?4 > 0) ${known}) order by p.key`,
    first, first + count - 1, from, to,
  );
  if (repeated.length === 0) {
    return 0;
  }
  const out = new Set(repeated.map(({ key }) => key));
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
  return out.size;
}

function addSearchText(db: StoreDb, kind: RecordKind, first: number, last: number): void {
  const table = recordTables[kind];
  const url = kind === "contact" ? "profile_network_url" : "network_url";
  const domain = kind === "company" ? ", domain_key = address(domain)" : "";
  db.run(
    `update ${table} set name_key = iif(typeof(name) = 'text', ${foldedSql("name")}, name), url_key = address(${url})${domain}, raw = coalesce(${rawSql(kind)}, 0) or (select ${oddListSql(kind)} from record_json j where j.key = ${table}.key), search = s.folded
     from (select key as k, iif(t glob '*[^ -~]*', fold(t), lower(t)) as folded from (select key, ${searchedSql(kind, table)} as t from ${table} where key between ?1 and ?2 limit -1)) s where key = s.k`,
    first, last,
  );
}

/** The JSON of single records, in the order asked; `undefined` for one that is gone. */
export function jsonOf(db: StoreDb, keys: readonly number[]): readonly (string | undefined)[] {
  const rows = db.all<{ readonly key: number; readonly json: string }>("select key, json from record_json where key in (select value from json_each(?))", JSON.stringify(keys));
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
  const rows = db.all<Record<string, string | number | null>>("select * from page where run_no = (select no from run where id = ?) order by page", run);
  return rows.map((row) => ({
    page: Number(row["page"]), request: JSON.parse(String(row["request"])) as object, status: Number(row["status"]), receivedAt: Number(row["received_at"]),
    firstRow: Number(row["first_row"]), rows: Number(row["rows"]), returned: Number(row["returned"]),
    ...(row["call_no"] !== null && { call: Number(row["call_no"]) }), ...(row["credits"] !== null && { credits: Number(row["credits"]) }),
    ...(row["total"] !== null && { total: Number(row["total"]) }), ...(row["cursor"] !== null && { cursor: String(row["cursor"]) }),
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
  const found = db.get<{ readonly key: number }>(`select max(key) as key from ${recordTables[kind]} where id = ? and id <> '' having max(key) is not null`, id);
  return found === undefined ? undefined : whereKept(db, found.key);
}

/** Where a record is kept, and since when. */
export function whereKept(db: StoreDb, key: number): OwnedRecord | undefined {
  const row = db.get<{ readonly id: string; readonly at: number }>(
    "select run.id, coalesce(p.received_at, run.updated_at) as at from run left join page p on p.run_no = run.no and ? between p.first_row and p.first_row + p.rows - 1 where run.no = ?",
    rowOfKey(key), runOfKey(key),
  );
  return row === undefined ? undefined : { key, run: row.id, row: rowOfKey(key), receivedAt: row.at };
}
