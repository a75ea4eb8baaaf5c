// The files of the database: its folder, SQLite's companion files, and the identity behind a name.
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import path from "node:path";

/** The types of NFS, SMB, SMB2, CIFS, 9p (as on WSL), and FUSE (as of sshfs) on Linux. */
const networkTypes: ReadonlySet<number> = new Set([0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x01021997, 0x65735546]);

export function isOnNetwork(
  folder: string,
  statfs: (folder: string) => { readonly type: number } = statfsSync,
): boolean {
  try {
    return folder.startsWith("\\\\") || networkTypes.has(statfs(folder).type);
  } catch {
    return false;
  }
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
 * existing one is not opened: to close it would end the locks that this process has on it. Returns whether it is new.
 */
export function makePrivateFile(file: string): boolean {
  if (!existsSync(file)) {
    closeSync(openSync(file, "a", 0o600));
    return true;
  }
  try {
    if ((statSync(file).mode & 0o077) !== 0) {
      chmodSync(file, 0o600);
    }
  } catch {
    // Another user's file, or a file system without permissions: the folder protects it.
  }
  return false;
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

/** Device and inode, which differ for another file of the same name. */
export function identityOf(file: string): string {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return "";
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Waits in this thread, which is the store's worker. */
export const pause = (ms: number): void => void Atomics.wait(sleeper, 0, 0, ms);
