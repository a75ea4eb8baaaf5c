// The database table of each kind of record.
import type { RecordKind } from "../service/operations";
import type { StoreDb } from "./storeDb";

/** The table with the main columns of each kind of record. */
export const recordTables = {
  company: "company_record",
  person: "person_record",
  contact: "contact_record",
} as const satisfies Readonly<Record<RecordKind, string>>;

/** Beside it, by the same key, the table with all other columns: so that a pass over the main columns stays short. */
export const moreTables = {
  company: "company_more",
  person: "person_more",
  contact: "contact_more",
} as const satisfies Readonly<Record<RecordKind, string>>;

/** Adds the other columns, `more`, to the table `m`. SQLite leaves the join out where nothing reads them. */
export const joinMore = (kind: RecordKind): string => `left join ${moreTables[kind]} more on more.key = m.key`;

/** Rows that a run can have. With 2^21 runs keys are still exact numbers. */
const rowsOfRun = 2 ** 32;

export const recordKey = (run: number, row: number): number => run * rowsOfRun + row;
export const runOfKey = (key: number): number => Math.floor(key / rowsOfRun);
export const rowOfKey = (key: number): number => key % rowsOfRun;

/** The first and the last key that a run's records can have. */
export const keysOfRun = (run: number): readonly [number, number] => [recordKey(run, 0), recordKey(run, rowsOfRun - 1)];

/** The row behind the last record of a run. A run that lost records has gaps before it. */
export function nextRow(db: StoreDb, run: number): number {
  const last = db.value<number>("select max(key) from record_json where key between ? and ?", ...keysOfRun(run));
  return last === undefined ? 0 : rowOfKey(last) + 1;
}
