// The user's lists of records. A list contains ids of records, so it shows their latest versions.
import { recordKinds, type RecordKind } from "../service/operations";
import { recordTables } from "./kinds";
import type { StoreDb } from "./storeDb";
import { notFound } from "./storeError";

export interface RecordList {
  readonly id: string;
  readonly name: string;
  readonly counts: Readonly<Record<RecordKind, number>>;
}

export interface NewRecordList {
  readonly id: string;
  readonly name: string;
}

export function create(db: StoreDb, { id, name }: NewRecordList): RecordList {
  return db.write(() => {
    db.insert("record_list", { id, name });
    return existing(db, id);
  });
}

export function rename(db: StoreDb, id: string, name: string): void {
  db.run("update record_list set name = ? where id = ?", name, id);
}

/** Deletes a list with its notes; the records are kept. */
export function remove(db: StoreDb, id: string): void {
  db.write(() => {
    db.run("delete from record_list_entry where list_no = (select no from record_list where id = ?)", id);
    db.run("delete from record_list where id = ?", id);
  });
}

/** SQL for lists, with the number of records of each kind. */
const lists = `select id, name, (
    select json_group_object(record_kind, n)
    from (select value as record_kind, (
        select count(*) from record_list_entry r where list_no = no and r.record_kind = value) as n
      from json_each('${JSON.stringify(recordKinds)}'))) as "counts:json"
  from record_list`;

/** Ordered by name. */
export const list = (db: StoreDb): readonly RecordList[] => db.all(`${lists} order by lower(name), no`);

export const get = (db: StoreDb, id: string): RecordList | undefined => db.get(`${lists} where id = ?`, id);

function existing(db: StoreDb, id: string): RecordList {
  const found = get(db, id);
  if (found === undefined) {
    throw notFound();
  }
  return found;
}

/** Adds records that are not in the list yet; returns how many. Records without an id cannot be added. */
export function add(db: StoreDb, id: string, kind: RecordKind, keys: readonly number[], at: number): number {
  return db.write(() => {
    existing(db, id);
    return db.run(
      `insert into record_list_entry (list_no, record_kind, record_id, added_at)
       select (select no from record_list where id = ?1), ?2, m.id, ?3
       from json_each(?4) k cross join ${recordTables[kind]} m on m.key = k.value
       where m.id is not null order by k.key
       on conflict do nothing`,
      id,
      kind,
      at,
      keys,
    );
  });
}

/** Removes records, with their notes; returns how many were in the list. */
export function removeRecords(db: StoreDb, id: string, kind: RecordKind, keys: readonly number[]): number {
  return db.write(() => {
    existing(db, id);
    return db.run(
      `delete from record_list_entry
       where list_no = (select no from record_list where id = ?1) and record_kind = ?2 and record_id in (
         select m.id from json_each(?3) k cross join ${recordTables[kind]} m on m.key = k.value)`,
      id,
      kind,
      keys,
    );
  });
}

/** Replaces the note of a record in the list; an empty text removes it. */
export function setNote(db: StoreDb, id: string, kind: RecordKind, key: number, note: string): void {
  db.run(
    `update record_list_entry set note = ?
     where list_no = (select no from record_list where id = ?) and record_kind = ?
       and record_id = (select id from ${recordTables[kind]} where key = ?)`,
    note.trim() === "" ? null : note,
    id,
    kind,
    key,
  );
}

/** A record's entry in a list, with its note. */
export interface Listed {
  readonly key: number;
  /** Id of the list. */
  readonly list: string;
  /** The name of the list. */
  readonly name: string;
  readonly note?: string | undefined;
}

/** The lists that contain these records. */
export function listed(db: StoreDb, kind: RecordKind, keys: readonly number[]): readonly Listed[] {
  return db.all(
    `select m.key, l.id as list, l.name, r.note
     from json_each(?1) k cross join ${recordTables[kind]} m on m.key = k.value
       join record_list_entry r on r.record_kind = ?2 and r.record_id = m.id
       join record_list l on l.no = r.list_no
     order by k.key, lower(l.name)`,
    keys,
    kind,
  );
}

/**
 * How many records in lists have only versions from runs before a time, in ms since 1970, and how many of them have a
 * note.
 */
export function countListed(db: StoreDb, before: number): { readonly listed: number; readonly notes: number } {
  const counts = recordKinds.map((kind) =>
    db.get<{ readonly listed: number; readonly notes: number }>(
      `select count(*) as listed, count(note) as notes from record_list_entry r
       where record_kind = ?1 and not exists (
         select 1 from ${recordTables[kind]} m join run on run.no = m.key / 4294967296
         where m.id = r.record_id and run.updated_at >= ?2)`,
      kind,
      before,
    ),
  );
  const sum = (of: "listed" | "notes"): number => counts.reduce((total, count) => total + (count?.[of] ?? 0), 0);
  return { listed: sum("listed"), notes: sum("notes") };
}

/** Removes records without any stored version. */
export function removeMissing(db: StoreDb): void {
  for (const kind of recordKinds) {
    db.run(
      `delete from record_list_entry where record_kind = ? and not exists (
         select 1 from ${recordTables[kind]} m where m.id = record_list_entry.record_id)`,
      kind,
    );
  }
}
