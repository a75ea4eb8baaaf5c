// The versions of a record that a service has sent, and when.
import { comparedColumns } from "../records/extraColumns";
import type { RecordKind } from "../service/operations";
import { columnSql, formerEmailSql } from "./columnSql";
import { recordTables } from "./kinds";
import { originsOf, type RecordOrigin } from "./records";
import type { StoreDb } from "./storeDb";

export interface RecordVersion extends Pick<RecordOrigin, "run" | "runTitle" | "receivedAt"> {
  /** By the id of a compared column; null if it is unknown. */
  readonly values: Readonly<Record<string, string | number | null>>;
}

/** Enough for a record that is refreshed every day for a year; older versions are omitted. */
const mostVersions = 400;

/** The email address of a person or contact if it is at a former employer. */
export const emailAtFormerEmployer = (db: StoreDb, kind: RecordKind, key: number): string | undefined =>
  db.value(`select ${formerEmailSql(kind, "m")} from ${recordTables[kind]} m where m.key = ?`, key);

/** All versions that one service has sent of the record with this key, oldest first. */
export function versions(db: StoreDb, kind: RecordKind, key: number): readonly RecordVersion[] {
  const values = comparedColumns(kind).map((id) => {
    const { sql } = columnSql({ kind }, id, "o");
    return `'${id}', iif(typeof(${sql}) = 'blob', null, ${sql})`;
  });
  const table = recordTables[kind];
  const rows = db.all<{ readonly key: number; readonly values: RecordVersion["values"] }>(
    `select o.key, json_object(${values.join(", ")}) as "values:json"
     from ${table} m cross join ${table} o on o.id = m.id
     where m.key = ? order by o.key desc limit ${mostVersions}`,
    key,
  );
  const origins = originsOf(
    db,
    rows.map((row) => row.key),
  );
  const own = origins.get(key);
  return rows
    .flatMap((row) => {
      const found = origins.get(row.key);
      return found === undefined || found.origin !== own?.origin
        ? []
        : { run: found.run, runTitle: found.runTitle, receivedAt: found.receivedAt, values: row.values };
    })
    .reverse();
}
