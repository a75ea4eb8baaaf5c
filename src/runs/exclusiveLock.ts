// A lock file that one process of all windows holds, and that can be told to be stale when its owner is gone.
import path from "node:path";
import type { Clock } from "../service/wire";
import { diskErrorCode, type Disk, type DiskFile } from "./disk";
import { isNumber, isObject, isText } from "./plainChecks";
import type { ProcessTable } from "./processTable";

/** What locks need of the machine. `random` gives that many random bytes. */
export interface LockParts {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
  readonly processes: ProcessTable;
}

export interface HeldLock {
  /**
   * False when another process took the lock over, believing this one gone: then nothing more may be written. A lock file
   * that is simply missing is put back.
   */
  isOurs(): Promise<boolean>;
  /** Harmless when called again. */
  release(): Promise<void>;
}

/** How often a lock that another process holds is tried again, in ms. */
const retryMs = 20;

/** Runs work while holding the lock; waits for the process that holds it. Rejects with Node's error when the disk refuses. */
export async function withLock<T>(parts: LockParts, lockPath: string, work: () => Promise<T>): Promise<T> {
  await parts.disk.makeFolder(path.dirname(lockPath));
  let lock = await tryLock(parts, lockPath);
  while (lock === undefined) {
    await parts.clock.sleep(retryMs);
    lock = await tryLock(parts, lockPath);
  }
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

const heartbeatMs = 15_000;
/** A process of another machine cannot be asked for: its heartbeat alone tells. */
const staleElsewhereMs = 120_000;
/** The owner's number may have gone to another process meanwhile: no living owner is silent for this long. */
const staleHereMs = 600_000;
/** A lock without content is being written just now, unless it is older than this. */
const unwrittenMs = 10_000;

interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
  /** ms since 1970 of the last heartbeat. */
  readonly at: number;
}

function isOwner(value: unknown): value is Owner {
  return isObject(value) && isNumber(value["pid"]) && isText(value["host"]) && isText(value["token"]) && isNumber(value["at"]);
}

async function ownerOf(disk: Disk, lockPath: string): Promise<Owner | undefined> {
  const bytes = await disk.readFile(lockPath);
  try {
    const content: unknown = bytes && JSON.parse(Buffer.from(bytes).toString("utf8"));
    return isOwner(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Whether some living process holds the lock. */
export async function lockIsLive({ disk, clock, processes }: LockParts, lockPath: string): Promise<boolean> {
  const found = await ownerOf(disk, lockPath);
  if (found === undefined) {
    const file = await disk.stat(lockPath);
    return file !== undefined && clock.now() - file.modifiedAt < unwrittenMs;
  }
  const silentMs = clock.now() - found.at;
  return found.host === processes.host ? processes.alive(found.pid) && silentMs < staleHereMs : silentMs < staleElsewhereMs;
}

async function createNew(disk: Disk, lockPath: string): Promise<DiskFile | undefined> {
  try {
    return await disk.open(lockPath, "create");
  } catch (error) {
    if (diskErrorCode(error) === "EEXIST") {
      return undefined;
    }
    throw error;
  }
}

/**
 * Removes a stale lock. Two processes may find it stale at once, and the slower one must not remove the lock the faster
 * one has taken since: so the look and the removal happen under a lock of their own.
 */
async function removeStale(parts: LockParts, lockPath: string): Promise<void> {
  const { disk, clock } = parts;
  const guardPath = `${lockPath}.stale`;
  const guard = await createNew(disk, guardPath);
  if (guard === undefined) {
    const left = await disk.stat(guardPath);
    if (left !== undefined && clock.now() - left.modifiedAt > unwrittenMs) {
      await disk.remove(guardPath);
    }
    return;
  }
  try {
    if (!(await lockIsLive(parts, lockPath))) {
      await disk.remove(lockPath);
    }
  } finally {
    await guard.close();
    await disk.remove(guardPath);
  }
}

function hold(parts: LockParts, lockPath: string, opened: DiskFile, mine: Owner): HeldLock {
  const { disk, clock, processes } = parts;
  let file = opened;
  let released = false;
  const holds = async (): Promise<boolean> => (await ownerOf(disk, lockPath))?.token === mine.token;

  const putBack = async (): Promise<boolean> => {
    await disk.makeFolder(path.dirname(lockPath));
    const again = await createNew(disk, lockPath);
    if (again === undefined) {
      return false;
    }
    await file.close();
    file = again;
    await file.write(ownerBytes({ ...mine, at: clock.now() }), 0);
    return true;
  };

  const beat = processes.every(heartbeatMs, () => {
    // A heartbeat that cannot be written only makes the lock look older.
    void file.write(ownerBytes({ ...mine, at: clock.now() }), 0).catch(() => undefined);
  });
  return {
    isOurs: async () => (await holds()) || (!released && (await disk.stat(lockPath)) === undefined && (await putBack())),
    async release() {
      if (released) {
        return;
      }
      released = true;
      beat();
      await file.close();
      if (await holds()) {
        await disk.remove(lockPath);
      }
    },
  };
}

/** Padded to one width, so that a heartbeat written over an earlier one leaves nothing of it. */
const ownerBytes = (content: Owner): Uint8Array => Buffer.from(JSON.stringify(content).padEnd(192));

/** Takes the lock; `undefined` when a living process holds it. Rejects with Node's error when the disk refuses. */
export async function tryLock(parts: LockParts, lockPath: string): Promise<HeldLock | undefined> {
  const { disk, clock, random, processes } = parts;
  let file = await createNew(disk, lockPath);
  if (file === undefined && !(await lockIsLive(parts, lockPath))) {
    await removeStale(parts, lockPath);
    file = await createNew(disk, lockPath);
  }
  if (file === undefined) {
    return undefined;
  }
  const mine: Owner = { pid: processes.pid, host: processes.host.slice(0, 64), token: Buffer.from(random(8)).toString("hex"), at: clock.now() };
  try {
    await file.write(ownerBytes(mine), 0);
  } catch (error) {
    await file.close();
    await disk.remove(lockPath);
    throw error;
  }
  return hold(parts, lockPath, file, mine);
}
