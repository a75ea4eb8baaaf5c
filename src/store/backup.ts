// Copies of the whole database: making one while others read and write, checking one, and replacing the content of the
// database with one.
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import path from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { copiesOf, newCopy, removeCopies, temporaryCopy, type CopyKind } from "./backupFolder";
import { carryOver, carryOverPurge, type CarryOver } from "./carryOver";
import { pragma, versionOf } from "./connection";
import { openDatabase } from "./database";
import { removeFiles, syncFolder } from "./files";
import { removeKept } from "./keptPages";
import { takeLease } from "./leases";
import { emptyLog, refuseInProgress } from "./retention";
import { applicationId, schemaVersion } from "./schema";
import type { StoreDb } from "./storeDb";
import { busyError, codeOf, contentReplaced, replacingLapsed } from "./storeError";
import type { Task } from "./task";

/** The contents of a database, for questions and messages. */
export interface DatabaseContents {
  /** For all purposes: searches, counts, lookups, batches, and enrichments. */
  readonly runs: number;
  readonly records: number;
  /** Paid calls in the ledger. */
  readonly calls: number;
  /** ms since 1970; absent when the database is empty. */
  readonly changedAt?: number | undefined;
}

function contentsOf(connection: DatabaseSync): DatabaseContents {
  const { changedAt, ...counts } = connection
    .prepare(
      `select (select count(*) from run) as runs, (select count(*) from record_json) as records,
         (select count(*) from call) as calls,
         (select max(at) from (select max(updated_at) as at from run union all select max(at) from call)) as changedAt`,
    )
    .get() as unknown as DatabaseContents & { readonly changedAt: number | null };
  return { ...counts, ...(changedAt !== null && { changedAt }) };
}

/** A few milliseconds of copying. */
const pagesAtOnce = 500;
const allPages = 2 ** 31 - 1;

/**
 * A snapshot of the database, on a separate connection. `backup` copies pages instead of running one statement (`vacuum
 * into`), so that this window's calls are answered in between, and it can be canceled.
 */
export class Snapshot {
  readonly contents: DatabaseContents;
  private readonly connection: DatabaseSync;
  private readonly isHeld: boolean;

  constructor(db: StoreDb) {
    this.connection = db.openReader();
    try {
      // With a write-ahead log, others can write while this transaction reads the snapshot. With any other journal they
      // would have to wait for its end, so all pages are copied at once.
      this.isHeld = db.journalMode === "wal";
      if (this.isHeld) {
        this.connection.exec("begin");
      }
      this.contents = contentsOf(this.connection);
    } catch (error) {
      this.connection.close();
      throw error;
    }
  }

  /** Copies it to an empty file that nobody else has open, and makes the copy durable. */
  async copyTo(file: string, task: Task): Promise<void> {
    let stopped: unknown;
    await this.copyPages(file, {
      rate: this.isHeld ? pagesAtOnce : allPages,
      progress: ({ totalPages, remainingPages }) => {
        task.progress(totalPages - remainingPages, totalPages);
        task.breathe().catch((error: unknown) => (stopped ??= error));
        if (stopped !== undefined) {
          throw stopped;
        }
      },
    });
    const opened = openSync(file, "r+");
    try {
      // Clears the header's write-ahead-log flag, so that the copy is a single file, which also opens on read-only
      // storage.
      writeSync(opened, Uint8Array.of(1, 1), 0, 2, 18);
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  }

  close(): void {
    this.connection.close();
  }

  private copyPages(file: string, options: Parameters<typeof backup>[2]): Promise<unknown> {
    try {
      return backup(this.connection, unlocked(file), options);
    } catch (error) {
      // Node 22 only accepts a path.
      if ((error as NodeJS.ErrnoException).code !== "ERR_INVALID_ARG_TYPE") {
        throw error;
      }
      return backup(this.connection, file, options);
    }
  }
}

/** The URL of a file that nobody else has open. Some network drives do not support locks. */
export function unlocked(file: string): URL {
  const url = pathToFileURL(file);
  url.search = "?nolock=1";
  return url;
}

/** The problem with a copy. */
export type CopyProblem =
  | { readonly kind: "foreign" }
  | { readonly kind: "otherVersion"; readonly isLater: boolean }
  /** `found`: SQLite's own message. */
  | { readonly kind: "damaged"; readonly found: string };

/**
 * Checks a file that nobody else has open: whether it is a database of this extension, and every page of it. Merges a
 * log beside it into the file.
 */
export async function checkCopy(place: string | URL, task: Task): Promise<DatabaseContents | CopyProblem> {
  const connection = new DatabaseSync(place);
  try {
    connection.exec("pragma journal_mode = delete");
    if (Number(pragma(connection, "application_id")) !== applicationId) {
      return { kind: "foreign" };
    }
    const version = versionOf(connection);
    if (version !== schemaVersion) {
      return { kind: "otherVersion", isLater: version > schemaVersion };
    }
    const tables = connection
      .prepare("select name from sqlite_schema where type = 'table' order by rowid")
      .all()
      .map(({ name }) => String(name));
    // One table at a time: a check of the whole file would block all other calls.
    for (const [index, table] of tables.entries()) {
      const found = pragma(connection, `integrity_check("${table.replaceAll('"', '""')}")`);
      if (found !== "ok") {
        return { kind: "damaged", found: String(found) };
      }
      task.progress(index + 1, tables.length);
      await task.breathe();
    }
    return contentsOf(connection);
  } catch (error) {
    const { errcode } = error as { readonly errcode?: unknown };
    switch (errcode) {
      case 26:
        return { kind: "foreign" };
      case 11:
        return { kind: "damaged", found: (error as Error).message };
      default:
        throw error;
    }
  } finally {
    connection.close();
  }
}

/** If this process dies, paid calls are blocked for `replacingMs`; the lease is renewed every `renewMs`. */
const replacingMs = 15_000;
const renewMs = 3_000;

/**
 * Blocks paid calls in all processes until the content is replaced or `end` is called, because their replies would be
 * lost. IN_USE while a run, a batch, or an enrichment is in progress.
 */
class Replacing {
  private readonly owner = `restore-${randomBytes(8).toString("hex")}`;
  /** `Date.now` also advances while the computer sleeps. */
  private readonly began = Date.now();
  private renewed = this.began;

  constructor(
    private readonly db: StoreDb,
    private readonly now: number,
  ) {
    db.write(() => {
      refuseInProgress(db, now);
      this.renew();
      // A process that slept past the lease of its run must not store a page in content that is being replaced.
      db.run("update run set lease_owner = null where lease_owner is not null");
    });
  }

  /** Wraps a task so that it also renews the lease. */
  during(task: Task): Task {
    return {
      progress: (done, total) => task.progress(done, total),
      breathe: async () => {
        await task.breathe();
        if (Date.now() - this.renewed > renewMs) {
          this.renew();
        }
      },
    };
  }

  /**
   * Throws after a sleep that was longer than the lease: a paid reply stored in the meantime must not be overwritten.
   */
  renew(): void {
    const before = this.renewed;
    this.renewed = Date.now();
    if (this.renewed - before >= replacingMs) {
      throw replacingLapsed();
    }
    const now = this.now + (this.renewed - this.began);
    if (!takeLease(this.db, "content", "rowid", 1, { owner: this.owner, now, ms: replacingMs })) {
      throw contentReplaced();
    }
  }

  end(): void {
    this.db.run("update content set lease_owner = null where lease_owner = ?", this.owner);
  }
}

export interface Restored {
  /** The file with the previous content, in the folder of the database's copies. */
  readonly kept: string;
}

interface RestoreFiles {
  /** The checked copy. */
  readonly copy: string;
  /** ms since 1970. */
  readonly now: number;
}

/** Copies the database, and then replaces its content with the checked copy. */
export async function restoreCopy(db: StoreDb, { copy, now }: RestoreFiles, task: Task): Promise<Restored> {
  try {
    return await whileReplacing(db, now, async (replacing) => {
      const whole = replacing.during(task);
      const kept = await keepCopy(db, "before-restore", now, whole);
      const carry = carryOver(db);
      await replaceContent(db, copy, task, (restored) => {
        carry(restored);
        replacing.renew();
      });
      await emptyLog(db);
      return { kept };
    });
  } catch (error) {
    if (codeOf(error) !== "CORRUPT") {
      throw error;
    }
    return restoreDamaged(db, { copy, now });
  }
}

/**
 * Deletes all personal data, including copies; see `carryOverPurge` for the data that is kept. Resolves to whether
 * others still read the content from before, so that its bytes are left in the file.
 */
export async function purgeEverything(db: StoreDb, { now }: { readonly now: number }, task: Task): Promise<boolean> {
  const empty = temporaryCopy(db.file);
  try {
    await whileReplacing(db, now, (replacing) => {
      const carry = carryOverPurge(db);
      return replaceContent(db, empty, task, (fresh) => {
        carry(fresh);
        replacing.renew();
      });
    });
  } finally {
    removeFiles(empty);
  }
  removeCopies(db.file, copiesOf(db.file));
  removeKept(db);
  return !(await emptyLog(db));
}

async function whileReplacing<T>(db: StoreDb, now: number, work: (replacing: Replacing) => Promise<T>): Promise<T> {
  const replacing = new Replacing(db, now);
  try {
    return await work(replacing);
  } catch (error) {
    replacing.end();
    throw error;
  }
}

/** How many copies of each kind are kept. */
const keptCopies = 2;

/**
 * Changes when everything is replaced, a person or company is erased, or an existing run is deleted: a copy still has
 * them.
 */
const stateOf = (db: StoreDb, lastRun: number): string =>
  [
    db.value<string>("select id from content"),
    db.value<number>("pragma schema_version"), // An erasure ends with `vacuum`, which changes it.
    db.count("run where no <= ?", lastRun),
  ].join(" ");

/** Copies the database to the folder of its copies, and removes older copies of the same kind. */
export async function keepCopy(db: StoreDb, kind: CopyKind, now: number, task: Task): Promise<string> {
  const keeping = temporaryCopy(db.file);
  const lastRun = db.value<number>("select max(no) from run") ?? 0;
  const before = stateOf(db, lastRun);
  const snapshot = new Snapshot(db);
  try {
    await snapshot.copyTo(keeping, task);
    // Erasures and purges remove copies after such a change, and cannot write during this transaction.
    return db.write(() => {
      if (stateOf(db, lastRun) !== before) {
        throw contentReplaced();
      }
      const kept = newCopy(db.file, kind, now);
      renameSync(keeping, kept);
      syncFolder(path.dirname(kept));
      const others = copiesOf(db.file).filter((copy) => copy.kind === kind && copy.file !== kept);
      removeCopies(db.file, others.slice(keptCopies - 1));
      return kept;
    });
  } finally {
    snapshot.close();
    removeFiles(keeping);
  }
}

/** How long to wait for others to finish writing, and how often to try, in ms. */
const busyMs = 10_000;
const retryMs = 50;

/**
 * Completes a private file, and replaces the content of the database with it. This is one transaction: other processes
 * see the old or the new content, and wait to write. It can be canceled while another process writes.
 */
async function replaceContent(
  db: StoreDb,
  file: string,
  task: Task,
  complete: (fresh: StoreDb) => void,
): Promise<void> {
  const fresh = freshContent(file, complete);
  try {
    const source = fresh.openReader();
    try {
      for (const began = performance.now(); !(await isCopied(source, db.file)); await sleep(retryMs)) {
        await task.breathe();
        if (performance.now() - began > busyMs) {
          throw busyError(db.file);
        }
      }
    } finally {
      source.close();
    }
  } finally {
    fresh.close();
  }
}

/** Opens a file with the database's future content, and completes it. */
function freshContent(file: string, complete: (fresh: StoreDb) => void): StoreDb {
  const fresh = openDatabase({ file });
  try {
    fresh.run("update content set lease_owner = null");
    complete(fresh);
    fresh.run("update content set id = lower(hex(randomblob(16)))");
    return fresh;
  } catch (error) {
    fresh.close();
    throw error;
  }
}

/** False while another process writes: here SQLite does not wait for it, and reports "not an error". */
async function isCopied(source: DatabaseSync, file: string): Promise<boolean> {
  try {
    // All pages at once, or this thread would wait for the lock that it has itself between two chunks.
    await backup(source, file, { rate: allPages });
    return true;
  } catch (error) {
    const { errcode } = error as { readonly errcode?: unknown };
    if (errcode === 0 || codeOf(error) === "BUSY") {
      return false;
    }
    throw error;
  }
}

/** Moves the damaged file to the copies, and keeps the part of the ledger that can still be read. */
function restoreDamaged(db: StoreDb, { copy, now }: RestoreFiles): Restored {
  const carry = readableLedger(db);
  db.close();
  freshContent(copy, (restored) => carry?.(restored)).close();
  const kept = newCopy(db.file, "damaged", now);
  for (const end of ["-wal", "-journal", ""].filter((one) => existsSync(db.file + one))) {
    renameSync(db.file + end, kept + end);
  }
  removeFiles(db.file, ["-shm"]);
  renameSync(copy, db.file);
  syncFolder(path.dirname(db.file));
  return { kept };
}

function readableLedger(db: StoreDb): CarryOver | undefined {
  try {
    return carryOver(db);
  } catch {
    return undefined;
  }
}
