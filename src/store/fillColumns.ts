// Computes the columns of records that were stored before every column was, or by a process of an earlier version: in
// pieces, each a transaction of its own, so that what is done stays done when this is interrupted.
import type { DatabaseSync } from "node:sqlite";
import { recordKinds, type RecordKind } from "../service/operations";
import { fillIndexSql } from "./everything";
import { moreTables, recordTables } from "./kinds";
import type { Progress } from "./openOptions";
import { mainNames, moreNames, rowOf } from "./storedColumns";

/** Records of one transaction: some tens of milliseconds of work. */
const rowsAtOnce = 500;

/** `onProgress` is called only if there are such records. */
export function fillColumns(connection: DatabaseSync, onProgress?: (progress: Progress) => void): void {
  const total = unfilledRows(connection);
  for (let left = total; left > 0;) {
    left = fillSome(connection);
    onProgress?.({ done: total - left, total });
  }
}

const unfilledRows = (connection: DatabaseSync): number =>
  recordKinds.reduce((sum, kind) => {
    const row = connection.prepare(`select count(*) as n from ${recordTables[kind]} where filled is null`).get();
    return sum + Number(row?.["n"]);
  }, 0);

interface Unfilled {
  readonly key: number;
  readonly id: string | null;
  /** Null if it is lost or damaged. */
  readonly json: string | null;
}

/** Returns how many are left. The full-text index is filled anew with the last of them. */
function fillSome(connection: DatabaseSync): number {
  connection.exec("begin immediate");
  try {
    for (const kind of recordKinds) {
      fillKind(connection, kind);
    }
    const left = unfilledRows(connection);
    if (left === 0) {
      connection.exec(fillIndexSql);
    }
    connection.exec("commit");
    return left;
  } catch (error) {
    connection.exec("rollback");
    throw error;
  }
}

function fillKind(connection: DatabaseSync, kind: RecordKind): void {
  const table = recordTables[kind];
  const unfilled = connection
    .prepare(
      `select m.key, m.id, iif(json_valid(j.json), j.json, null) as json
       from ${table} m left join record_json j on j.key = m.key
       where m.filled is null order by m.key limit ${rowsAtOnce}`,
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
      continue;
    }
    // Lists of the user name records by their ids, so these stay.
    const { main, more: values } = rowOf(kind, json);
    const [identity = null, ...others] = main;
    const [own = null, ...rest] = values;
    update.run(id, ...others, key);
    insert.run(key, id === identity ? own : (own ?? identity), ...rest);
  }
}
