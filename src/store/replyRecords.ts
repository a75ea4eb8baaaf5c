// Splits a reply into records by SQL: one row for each record, without those that the run has already.
import type { RecordKind } from "../service/operations";
import { listFields } from "../service/operations";
import type { StoreDb } from "./storeDb";
import { addToIndex } from "./everything";
import { recordTables } from "./kinds";
import { idSql, isOddIdSql, mainColumns, notAListSql, rawSql } from "./mainColumns";
import { addFetchedProfiles } from "./fetchedPeople";
import { keysOfRun, recordKey } from "./recordKeys";
import { searchedSql } from "./searchText";

export interface AddedRecords {
  /** Records in the reply. */
  readonly returned: number;
  /** Records that the run had already. */
  readonly repeated: number;
  /** Records that were skipped because other runs have them. */
  readonly skipped: number;
  /** Contacts that are people of other runs; only with `addProfiles`. */
  readonly owned?: number | undefined;
}

export interface AddingOptions {
  /** Skips records that other runs have. */
  readonly skipKnown?: boolean | undefined;
  /** Gives contacts without a profile that of the same person in other runs. */
  readonly addProfiles?: boolean | undefined;
}

/** Adds the records of the parsed reply in `temp.reply` to a run, from this row on. */
export function addRecords(
  db: StoreDb,
  { no, kind }: { readonly no: number; readonly kind: RecordKind },
  firstRow: number,
  { skipKnown = false, addProfiles = false }: AddingOptions,
): AddedRecords {
  const first = recordKey(no, firstRow);
  const returned = insertJson(db, kind, first);
  const last = first + returned - 1;
  const owned = addProfiles ? addFetchedProfiles(db, first, last) : undefined;
  insertColumns(db, kind, first, last);
  const repeated = repeatedKeys(db, kind, no, first, last);
  const out = new Set(repeated);
  if (skipKnown) {
    for (const { key, id } of knownRecords(db, kind, no, first, last)) {
      if (!out.has(key)) {
        out.add(key);
        db.run("insert into skipped_id (run_no, id) values (?, ?)", no, id);
      }
    }
  }
  removeAndCloseUp(db, recordTables[kind], first, last, out);
  fillDerivedColumns(db, kind, first, last - out.size);
  addToIndex(db, kind, first, last - out.size);
  return { returned, repeated: repeated.length, skipped: out.size - repeated.length, ...(addProfiles && { owned }) };
}

/**
 * The JSON of an item of `json_each` as sent. Extracting a value that is no record by its path walks the list again, so
 * only the first 1,000 keep every digit: that is more than a page has.
 */
const itemSql = `case
  when e.type in ('object', 'array') then e.value
  when e.type in ('true', 'false') then e.type
  when e.key < 1000 then r.body -> e.fullkey
  else json_quote(e.value) end`;

/** Inserts every record of the reply, repeated ones too; returns how many there are. */
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

function insertColumns(db: StoreDb, kind: RecordKind, first: number, last: number): void {
  const columns = mainColumns(kind);
  db.run(
    `insert into ${recordTables[kind]} (key, id, ${columns.map(({ id }) => id).join(", ")})
     select j.key, ${idSql(kind)}, ${columns.map(({ sql }) => sql).join(", ")}
     from record_json j where j.key between ? and ?`,
    first,
    last,
  );
}

/** Computes the columns of records that have only their JSON, but does not add them to the full-text index. */
export function addMainRows(db: StoreDb, kind: RecordKind, first: number, last: number): void {
  insertColumns(db, kind, first, last);
  fillDerivedColumns(db, kind, first, last);
}

/** Keys of records that the run has already, or has skipped before. */
function repeatedKeys(db: StoreDb, kind: RecordKind, no: number, first: number, last: number): readonly number[] {
  const table = recordTables[kind];
  const rows = db.all<{ readonly key: number }>(
    `select p.key from ${table} p
     where p.key between ?1 and ?2 and p.id is not null and (
       exists (select 1 from ${table} o where o.id = p.id and o.key >= ?3 and o.key < p.key)
       or exists (select 1 from skipped_id s where s.run_no = ?4 and s.id = p.id))
     order by p.key`,
    first,
    last,
    keysOfRun(no)[0],
    no,
  );
  return rows.map(({ key }) => key);
}

/** Records that other runs have. */
function knownRecords(
  db: StoreDb,
  kind: RecordKind,
  no: number,
  first: number,
  last: number,
): readonly { readonly key: number; readonly id: string }[] {
  const table = recordTables[kind];
  return db.all(
    `select p.key, p.id from ${table} p
     where p.key between ?1 and ?2 and p.id is not null
       and exists (select 1 from ${table} o where o.id = p.id and (o.key < ?3 or o.key > ?4))
     order by p.key`,
    first,
    last,
    ...keysOfRun(no),
  );
}

/** Removes records; those behind them move up, so that the rows of a run have no gaps. */
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

/** In characters: hostile texts of 16 MB are copied several times, and nobody sorts or searches by their ends. */
const longestKey = 1_000;
const longestSearched = 100_000;

const keyOf = (column: string): string => `substr(${column}, 1, ${longestKey})`;

/** Fills the columns that are computed from others: for sorting, searching and comparing. */
function fillDerivedColumns(db: StoreDb, kind: RecordKind, first: number, last: number): void {
  const table = recordTables[kind];
  const url = kind === "contact" ? "profile_network_url" : "network_url";
  const domain = kind === "company" ? `domain_key = address(${keyOf("domain")}),` : "";
  db.run(
    `update ${table} set
       name_key = iif(typeof(name) = 'text', sortable(${keyOf("name")}), name),
       url_key = address(${keyOf(url)}), ${domain}
       raw = coalesce(${rawSql(kind)}, 0)
         or (select ${notAListSql(kind)} or ${isOddIdSql(kind)} from record_json j where j.key = ${table}.key),
       search = s.folded
     from (
       select key as k, iif(t glob '*[^ -~]*', fold(t), lower(t)) as folded
       from (
         select key, substr(${searchedSql(kind, table)}, 1, ${longestSearched}) as t
         from ${table} where key between ?1 and ?2 limit -1)) s
     where key = s.k`,
    first,
    last,
  );
}
