// The files of the database: its folder, SQLite's companion files, and the identity behind a name.
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import path from "node:path";

/** Suffixes of the files that make up the database, itself first. */
export const companions = ["", "-wal", "-shm", "-journal"] as const;

/** Creates a folder for the user alone, durably: SQLite syncs only what is in it. */
export function makePrivateFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first !== undefined) {
    for (let made = folder; made.length >= first.length; made = path.dirname(made)) {
      syncFolder(path.dirname(made));
    }
  }
  try {
    chmodSync(folder, 0o700);
  } catch {
    // Another user's folder, or a file system without permissions: SQLite reports if it cannot be written.
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

export function removeFiles(file: string, which: readonly string[] = companions): void {
  for (const end of which) {
    rmSync(file + end, { force: true });
  }
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
