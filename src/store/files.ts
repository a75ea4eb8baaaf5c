// The files of the database: its folder, SQLite's companion files, and the identity behind a name.
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { threadId } from "node:worker_threads";
import { codeOf } from "./storeError";

/** Of the file that versions before the first published one wrote. */
const earlierName = "prospect-desk.db";

/** The database of an earlier version in the same folder. */
export function earlierDatabase(file: string): string | undefined {
  const earlier = path.join(path.dirname(file), earlierName);
  return existsSync(earlier) ? earlier : undefined;
}

/** Suffixes of the files that make up the database, itself first. */
export const companions = ["", "-wal", "-shm", "-journal"] as const;

/** Creates a folder for the user alone, durably: SQLite syncs only what is in it. */
export function makePrivateFolder(folder: string): void {
  makeFolder(path.resolve(folder));
  try {
    chmodSync(folder, 0o700);
  } catch {
    // Another user's folder, or a file system without permissions: SQLite reports if it cannot be written.
  }
}

/** One at a time: where nothing can be created, such as below /proc, Node's recursive mkdir never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    return;
  }
  const parent = path.dirname(folder);
  makeFolder(parent);
  try {
    mkdirSync(folder, 0o700);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) {
      throw error;
    }
  }
  syncFolder(parent);
}

/**
 * Creates a file for the user alone, or makes an existing one private; SQLite gives its companions the same mode. An
 * existing one is not opened: to close it would end the locks that this process has on it.
 */
export function makePrivateFile(file: string): void {
  if (!existsSync(file)) {
    closeSync(openSync(file, "a", 0o600));
    return;
  }
  try {
    if ((statSync(file).mode & 0o077) !== 0) {
      chmodSync(file, 0o600);
    }
  } catch {
    // Another user's file, or a file system without permissions: the folder protects it.
  }
}

/** Makes created and removed names in a folder durable. Windows and some file systems do not support this. */
export function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, "r");
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // The contents of the files are durable already.
  }
}

/** Makes the content of a file durable. */
export function syncFile(file: string): void {
  const opened = openSync(file, "r+");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

export function removeFiles(file: string, which: readonly string[] = companions): void {
  for (const end of which) {
    rmSync(file + end, { force: true });
  }
}

/** Durably, and whole or not at all, whichever processes write it at once. */
export function writeWhole(file: string, text: string): void {
  const temporary = `${file}.${process.pid}-${threadId}.new`;
  writeFileSync(temporary, text, { mode: 0o600 });
  syncFile(temporary);
  renameSync(temporary, file);
  syncFolder(path.dirname(file));
}

/**
 * Puts a whole file in the place of the database. The old log goes first, or SQLite would apply it to the new file.
 */
export function replaceFile(next: string, file: string): void {
  removeFiles(file, companions.slice(1));
  renameSync(next, file);
  syncFolder(path.dirname(file));
}

/** Device and inode, which differ for another file of the same name. */
export function identityOf(file: string): string {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return "";
  }
}

/** A name that is not taken: with the time, and a number if needed. `now` in ms since 1970. */
export function freeName(start: string, now: number, end = ""): string {
  const name = `${start}${new Date(now).toISOString().replace(/[-:.]/g, "")}`;
  let free = name;
  for (let count = 2; companions.some((companion) => existsSync(free + companion)); count += 1) {
    free = `${name}-${count}`;
  }
  return free + end;
}

/** Damaged files, and the database as it was before a backup was restored. */
export function filesSetAside(file: string): readonly string[] {
  const folder = path.dirname(file);
  const prefixes = ["damaged", "before-restore"].map((what) => `${path.basename(file)}.${what}-`);
  return readdirSync(folder)
    .filter((name) => prefixes.some((prefix) => name.startsWith(prefix)))
    .map((name) => path.join(folder, name));
}

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
