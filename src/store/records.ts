// Reads single records: their JSON, where they are stored, and whether they are as documented.
import { parseExact } from "../service/exactJson";
import type { RecordKind } from "../service/operations";
import { recordProblem } from "../service/recordProblem";
import type { StoreDb } from "./database";
import { recordTables } from "./kinds";
import { recordKey, rowOfKey, runOfKey } from "./recordKeys";
import { addMismatches } from "./runs";

/** The JSON of records by their keys, which may be of several runs. */
export function jsonByKey(db: StoreDb, keys: readonly number[]): ReadonlyMap<number, string> {
  if (keys.length === 0) {
    return new Map();
  }
  const rows = db.all<{ readonly key: number; readonly json: string }>(
    "select key, json from record_json where key in (select value from json_each(?))",
    JSON.stringify(keys),
  );
  return new Map(rows.map(({ key, json }) => [key, json]));
}

/** The JSON of records, in the order of the keys; `undefined` for one that was deleted. */
export function jsonOf(db: StoreDb, keys: readonly number[]): readonly (string | undefined)[] {
  const found = jsonByKey(db, keys);
  return keys.map((key) => found.get(key));
}

/**
 * Compares the records of a stored page with what the service documents; counts those that differ in the run, and keeps
 * a description of the first. Returns how many differ.
 */
export function checkPage(db: StoreDb, id: string, page: number): number {
  const stored = db.get<{
    readonly no: number;
    readonly kind: RecordKind;
    readonly first: number;
    readonly rows: number;
  }>(
    `select run.no, run.record_kind as kind, p.first_row as first, p.rows
     from run join page p on p.run_no = run.no
     where run.id = ? and p.page = ?`,
    id,
    page,
  );
  if (stored === undefined || stored.rows === 0) {
    return 0;
  }
  const rows = db.all<{ readonly json: string }>(
    "select json from record_json where key between ? and ? order by key",
    recordKey(stored.no, stored.first),
    recordKey(stored.no, stored.first + stored.rows - 1),
  );
  const problems = rows.flatMap(({ json }) => recordProblem(stored.kind, parseExact(json)) ?? []);
  const [example] = problems;
  if (example !== undefined) {
    addMismatches(db, stored.no, problems.length, example);
  }
  return problems.length;
}

export interface OwnedRecord {
  readonly key: number;
  /** Id of the run that has it. */
  readonly run: string;
  readonly row: number;
  /** ms since 1970. */
  readonly receivedAt: number;
}

/** The latest version of a record that any run has; `undefined` when none does. */
export function owned(db: StoreDb, kind: RecordKind, id: string): OwnedRecord | undefined {
  const found = db.get<{ readonly key: number }>(
    `select max(key) as key from ${recordTables[kind]} where id = ? and id <> '' having max(key) is not null`,
    id,
  );
  return found === undefined ? undefined : originOf(db, found.key);
}

/** The run that a record came with, and when. */
export function originOf(db: StoreDb, key: number): OwnedRecord | undefined {
  const row = db.get<{ readonly id: string; readonly at: number }>(
    `select run.id, coalesce(
       (select p.received_at from page p
        where p.run_no = run.no and p.first_row <= ? and p.rows > 0 order by p.first_row desc limit 1),
       run.updated_at) as at
     from run where run.no = ?`,
    rowOfKey(key),
    runOfKey(key),
  );
  return row === undefined ? undefined : { key, run: row.id, row: rowOfKey(key), receivedAt: row.at };
}
