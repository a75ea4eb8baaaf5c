// Records in an order, read by their positions: consecutive keys of a run, or the keys in a temporary table.
import type { RecordKind } from "../service/operations";
import type { StoreDb } from "./storeDb";
import { joinMore, recordTables } from "./kinds";
import { dropTable, newTable } from "./temporaryTables";
import { countOf, type SourceSql } from "./viewSource";

export interface KeyList {
  readonly kind: RecordKind;
  readonly count: number;
  /** The first of consecutive keys: then there is no table. */
  readonly plainFrom: number | undefined;
  /** Its keys by `pos`, from 1. */
  readonly table: string;
}

/** Keys that are in a table already. */
export type CollectedKeys = Pick<KeyList, "table" | "count">;

export interface Place {
  /** Over the tables `m` and `more` of the kind and, with JSON, `j`. */
  readonly from: string;
  readonly where: string;
  readonly values: readonly [number, number];
  readonly order: string;
}

/** Positions `from` to before `to`. */
export function placeOf(list: KeyList, from: number, to: number, withJson: boolean): Place {
  const table = recordTables[list.kind];
  const beside = `${joinMore(list.kind)} ${withJson ? "join record_json j on j.key = m.key" : ""}`;
  const { plainFrom } = list;
  return plainFrom === undefined
    ? {
        from: `${list.table} v join ${table} m on m.key = v.key ${beside}`,
        where: "v.pos between ? and ?",
        values: [from + 1, to],
        order: "v.pos",
      }
    : {
        from: `${table} m ${beside}`,
        where: "m.key between ? and ?",
        values: [plainFrom + from, plainFrom + to - 1],
        order: "m.key",
      };
}

/** Calls `use` with all records of a source; keys that are not consecutive are put into a table for that long. */
export async function withKeysOf<T>(
  db: StoreDb,
  kind: RecordKind,
  source: SourceSql & { readonly keys?: CollectedKeys | undefined },
  use: (list: KeyList) => Promise<T>,
): Promise<T> {
  if (source.keys !== undefined) {
    return use({ kind, plainFrom: undefined, ...source.keys });
  }
  if (source.firstKey !== undefined) {
    return use({ kind, count: source.count, plainFrom: source.firstKey, table: "" });
  }
  const table = newTable("keys");
  db.exec(`create table ${table} (pos integer primary key, key integer)`);
  try {
    db.run(
      `insert into ${table} (key) select m.key from ${source.from} where ${source.where} order by ${source.order}`,
      ...source.values,
    );
    return await use({ kind, count: countOf(db, table), plainFrom: undefined, table });
  } finally {
    dropTable(db, table);
  }
}
