// Copies of the whole database: how they are made while others read and write it, whether one is sound, and how one is
// put in the place of the database, which is kept beside it.
import { closeSync, fsyncSync, openSync, writeSync, renameSync } from "node:fs";
import path from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { carryOver } from "./carryOver";
import { pragma, versionOf } from "./connection";
import { eraseAgain } from "./eraseRecord";
import { freeName, syncFolder } from "./files";
import { refuseInProgress } from "./retention";
import { replacedVersion, schemaVersion } from "./schema";
import type { StoreDb } from "./storeDb";
import { StoreError } from "./storeError";
import type { Task } from "./task";

/** What a database contains, for questions and messages. */
export interface DatabaseContents {
  /** Of any purpose: searches, counts, lookups, batches, and enrichments. */
  readonly runs: number;
  readonly records: number;
  /** Paid calls in the ledger. */
  readonly calls: number;
  /** ms since 1970; absent when it is empty. */
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

/** Some milliseconds of copying. */
const pagesAtOnce = 500;
const allPages = 2 ** 31 - 1;

/**
 * The database at one moment, on a connection of its own. `backup` copies pages instead of statements (`vacuum into`),
 * so that calls of this window are answered in between, and it can be canceled.
 */
export class Snapshot {
  readonly contents: DatabaseContents;
  private readonly connection: DatabaseSync;
  private readonly version: unknown;
  private readonly isHeld: boolean;

  constructor(db: StoreDb) {
    this.connection = db.openReader();
    // With a write-ahead log, others write while this transaction reads what was there before. With any other journal
    // they would have to wait for its end, so all pages are copied at once.
    this.isHeld = db.journalMode === "wal";
    if (this.isHeld) {
      this.connection.exec("begin");
    }
    this.contents = contentsOf(this.connection);
    this.version = this.dataVersion();
  }

  /** Copies it to an empty file that no one else has open, and makes the copy durable. */
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
      // The header's mark of a write-ahead log: without it the copy is one file, which also opens where it cannot be
      // written.
      writeSync(opened, Uint8Array.of(1, 1), 0, 2, 18);
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  }

  /** Whether nothing was written since, by this window or another. Ends the snapshot. */
  isLatest(): boolean {
    this.release();
    return this.dataVersion() === this.version;
  }

  close(): void {
    this.connection.close();
  }

  private release(): void {
    if (this.connection.isTransaction) {
      this.connection.exec("commit");
    }
  }

  private copyPages(file: string, options: Parameters<typeof backup>[2]): Promise<unknown> {
    try {
      return backup(this.connection, unlocked(file), options);
    } catch (error) {
      // Node 22 takes a path alone.
      if ((error as NodeJS.ErrnoException).code !== "ERR_INVALID_ARG_TYPE") {
        throw error;
      }
      return backup(this.connection, file, options);
    }
  }

  private dataVersion(): unknown {
    return pragma(this.connection, "data_version");
  }
}

/** The address of a file that no one else has open: some network drives refuse locks. */
export function unlocked(file: string): URL {
  const url = pathToFileURL(file);
  url.search = "?nolock=1";
  return url;
}

/** What is wrong with a copy. */
export type CopyProblem =
  | { readonly kind: "foreign" }
  | { readonly kind: "otherVersion"; readonly isLater: boolean }
  /** `found`: SQLite's own words. */
  | { readonly kind: "damaged"; readonly found: string };

/**
 * Checks a file that no one else has open: whether it is a database of this extension, and every page of it. A log
 * beside it becomes part of it.
 */
export async function checkCopy(place: string | URL, task: Task): Promise<DatabaseContents | CopyProblem> {
  const connection = new DatabaseSync(place);
  try {
    connection.exec("pragma journal_mode = delete");
    const version = versionOf(connection);
    const tables = connection
      .prepare("select name from sqlite_schema where type = 'table' order by rowid")
      .all()
      .map(({ name }) => String(name));
    if (
      version < 1 ||
      version === replacedVersion ||
      !["run", "call", "page", "record_json"].every((name) => tables.includes(name))
    ) {
      return { kind: "foreign" };
    }
    if (version !== schemaVersion) {
      return { kind: "otherVersion", isLater: version > schemaVersion };
    }
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

export interface Restored {
  /** The database as it was before. */
  readonly kept: string;
}

/** How often the database may be written while it is copied. */
const attempts = 3;

interface RestoreFiles {
  /** The checked copy. */
  readonly copy: string;
  /** An empty file in which the database is kept until it is whole. */
  readonly keeping: string;
  /** ms since 1970. */
  readonly now: number;
}

/** Both files are in the folder of the database. BUSY, and nothing is changed, if others write all the time. */
export async function restoreCopy(db: StoreDb, files: RestoreFiles, task: Task): Promise<Restored> {
  const { keeping, now } = files;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    db.write(() => refuseInProgress(db, now));
    const snapshot = new Snapshot(db);
    try {
      await snapshot.copyTo(keeping, task);
      const kept = freeName(`${db.file}.before-restore-`, now);
      renameSync(keeping, kept);
      syncFolder(path.dirname(kept));
      if (replaceUnchanged(db, snapshot, files, () => renameSync(kept, keeping))) {
        await eraseAgain(db, now, task);
        return { kept };
      }
    } finally {
      snapshot.close();
    }
  }
  throw new StoreError(
    "BUSY",
    "Another window is saving data all the time, so nothing was restored. Try again when it is done.",
  );
}

/** False if something was written since the snapshot. `undo` is called when nothing was changed. */
function replaceUnchanged(db: StoreDb, snapshot: Snapshot, { copy, now }: RestoreFiles, undo: () => void): boolean {
  let isUnchanged = false;
  const changed = new Error();
  try {
    db.replace(() => {
      refuseInProgress(db, now);
      if (!snapshot.isLatest()) {
        throw changed;
      }
      isUnchanged = true;
      return carryOver(db);
    }, copy);
    return true;
  } catch (error) {
    if (!isUnchanged || (error instanceof StoreError && error.code === "BUSY")) {
      undo();
    }
    if (error === changed) {
      return false;
    }
    throw error;
  }
}
