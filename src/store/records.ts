// Reads single records: their JSON, and their origins.
import type { RecordKind } from "../service/operations";
import { recordKey, rowOfKey, type RunPurpose } from "./kinds";
import { activeLists, hiddenKeys } from "./leaveOut";
import type { StoreDb } from "./storeDb";

/** The JSON of records by their keys, possibly of several runs. */
export function jsonByKey(db: StoreDb, keys: readonly number[]): ReadonlyMap<number, string> {
  if (keys.length === 0) {
    return new Map();
  }
  const rows = db.all<{ readonly key: number; readonly json: string }>(
    "select key, json from record_json where key in (select value from json_each(?))",
    keys,
  );
  return new Map(rows.map(({ key, json }) => [key, json]));
}

/**
 * The JSON of records, in the order of the keys; `undefined` for each that was deleted, or that a list for everything
 * leaves out.
 */
export function jsonOf(db: StoreDb, keys: readonly number[]): readonly (string | undefined)[] {
  const hidden = hiddenKeys(db, keys, activeLists(db));
  const found = jsonByKey(db, keys);
  return keys.map((key) => (hidden.has(key) ? undefined : found.get(key)));
}

/**
 * How many contacts are read to find the names of callers' own values: all contacts of an enrichment have the same
 * ones.
 */
const readForNames = 1_000;
const mostNames = 20;

/** The names of the caller's own values in the contacts of a run, in the order in which they appear. */
export function customNames(db: StoreDb, run: string): readonly string[] {
  const stored = db.get<{ readonly no: number }>("select no from run where id = ?", run);
  if (stored === undefined) {
    return [];
  }
  const first = recordKey(stored.no, 0);
  return db.column<string>(
    `select c.key from record_json j, json_each(j.json, '$.custom') c
       where j.key between ?1 and ?2 and json_type(j.json, '$.custom') = 'object'
       group by c.key order by min(j.key), min(c.id) limit ${mostNames}`,
    first,
    first + readForNames - 1,
  );
}

/** The origin of a record. */
export interface RecordOrigin {
  readonly key: number;
  /** Id of the run that has it. */
  readonly run: string;
  readonly row: number;
  /** ms since 1970. */
  readonly receivedAt: number;
  readonly kind: RecordKind;
  readonly purpose: RunPurpose;
  readonly runTitle: string;
  /** URI of the saved search. */
  readonly source?: string | undefined;
  /** The service. */
  readonly origin: string;
}

/** The origins of records, by key; deleted records are missing. */
export function originsOf(db: StoreDb, keys: readonly number[]): ReadonlyMap<number, RecordOrigin> {
  const rows = db.all<Omit<RecordOrigin, "row">>(
    `select k.value as key, run.id as run, run.record_kind as kind, run.purpose, run.title as runTitle, run.source,
       c.origin, coalesce(
         (select p.received_at from page p
          where p.run_no = run.no and p.first_row <= k.value % 4294967296 and p.rows > 0
          order by p.first_row desc limit 1),
         run.updated_at) as receivedAt
     from json_each(?) k cross join run on run.no = k.value / 4294967296 join connection c on c.id = run.connection`,
    keys,
  );
  return new Map(rows.map((origin) => [origin.key, { ...origin, row: rowOfKey(origin.key) }]));
}
