// The key of a record: its run's number and its row, so that the rows of a run lie together and in order.

/** Rows a run can have. Run numbers may grow to two million before keys leave what a number holds exactly. */
const rowsOfRun = 2 ** 32;

export const recordKey = (run: number, row: number): number => run * rowsOfRun + row;
export const runOfKey = (key: number): number => Math.floor(key / rowsOfRun);
export const rowOfKey = (key: number): number => key % rowsOfRun;

/** The first and the last key that a run's records can have. */
export const keysOfRun = (run: number): readonly [number, number] => [recordKey(run, 0), recordKey(run, rowsOfRun - 1)];
