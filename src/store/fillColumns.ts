// Computes the columns of records that were stored before every column was, or by a process of an earlier version: in
// pieces, each a transaction of its own, so that what is done stays done when this is interrupted.
import type { DatabaseSync } from "node:sqlite";
import { recordKinds, type RecordKind } from "../service/operations";
import { fullTextSql, unfilledTextSql } from "./fullText";
import { joinMore, moreTables, recordTables } from "./kinds";
import type { Progress } from "./openOptions";
import { mainNames, moreNames, rowOf } from "./storedColumns";

/** Records of one transaction: some tens of milliseconds of work. */
const rowsAtOnce = 500;

/** `onProgress` is called only if there are such records. */
export function fillColumns(connection: DatabaseSync, onProgress?: (progress: Progress) => void): void {
  const count = (kind: RecordKind): number =>
    Number(connection.prepare(`select count(*) as n from ${recordTables[kind]} where filled is null`).get()?.["n"]);
  const total = recordKinds.reduce((sum, kind) => sum + count(kind), 0);
  let done = 0;
  for (const kind of total === 0 ? [] : recordKinds) {
    for (let filled = fillSome(connection, kind); filled > 0; filled = fillSome(connection, kind)) {
      done += filled;
      onProgress?.({ done: Math.min(done, total), total });
    }
  }
}

interface Unfilled {
  readonly key: number;
  readonly id: string | null;
  /** Null if it is lost or damaged. */
  readonly json: string | null;
  /** What the full-text index has of this record; null if it has a later version. */
  readonly text: string | null;
}

/** Returns how many there were. */
function fillSome(connection: DatabaseSync, kind: RecordKind): number {
  const table = recordTables[kind];
  connection.exec("begin immediate");
  try {
    const unfilled = connection
      .prepare(
        `select m.key, m.id, iif(json_valid(j.json), j.json, null) as json,
           ${indexedSql(kind, unfilledTextSql(kind))} as text
         from (select key as k from ${table} where filled is null order by key limit ${rowsAtOnce})
           cross join ${table} m on m.key = k left join record_json j on j.key = m.key`,
      )
      .all() as unknown as readonly Unfilled[];
    const set = mainNames(kind).map((name) => `${name} = ?`);
    const update = connection.prepare(`update ${table} set ${set.join(", ")} where key = ?`);
    const more = moreNames(kind);
    const insert = connection.prepare(
      `insert or replace into ${moreTables[kind]} (key, ${more.join(", ")})
       values (?, ${more.map(() => "?").join(", ")})`,
    );
    // A record whose JSON is damaged keeps the columns that it has.
    const keep = connection.prepare(`update ${table} set filled = 1 where key = ?`);
    for (const { key, id, json } of unfilled) {
      if (json === null) {
        keep.run(key);
      } else {
        // Lists of the user name records by their ids, so these stay.
        const { main, more: values } = rowOf(kind, json);
        const [identity = null, ...others] = main;
        const [own = null, ...rest] = values;
        update.run(id, ...others, key);
        insert.run(key, id === identity ? own : (own ?? identity), ...rest);
      }
    }
    addAgain(connection, kind, unfilled);
    connection.exec("commit");
    return unfilled.length;
  } catch (error) {
    connection.exec("rollback");
    throw error;
  }
}

/** A text of the record `m` for the full-text index, which has only the latest version of each record. */
const indexedSql = (kind: RecordKind, text: string): string =>
  `iif(not coalesce(json_valid(j.json), 0)
      or exists (select 1 from ${recordTables[kind]} o where o.id = m.id and o.key > m.key), null, ${text})`;

/** Replaces what the full-text index has of records whose text is another one now. */
function addAgain(connection: DatabaseSync, kind: RecordKind, before: readonly Unfilled[]): void {
  const text = connection.prepare(
    `select ${indexedSql(kind, fullTextSql(kind))} as text
     from ${recordTables[kind]} m ${joinMore(kind)} left join record_json j on j.key = m.key where m.key = ?`,
  );
  const remove = connection.prepare("insert into everything (everything, rowid, text) values ('delete', ?, ?)");
  const add = connection.prepare("insert into everything (rowid, text) values (?, ?)");
  for (const { key, text: old } of before) {
    const now = text.get(key)?.["text"] as string | null;
    if (now !== old) {
      if (old !== null) {
        remove.run(-key, old);
      }
      if (now !== null) {
        add.run(-key, now);
      }
    }
  }
}
