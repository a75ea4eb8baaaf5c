// The open database as the functions of the store use it: statements, one transaction at a time, and what happens when
// the file is locked, damaged, or replaced by another window.
import { existsSync, renameSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { companions, identityOf, makePrivateFile, makePrivateFolder, removeFiles, syncFolder } from "./files";
import { migrate, pragma, versionOf } from "./migrate";
import { openReadOnly, type ReadOnlyDatabase } from "./readOnly";
import { migrations, replacedVersion } from "./schema";
import { StatementCache, type Prepared, type Value } from "./statements";
import { codeOf, openElsewhere, readOnlyError, setAsideError, storeError, type StoreError } from "./storeError";
import { defineFunctions } from "./sqlFunctions";

export interface OpenOptions {
  /** Of the database; its folder is created if missing, readable by the user alone. */
  readonly file: string;
  /** False on a network file system, which lacks the shared memory that a write-ahead log needs. */
  readonly walAllowed?: boolean | undefined;
  /** How long to wait for another program's lock, in ms; ten seconds when absent. */
  readonly busyMs?: number | undefined;
  /** ms since 1970; for the names of files that are set aside. */
  readonly now?: (() => number) | undefined;
  /** Where `generation` starts. */
  readonly firstGeneration?: number | undefined;
  /** Called before a file of an earlier version is brought up to date, which takes a minute for a very large one. */
  readonly onMigrating?: (() => void) | undefined;
}

type SqlRow = Readonly<Record<string, SQLOutputValue>>;

const pageBytes = 8192;
const cacheKilobytes = 16_000;
const defaultBusyMs = 10_000;
/** How often, and after how many ms, opening is retried while another window opens the file for the first time. */
const openRetries = 20;
const openRetryMs = 50;

/** A file that was damaged when it was opened has been set aside: `setAside` says so. */
export function openDatabase(options: OpenOptions): {
  readonly db: StoreDb;
  readonly setAside?: StoreError | undefined;
} {
  const db = new StoreDb(options);
  try {
    db.refresh();
    return { db };
  } catch (error) {
    const failure = db.failure(error);
    if (failure.setAside === undefined) {
      throw failure;
    }
    return { db, setAside: failure };
  }
}

export class StoreDb {
  readonly file: string;
  /** A complete new file that is about to replace this one. */
  private readonly next: string;
  private readonly sleeper = new Int32Array(new SharedArrayBuffer(4));
  private connection: DatabaseSync | undefined;
  private statements: StatementCache | undefined;
  /** Of the file that is open. */
  private identity = "";
  private isWriting = false;
  private openedAs: "wal" | "truncate" = "wal";
  private readOnly: ReadOnlyDatabase | undefined;
  private opened: number;

  constructor(private readonly options: OpenOptions) {
    this.file = options.file;
    this.next = `${options.file}.next`;
    this.opened = options.firstGeneration ?? 0;
  }

  /** Grows when the file is opened again: temporary tables are gone then. */
  get generation(): number {
    return this.opened;
  }

  get journalMode(): "wal" | "truncate" {
    return this.openedAs;
  }

  /** Whether the file can only be read: every write is refused with READONLY. */
  get isReadOnly(): boolean {
    return this.readOnly !== undefined;
  }

  /** A second connection, which only reads; the caller closes it. */
  openReader(): DatabaseSync {
    this.connected();
    return new DatabaseSync(this.readOnly?.place ?? this.file, { readOnly: true, timeout: this.busyMs });
  }

  all<T = SqlRow>(sql: string, ...values: readonly Value[]): T[] {
    const { statement, bind } = this.prepared(sql);
    return statement.all(...bind(values)) as T[];
  }

  get<T = SqlRow>(sql: string, ...values: readonly Value[]): T | undefined {
    const { statement, bind } = this.prepared(sql);
    return statement.get(...bind(values)) as T | undefined;
  }

  /** Rows as arrays: faster for very many of them. */
  arrays(sql: string, ...values: readonly Value[]): SQLOutputValue[][] {
    // The space makes it a statement of its own, because how rows are returned is a setting of the statement.
    const { statement, bind } = this.prepared(`${sql} `);
    statement.setReturnArrays(true);
    return statement.all(...bind(values)) as unknown as SQLOutputValue[][];
  }

  /** Returns the number of rows changed. */
  run(sql: string, ...values: readonly Value[]): number {
    const { statement, bind } = this.prepared(sql);
    return Number(statement.run(...bind(values)).changes);
  }

  exec(sql: string): void {
    this.connected().exec(sql);
  }

  /** The rowid of the latest insert. */
  lastRow(): number {
    return Number(this.arrays("select last_insert_rowid()")[0]?.[0]);
  }

  /** Runs a transaction that takes the write lock at its start; inside another one it is a part of that. */
  write<T>(work: () => T): T {
    if (this.isWriting) {
      return work();
    }
    if (this.isReadOnly) {
      throw readOnlyError(this.file);
    }
    this.exec("begin immediate");
    if (this.get<{ readonly user_version: number }>("pragma user_version")?.user_version === replacedVersion) {
      // Another window has replaced the file since this call began.
      this.exec("rollback");
      this.disconnect();
      this.openPatiently().exec("begin immediate");
    }
    this.isWriting = true;
    try {
      const result = work();
      this.exec("commit");
      return result;
    } catch (error) {
      try {
        this.connection?.exec("rollback");
      } catch {
        // SQLite has rolled back already.
      }
      throw error;
    } finally {
      this.isWriting = false;
    }
  }

  /** To be called before each call from outside: opens the file again if another window has replaced it. */
  refresh(): void {
    if (
      this.connection !== undefined &&
      (identityOf(this.file) !== this.identity || this.readOnly?.isOutdated() === true)
    ) {
      this.disconnect();
    }
    this.openPatiently();
  }

  /** Any failure as a `StoreError`. A damaged file is first set aside and a new one created. */
  failure(error: unknown): StoreError {
    const code = codeOf(error);
    if (code !== "CORRUPT") {
      return code === "READONLY" && this.isReadOnly ? readOnlyError(this.file) : storeError(error, this.file);
    }
    try {
      const target = this.moveAside();
      this.openPatiently();
      return target === undefined ? storeError(error, this.file) : setAsideError(this.file, target);
    } catch (second) {
      return storeError(second, this.file);
    }
  }

  /**
   * Replaces this file by a new one. `prepare` reads what is carried over while no one else can write, and returns a
   * function that fills the new file. If this is interrupted at any point, either the old or the new file is complete.
   * The new file is empty, or `content`, a whole database in the same folder. Where that cannot take the place of this
   * file, this one is kept and BUSY is thrown.
   */
  replace(prepare: () => (fresh: StoreDb) => void, content?: string): void {
    const fill = this.write(() => {
      const fillNew = prepare();
      removeFiles(this.next);
      if (content !== undefined) {
        renameSync(content, this.next);
      }
      const { db: fresh } = openDatabase({ ...this.options, file: this.next });
      fillNew(fresh);
      fresh.close();
      // With this commit the new file counts: whoever opens the old one replaces it.
      this.exec(`pragma user_version = ${replacedVersion}`);
      return fillNew;
    });
    try {
      const replaced = this.connected();
      this.connection = undefined;
      this.disconnect();
      this.takeNext(replaced);
      this.openPatiently();
    } catch (error) {
      // Windows cannot rename a file that some window has open: opening it, now marked as replaced, empties it instead.
      if (content !== undefined) {
        throw existsSync(this.next) ? this.keepReplaced() : error;
      }
      removeFiles(this.next);
      this.openPatiently();
      fill(this);
      this.exec("vacuum");
    }
  }

  close(): void {
    this.disconnect();
  }

  /** Removes the mark from a file that could not be replaced, and then the file that should have done it. */
  private keepReplaced(): StoreError {
    const connection = new DatabaseSync(this.file, { timeout: this.busyMs });
    try {
      connection.exec(`pragma user_version = ${migrations.length}`);
    } finally {
      connection.close();
    }
    removeFiles(this.next);
    return openElsewhere();
  }

  private get busyMs(): number {
    return this.options.busyMs ?? defaultBusyMs;
  }

  private prepared(sql: string): Prepared {
    return (this.statements ??= new StatementCache(this.connected())).get(sql);
  }

  private connected(): DatabaseSync {
    return (this.connection ??= this.connect());
  }

  private connect(): DatabaseSync {
    try {
      return this.connectToWrite();
    } catch (error) {
      this.readOnly = codeOf(error) === "READONLY" ? openReadOnly(this.file) : undefined;
      if (this.readOnly === undefined) {
        throw error;
      }
      const { connection } = this.readOnly;
      configure(connection, this.busyMs);
      this.identity = identityOf(this.file);
      return connection;
    }
  }

  private connectToWrite(): DatabaseSync {
    const { file } = this;
    makePrivateFolder(path.dirname(file));
    makePrivateFile(file);
    const connection = new DatabaseSync(file);
    try {
      configure(connection, this.busyMs);
      connection.exec(`
        pragma page_size = ${pageBytes};
        pragma auto_vacuum = incremental;
        pragma secure_delete = on;
        pragma foreign_keys = off`);
      this.openedAs = this.useJournal(connection);
      // On macOS only a full fsync survives a power cut; elsewhere it changes nothing.
      connection.exec("pragma synchronous = full; pragma fullfsync = on; pragma checkpoint_fullfsync = on");
      this.identity = identityOf(file);
      if (versionOf(connection) === replacedVersion && existsSync(this.next)) {
        this.takeNext(connection);
        return this.connect();
      }
      migrate(connection, file, this.options.onMigrating);
      return connection;
    } catch (error) {
      if (connection.isOpen) {
        connection.close();
      }
      throw error;
    }
  }

  private useJournal(connection: DatabaseSync): "wal" | "truncate" {
    if (this.options.walAllowed !== false) {
      try {
        if (pragma(connection, "journal_mode = wal") === "wal") {
          return "wal";
        }
      } catch (error) {
        if (codeOf(error) !== "READONLY" && codeOf(error) !== "FAILED") {
          throw error;
        }
      }
    }
    connection.exec("pragma journal_mode = truncate");
    return "truncate";
  }

  /** Renames the next file over this one, which is marked as replaced, and closes this one. */
  private takeNext(replaced: DatabaseSync): void {
    try {
      if (this.openedAs === "wal") {
        // The mark must be in the file itself, in case the power fails after its log was deleted.
        replaced.exec("pragma wal_checkpoint(truncate)");
      }
      // Only one of two windows may do it: the other would delete the new file's log.
      replaced.exec("begin immediate");
      if (process.platform === "win32") {
        replaced.close();
      }
      if (identityOf(this.file) === this.identity) {
        // The old log first, or SQLite would apply it to the new file.
        removeFiles(this.file, companions.slice(1));
        renameSync(this.next, this.file);
        syncFolder(path.dirname(this.file));
      }
    } finally {
      if (replaced.isOpen) {
        replaced.close();
      }
    }
  }

  private disconnect(): void {
    const old = this.connection;
    const { readOnly } = this;
    this.connection = undefined;
    this.readOnly = undefined;
    this.statements = undefined;
    this.isWriting = false;
    this.opened += 1;
    try {
      old?.close();
    } catch {
      // A damaged file may fail to close; nothing depends on it.
    }
    readOnly?.dispose();
  }

  /** Returns the damaged file's new name; `undefined` if another window has moved it already. */
  private moveAside(): string | undefined {
    this.disconnect();
    if (this.identity !== "" && identityOf(this.file) !== this.identity) {
      return undefined;
    }
    const stamp = new Date((this.options.now ?? Date.now)()).toISOString().replace(/[-:.]/g, "");
    let target = `${this.file}.damaged-${stamp}`;
    for (let count = 2; existsSync(target); count += 1) {
      target = `${this.file}.damaged-${stamp}-${count}`;
    }
    for (const end of companions) {
      if (existsSync(this.file + end)) {
        renameSync(this.file + end, target + end);
      }
    }
    return target;
  }

  /** Opens the file, and waits while another window is opening it for the first time. */
  private openPatiently(): DatabaseSync {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return this.connected();
      } catch (error) {
        if (codeOf(error) !== "BUSY" || attempt >= openRetries) {
          throw error;
        }
        Atomics.wait(this.sleeper, 0, 0, openRetryMs);
      }
    }
  }
}

/** What holds for every connection. */
function configure(connection: DatabaseSync, busyMs: number): void {
  // Temporary tables contain personal data, which must not reach a disk.
  connection.exec(`
    pragma busy_timeout = ${busyMs};
    pragma temp_store = memory;
    pragma cache_size = -${cacheKilobytes};
    pragma trusted_schema = off`);
  defineFunctions(connection);
}
