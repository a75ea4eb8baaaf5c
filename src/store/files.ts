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

/** The types of NFS, SMB, SMB2, CIFS, 9p (used by WSL), and FUSE (used by sshfs) on Linux. */
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

/** Suffixes of the files that make up the database, starting with its own. */
export const companions = ["", "-wal", "-shm", "-journal"] as const;

/** Creates a folder that only the user can read, durably: SQLite only syncs the folder's content. */
export function makePrivateFolder(folder: string): void {
  makeFolder(path.resolve(folder));
  try {
    chmodSync(folder, 0o700);
  } catch {
    // Another user's folder, or a file system without permissions: SQLite reports it if it cannot write.
  }
}

/** Creates one folder at a time: where none can be created, such as below /proc, Node's recursive mkdir never ends. */
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
 * Creates a file that only the user can read, or makes an existing one private; SQLite gives its companions the same
 * mode. An existing file is not opened, because closing it would release this process's locks. Returns whether it is
 * new.
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
    // The contents of the files are already durable.
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

/** Device and inode, which differ for another file with the same name. */
export function identityOf(file: string): string {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return "";
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Blocks this thread, which is the store's worker. */
export const pause = (ms: number): void => void Atomics.wait(sleeper, 0, 0, ms);
