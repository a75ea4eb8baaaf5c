// The database's files beside SQLite: its folder, the files that belong to it, and which file a name means.
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import path from "node:path";

/** Endings of the files that are the database together, itself first. */
export const companions = ["", "-wal", "-shm", "-journal"] as const;

/** Makes a folder for the user alone. SQLite syncs what is in it; that it is there must survive a power cut as well. */
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
    // Somebody else's folder, or a file system without permissions: SQLite says whether it can be written.
  }
}

/** Makes new names and removed ones in a folder durable. Windows cannot open a folder, and some file systems refuse to sync one. */
export function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, "r");
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // The content itself is durable already.
  }
}

export function removeFiles(file: string, which: readonly string[] = companions): void {
  for (const end of which) {
    rmSync(file + end, { force: true });
  }
}

/** Device and inode: another file of the same name has others. */
export function identityOf(file: string): string {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return "";
  }
}
