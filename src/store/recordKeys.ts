// The key of a record: the number of its run and its row, so that the records of a run are adjacent and in order.
import type { StoreDb } from "./storeDb";

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
  return last === null || last === undefined ? 0 : rowOfKey(last) + 1;
}
