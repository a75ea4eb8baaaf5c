// Records whose JSON is no longer valid, for example because a page of the disk was zeroed: exports leave them out, and
// name and count them.
import { isUtf8 } from "node:buffer";
import type { SQLOutputValue } from "node:sqlite";
import type { RecordKind } from "../service/operations";
import type { StoreDb } from "./storeDb";
import { recordTables } from "./kinds";

/** SQL of two values after those of a row, over the tables `m` and, with JSON, `j`. */
export const readableSql = (withJson: boolean): string => `, m.key, ${withJson ? "json_valid(j.json)" : "1"}`;

/** Removes these values, and the rows that cannot be read; adds the keys of those to `unreadable`. */
export function readableRows(rows: SQLOutputValue[][], unreadable: Set<number>): SQLOutputValue[][] {
  return rows.filter((row) => {
    const isValid = row.pop();
    const key = Number(row.pop());
    const isReadable = isValid === 1 && row.every((value) => !(value instanceof Uint8Array) || isUtf8(value));
    if (!isReadable) {
      unreadable.add(key);
    }
    return isReadable;
  });
}

export interface UnreadableRecords {
  readonly count: number;
  /** Names or ids of the first ones, as far as the columns of the database still tell them. */
  readonly names: readonly string[];
}

const mostNames = 5;

export function describeUnreadable(db: StoreDb, kind: RecordKind, keys: ReadonlySet<number>): UnreadableRecords {
  const names = db.all<{ readonly name: string | null }>(
    `select coalesce(nullif(trim(name), ''), id, 'row ' || (key % 4294967296 + 1)) as name from ${recordTables[kind]}
     where key in (select value from json_each(?)) order by key limit ${mostNames}`,
    [...keys],
  );
  return { count: keys.size, names: names.map(({ name }) => String(name)) };
}
