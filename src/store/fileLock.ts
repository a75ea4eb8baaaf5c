// The right to open, close, or replace the file of the database: one process at a time, until it ends.
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { makePrivateFile } from "./files";
import { codeOf } from "./storeError";

const pollMs = 20;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Waits in this thread, which is the store's worker. */
export const pause = (ms: number): void => void Atomics.wait(sleeper, 0, 0, ms);

export function withFileLock<T>(file: string, work: () => T): T {
  let release = lock(`${file}.lock`);
  for (; release === "taken"; release = lock(`${file}.lock`)) {
    pause(pollMs);
  }
  try {
    return work();
  } finally {
    release();
  }
}

/** SQLite's own lock, because it ends with the process. None where nothing can be written: then nobody writes. */
function lock(name: string): (() => void) | "taken" {
  let connection: DatabaseSync | undefined;
  try {
    if (!existsSync(name)) {
      makePrivateFile(name);
    }
    connection = new DatabaseSync(name);
    connection.exec("pragma busy_timeout = 0; begin exclusive");
    const taken = connection;
    return () => taken.close();
  } catch (error) {
    connection?.close();
    return codeOf(error) === "BUSY" ? "taken" : () => undefined;
  }
}
