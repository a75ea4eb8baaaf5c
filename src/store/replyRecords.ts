// Splits a reply into records by SQL: one row for each record, except those that the run already has.
import { isUtf8 } from "node:buffer";
import { textOf } from "../records/record";
import { parseExact } from "../service/exactJson";
import { hasTooManyValues, mostRecords } from "../service/jsonExtent";
import { jsonStart, parseJsonObject, type ParsingProblem } from "../service/jsonReply";
import { type RecordKind, listFields } from "../service/operations";
import { readMetadata } from "../service/replyMetadata";
import { addToIndex } from "./everything";
import { moreTables, recordTables, keysOfRun, recordKey } from "./kinds";
import type { StoreDb } from "./storeDb";
import { mainNames, moreNames, rowOf } from "./storedColumns";

export interface AddedRecords {
  /** Records in the reply. */
  readonly returned: number;
  /** Records that the run already had. */
  readonly repeated: number;
}

/** Adds the records of the parsed reply in `temp.reply` to a run, starting at this row. */
export function addRecords(db: StoreDb, no: number, kind: RecordKind, firstRow: number): AddedRecords {
  const first = recordKey(no, firstRow);
  const returned = insertJson(db, kind, first);
  const last = first + returned - 1;
  addRows(db, kind, first, last);
  const repeated = repeatedKeys(db, kind, no, first, last);
  removeAndCloseUp(db, recordTables[kind], first, last, new Set(repeated));
  addToIndex(db, kind, first, last - repeated.length);
  return { returned, repeated: repeated.length };
}

/**
 * The JSON of an item of `json_each` as received. Extracting a value that is not a record by its path scans the list
 * again, so only the first 1,000 keep every digit, which is more than a page has.
 */
const itemSql = `case
  when e.type in ('object', 'array') then e.value
  when e.type in ('true', 'false') then e.type
  when e.key < 1000 then r.body -> e.fullkey
  else json_quote(e.value) end`;

/** Inserts every record of the reply, including repeated ones; returns how many there are. */
function insertJson(db: StoreDb, kind: RecordKind, first: number): number {
  return db.run(
    `insert into record_json (key, json)
     select ?1 + e.key, ${itemSql}
     from temp.reply r, json_each(r.body, ?2) e
     where json_type(r.body, ?2) = 'array'`,
    first,
    `$.${listFields[kind]}`,
  );
}

/** How many records' JSON is in memory at once. */
const rowsAtOnce = 500;

/** Computes the columns of records that only have their JSON, but does not add them to the full-text index. */
function addRows(db: StoreDb, kind: RecordKind, first: number, last: number): void {
  const insert = (table: string, columns: readonly string[]): string =>
    `insert into ${table} (key, ${columns.join(", ")}) values (?, ${columns.map(() => "?").join(", ")})`;
  const insertMain = insert(recordTables[kind], mainNames(kind));
  const insertMore = insert(moreTables[kind], moreNames(kind));
  for (let from = first; from <= last; from += rowsAtOnce) {
    // Casting to a blob is faster than letting SQLite create a JavaScript string.
    for (const { key, json } of db.all<{ readonly key: number; readonly json: Uint8Array }>(
      "select key, cast(json as blob) as json from record_json where key between ? and ? order by key",
      from,
      Math.min(last, from + rowsAtOnce - 1),
    )) {
      const { main, more } = rowOf(kind, textOf(json));
      db.run(insertMain, key, ...main);
      db.run(insertMore, key, ...more);
    }
  }
}

/** Keys of records that the run already has. */
function repeatedKeys(db: StoreDb, kind: RecordKind, no: number, first: number, last: number): readonly number[] {
  const table = recordTables[kind];
  const rows = db.all<{ readonly key: number }>(
    `select p.key from ${table} p
     where p.key between ?1 and ?2 and p.id is not null
       and exists (select 1 from ${table} o where o.id = p.id and o.key >= ?3 and o.key < p.key)
     order by p.key`,
    first,
    last,
    keysOfRun(no)[0],
  );
  return rows.map(({ key }) => key);
}

/** Removes records; the ones after them move up, so that a run's rows have no gaps. */
function removeAndCloseUp(db: StoreDb, table: string, first: number, last: number, out: ReadonlySet<number>): void {
  if (out.size === 0) {
    return;
  }
  let next = first;
  for (let key = first; key <= last; key += 1) {
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

export interface ReplyToParse {
  readonly status: number;
  readonly body: Uint8Array;
}

/** The metadata of a reply: its cost, the total and the cursor (interface, "Metadata"). */
export interface PageMetadata {
  readonly credits?: number | undefined;
  readonly total?: number | undefined;
  readonly cursor?: string | undefined;
}

export type ParsedReply = { readonly metadata: PageMetadata } | { readonly problem: ParsingProblem };

/** Keeps numbers beyond 2^53 exact, because a cursor may be one. */
function metadataFrom(json: string | undefined): PageMetadata {
  const { credits, total, search_after: cursor } = readMetadata(json === undefined ? {} : parseExact(json));
  return { credits, total, cursor };
}

/** SQLite would keep invalid UTF-8, and exports copy its bytes, so it becomes replacement characters. */
function validUtf8(body: Uint8Array): Uint8Array {
  return isUtf8(body) ? body : Buffer.from(new TextDecoder().decode(body));
}

/** Parses the reply into `temp.reply`, in SQLite's binary JSON. If that fails, parses it again to find the problem. */
export function parseReply(db: StoreDb, kind: RecordKind, { body, status }: ReplyToParse): ParsedReply {
  db.exec("create temp table if not exists reply (body blob)");
  const reply = { status, headers: {}, body };
  const start = jsonStart(reply);
  if (!start.ok) {
    return { problem: start.why };
  }
  if (hasTooManyValues(body)) {
    return { problem: "tooMany" };
  }
  // `jsonb` alone would also accept JSON5, such as single quotes and trailing commas, which the service never sends.
  const inserted = db.run(
    "insert into temp.reply select jsonb(body) from (select cast(? as text) as body) where json_valid(body)",
    validUtf8(start.value === 0 ? body : body.subarray(start.value)),
  );
  if (inserted === 0) {
    const parsed = parseJsonObject(reply);
    return { problem: parsed.ok ? "shape" : parsed.why };
  }
  const found = db.get<{
    readonly list?: string;
    readonly records?: number;
    readonly status?: string;
    readonly metadata?: string;
  }>(
    `select json_type(body, ?1) as list, json_array_length(body, ?1) as records, json_type(body, '$.status') as status,
       body -> ?2 as metadata
     from temp.reply`,
    `$.${listFields[kind]}`,
    kind === "contact" ? "$.cost" : "$.metadata",
  );
  if ((found?.records ?? 0) > mostRecords) {
    return { problem: "tooMany" };
  }
  const hasList =
    found?.list === "array" ||
    found?.list === "null" ||
    (kind === "contact" && found?.list === undefined && found?.status === "text");
  return hasList ? { metadata: metadataFrom(found?.metadata) } : { problem: "shape" };
}
