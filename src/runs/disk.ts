// The disk as a small interface, so that every fault of a real one can be put in its place.
import { constants } from "node:fs";
import * as fs from "node:fs/promises";

/** One open file. Every method rejects with Node's error (`code` such as ENOSPC) when the disk refuses. */
export interface DiskFile {
  /** Writes all of `bytes` at the end of a file opened to append, else at `position`. */
  write(bytes: Uint8Array, position?: number): Promise<void>;
  /** Writes the pieces one behind the other at the end of a file opened to append; all of it is on the medium when it resolves. */
  writeDurably(...pieces: readonly Uint8Array[]): Promise<void>;
  /** Fills `into` from `position`; resolves to how many bytes there were, fewer only at the end of the file. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** The bytes are on the medium when it resolves. */
  datasync(): Promise<void>;
  truncate(size: number): Promise<void>;
  /** `links` is 0 when the file was removed while open. */
  stat(): Promise<DiskStat>;
  close(): Promise<void>;
}

export interface DiskStat {
  readonly size: number;
  readonly links: number;
  /** ms since 1970. */
  readonly modifiedAt: number;
}

/** read: must exist. append: made when missing, every write lands at the end. create: must not exist. update: exists, written at positions. */
export type OpenMode = "read" | "append" | "create" | "update";

export interface Disk {
  /** Files are made readable by the user alone. */
  open(path: string, mode: OpenMode): Promise<DiskFile>;
  /** Makes the folder and those above it, for the user alone; none of it an error when there. */
  makeFolder(path: string): Promise<void>;
  /** Names in a folder; none when there is no such folder. */
  names(folder: string): Promise<readonly string[]>;
  stat(path: string): Promise<DiskStat | undefined>;
  /** A small file's content; `undefined` when there is none. */
  readFile(path: string): Promise<Uint8Array | undefined>;
  rename(from: string, to: string): Promise<void>;
  /** No error when there is none. */
  remove(path: string): Promise<void>;
  /** Removes a folder that is empty; no error when there is none, or something is in it. */
  removeFolder(path: string): Promise<void>;
  /** Makes new names in the folder durable, where the platform can. */
  syncFolder(path: string): Promise<void>;
}

const flags: Readonly<Record<OpenMode, number>> = {
  read: constants.O_RDONLY,
  append: constants.O_RDWR | constants.O_CREAT | constants.O_APPEND,
  create: constants.O_RDWR | constants.O_CREAT | constants.O_EXCL,
  update: constants.O_RDWR,
};

/** The code of one of Node's file errors, `undefined` for any other thing. */
export function diskErrorCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (diskErrorCode(error) === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}

/** Goes on from `done` until `into` is full or the file at its end. One call to the system as a rule, and no more waits than that has. */
function readFrom(handle: fs.FileHandle, into: Uint8Array, position: number, done: number): Promise<number> {
  return handle.read(into, done, into.length - done, position + done).then(({ bytesRead }) => {
    const now = done + bytesRead;
    return bytesRead === 0 || now === into.length ? now : readFrom(handle, into, position, now);
  });
}

async function writeAll(handle: fs.FileHandle, bytes: Uint8Array, position?: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position === undefined ? null : position + done);
    done += bytesWritten;
  }
}

/** In one call to the system as a rule, with no copy of the pieces. */
async function writePieces(handle: fs.FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  const [first, ...others] = pieces;
  if (first === undefined || others.length === 0) {
    return first && writeAll(handle, first);
  }
  let { bytesWritten: done } = await handle.writev(pieces);
  for (const piece of pieces) {
    if (done < piece.length) {
      await writeAll(handle, piece.subarray(done));
    }
    done = Math.max(0, done - piece.length);
  }
}

/**
 * A second handle whose writes are durable when they return, where the platform has such. Writing and syncing are one
 * step then, which needs no turn of the main thread in between: both go on while a reply is parsed.
 */
async function openDurable(path: string, handle: fs.FileHandle): Promise<fs.FileHandle | undefined> {
  if (!constants.O_DSYNC) {
    return undefined;
  }
  try {
    const durable = await fs.open(path, constants.O_WRONLY | constants.O_APPEND | constants.O_DSYNC);
    const [one, other] = await Promise.all([durable.stat(), handle.stat()]);
    if (one.ino === other.ino && one.dev === other.dev) {
      return durable;
    }
    await durable.close();
  } catch {
    // The path leads nowhere any more: the first handle still does.
  }
  return undefined;
}

function diskFile(path: string, handle: fs.FileHandle): DiskFile {
  let durable: fs.FileHandle | "unknown" | "none" = "unknown";
  return {
    write: (bytes, position) => writeAll(handle, bytes, position),
    async writeDurably(...pieces) {
      if (durable === "unknown") {
        durable = (await openDurable(path, handle)) ?? "none";
      }
      // With nothing awaited before it from the second time on: the write is under way when this returns to its caller.
      await writePieces(durable === "none" ? handle : durable, pieces);
      if (durable === "none") {
        await handle.datasync();
      }
    },
    read: (into, position) => readFrom(handle, into, position, 0),
    datasync: () => handle.datasync(),
    truncate: (size) => handle.truncate(size),
    async stat() {
      const { size, nlink, mtimeMs } = await handle.stat();
      return { size, links: nlink, modifiedAt: mtimeMs };
    },
    async close() {
      if (typeof durable === "object") {
        await durable.close();
      }
      await handle.close();
    },
  };
}

/** The machine's disk. */
export const realDisk: Disk = {
  open: async (path, mode) => diskFile(path, await fs.open(path, flags[mode], 0o600)),
  async makeFolder(path) {
    await fs.mkdir(path, { recursive: true, mode: 0o700 });
  },
  names: async (folder) => (await unlessMissing(fs.readdir(folder))) ?? [],
  async stat(path) {
    const found = await unlessMissing(fs.stat(path));
    return found && { size: found.size, links: found.nlink, modifiedAt: found.mtimeMs };
  },
  readFile: (path) => unlessMissing(fs.readFile(path)),
  rename: (from, to) => fs.rename(from, to),
  async remove(path) {
    await unlessMissing(fs.unlink(path));
  },
  async removeFolder(path) {
    try {
      await fs.rmdir(path);
    } catch (error) {
      if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(diskErrorCode(error) ?? "")) {
        throw error;
      }
    }
  },
  async syncFolder(path) {
    if (process.platform === "win32") {
      return;
    }
    const folder = await fs.open(path, constants.O_RDONLY);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
};
