// The open file of the database, and what happens when it is locked, damaged, or replaced by another window.
import { existsSync, renameSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { configure, configureReader, createSchema, defineFunctions } from "./connection";
import {
  earlierDatabase,
  pause,
  withFileLock,
  identityOf,
  makePrivateFile,
  makePrivateFolder,
  removeFiles,
} from "./files";
import {
  checkBeforeOpening,
  checkIdentity,
  checkOwner,
  Damaged,
  isReplaced,
  noteClosed,
  noteIdentity,
  noteLog,
  type Damage,
  putInPlace,
} from "./fileState";
import { logIdOf } from "./logFile";
import { earlierNotice, storeNotice, tellNotice } from "./notices";
import type { OpenOptions } from "./protocol";
import { openReadOnly, type ReadOnlyDatabase } from "./readOnly";
import { isRecovering, recoverFile } from "./recovery";
import { applicationId, replacedId, replacedVersion, schemaVersion } from "./schema";
import { StoreDb, type JournalMode } from "./storeDb";
import { codeOf, openElsewhere, storeError, type StoreError } from "./storeError";

const defaultBusyMs = 10_000;
/** How often, and after how many ms, opening is retried while another window opens the file for the first time. */
const openRetries = 20;
const openRetryMs = 50;

/** Opens the database; throws a `StoreError`. A damaged one is recovered first. */
export function openDatabase(options: OpenOptions): DatabaseFile {
  const db = new DatabaseFile(options);
  try {
    db.refresh();
    return db;
  } catch (error) {
    throw db.failure(error);
  }
}

export class DatabaseFile extends StoreDb {
  readonly file: string;
  /** A complete new file that is about to replace this one. */
  private readonly next: string;
  private connection: DatabaseSync | undefined;
  /** Of the file that is open. */
  private identity = "";
  private isWriting = false;
  private openedAs: JournalMode = "wal";
  private readOnly: ReadOnlyDatabase | undefined;
  private opened: number;
  /** The notice in the file, as JSON; `undefined` until it was read once. */
  private lastNotice: string | undefined;
  /** The log that was noted last. */
  private notedLog = "";

  /** `isPart`: the file is not in place yet, so it is no database of its own. */
  constructor(
    private readonly options: OpenOptions,
    private readonly isPart = false,
  ) {
    super();
    this.file = options.file;
    this.next = `${options.file}.next`;
    this.opened = options.firstGeneration ?? 0;
  }

  get generation(): number {
    return this.opened;
  }

  get journalMode(): JournalMode {
    return this.openedAs;
  }

  get unwritable(): StoreError | undefined {
    return this.readOnly?.reason;
  }

  openReader(): DatabaseSync {
    this.connected();
    return new DatabaseSync(this.readOnly?.place ?? this.file, { readOnly: true, timeout: this.busyMs });
  }

  write<T>(work: () => T): T {
    if (this.isWriting) {
      return work();
    }
    if (this.unwritable !== undefined) {
      throw this.unwritable;
    }
    this.exec("begin immediate");
    const header = this.get<{ readonly application_id: number }>("pragma application_id");
    if (header?.application_id === replacedId || this.isAnother()) {
      // Another window has replaced the file since this call began, or is recovering it.
      this.exec("rollback");
      this.disconnect();
      this.openPatiently().exec("begin immediate");
    }
    this.isWriting = true;
    try {
      const result = work();
      this.exec("commit");
      if (!this.isPart && this.openedAs === "wal") {
        this.notedLog = noteLog(this.connected(), this.file, this.notedLog);
      }
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
    if (this.connection !== undefined && (this.isAnother() || this.readOnly?.isOutdated() === true)) {
      this.disconnect();
    }
    this.openPatiently();
  }

  /** Runs a call from outside; rejects with a `StoreError`. If it finds the file damaged, it is repeated after that. */
  async answer<T>(call: () => T | Promise<T>): Promise<T> {
    try {
      this.refresh();
      return await call();
    } catch (error) {
      if (codeOf(error) !== "CORRUPT" || this.readOnly !== undefined) {
        throw this.failure(error);
      }
    }
    try {
      this.recover("damaged");
      this.refresh();
      return await call();
    } catch (error) {
      throw this.failure(error);
    }
  }

  /**
   * To be called now and then: another process may have recovered or replaced the file, or waits for this one to close
   * it.
   */
  watch(): void {
    if (this.isWriting || this.lastNotice === undefined) {
      return;
    }
    if (this.connection !== undefined && this.isAnother()) {
      this.disconnect();
    }
    if (this.connection === undefined && !isRecovering(this.file)) {
      try {
        this.openPatiently();
      } catch {
        // The next call says why the file cannot be opened.
      }
    }
  }

  failure(error: unknown): StoreError {
    const { unwritable } = this;
    return unwritable !== undefined && codeOf(error) === "READONLY" ? unwritable : storeError(error, this.file);
  }

  replace(prepare: () => (fresh: StoreDb) => void, content?: string): void {
    const fill = this.write(() => {
      const fillNew = prepare();
      removeFiles(this.next);
      if (content !== undefined) {
        renameSync(content, this.next);
      }
      const fresh = new DatabaseFile({ ...this.options, file: this.next }, true);
      const id = this.get<{ readonly id: string }>("select id from identity")?.id;
      fillNew(fresh);
      fresh.run("update identity set id = coalesce(?, id)", id);
      // The new file may have fewer runs than this one: whoever opens it must not take it for an older copy.
      noteIdentity(fresh.connected(), this.file, "open");
      fresh.close();
      // With this commit the new file counts: whoever opens the old one replaces it.
      this.exec(`pragma application_id = ${replacedId}; pragma user_version = ${replacedVersion}`);
      return fillNew;
    });
    try {
      const replaced = this.connected();
      this.connection = undefined;
      this.disconnect();
      this.putNext(replaced);
      this.openPatiently();
    } catch (error) {
      if (content !== undefined) {
        throw existsSync(this.next) ? this.keepReplaced() : error;
      }
      // Windows cannot rename a file that some window has open: opening it, now marked as replaced, empties it instead.
      removeFiles(this.next);
      this.openPatiently();
      fill(this);
      this.exec("vacuum");
    }
  }

  /** Removes the mark from a file that could not be replaced, and then the file that should have done it. */
  private keepReplaced(): StoreError {
    const connection = new DatabaseSync(this.file, { timeout: this.busyMs });
    try {
      connection.exec(`pragma application_id = ${applicationId}; pragma user_version = ${schemaVersion}`);
      noteIdentity(connection, this.file, "open");
    } finally {
      connection.close();
    }
    removeFiles(this.next);
    return openElsewhere();
  }

  private get busyMs(): number {
    return this.options.busyMs ?? defaultBusyMs;
  }

  close(): void {
    const { connection } = this;
    try {
      // Before it is closed, while its numbers can be read; then its log is gone, unless another process uses it.
      if (connection !== undefined && !this.isPart && this.readOnly === undefined && !this.isAnother()) {
        noteIdentity(connection, this.file, logIdOf(`${this.file}-wal`) ?? "open");
        this.locked(() => {
          this.disconnect();
          noteClosed(this.file);
        });
      }
    } catch {
      // A disk that is full or read-only: what was noted before is true, too.
    }
    this.disconnect();
  }

  protected override connected(): DatabaseSync {
    return (this.connection ??= this.connect());
  }

  private connect(): DatabaseSync {
    try {
      makePrivateFolder(path.dirname(this.file));
      return this.locked(() => this.openFile());
    } catch (error) {
      this.readOnly = openReadOnly(this.file, codeOf(error));
      if (this.readOnly === undefined) {
        throw error;
      }
      const { connection } = this.readOnly;
      configureReader(connection, this.busyMs);
      defineFunctions(connection);
      this.identity = identityOf(this.file);
      return connection;
    }
  }

  private openFile(): DatabaseSync {
    const { file } = this;
    this.identity = identityOf(file);
    const before = this.isPart ? undefined : checkBeforeOpening(file, this.now());
    makePrivateFile(file);
    const connection = new DatabaseSync(file);
    try {
      connection.exec(`pragma busy_timeout = ${this.busyMs}`);
      checkOwner(connection, file, this.isPart);
      this.openedAs = configure(connection, this.options.walAllowed !== false);
      this.identity = identityOf(file);
      if (isReplaced(connection) && existsSync(this.next)) {
        this.putNext(connection);
        return this.openFile();
      }
      const isNew = createSchema(connection, file);
      defineFunctions(connection);
      if (!this.isPart) {
        const earlier = earlierDatabase(file);
        if (isNew && earlier !== undefined) {
          this.options.onNotice?.(earlierNotice(earlier, file));
        }
        const found = checkIdentity(connection, file) ?? before;
        if (found !== undefined) {
          storeNotice(connection, found, this.now());
        }
        this.lastNotice = tellNotice(connection, file, { ...this.options, last: this.lastNotice, now: this.now() });
      }
      return connection;
    } catch (error) {
      if (connection.isOpen) {
        connection.close();
      }
      throw error;
    }
  }

  private readonly now = (): number => (this.options.now ?? Date.now)();

  /** Whether the file was replaced, or is about to be, since it was opened. */
  private isAnother(): boolean {
    return !this.isPart && (identityOf(this.file) !== this.identity || isRecovering(this.file));
  }

  /** Recovers the file, or waits until another process has done so. */
  private recover(damage: Damage): void {
    const { options } = this;
    // Whoever waited for it is told how it ended.
    this.lastNotice = "";
    options.onRecovering?.({ done: 0, total: 0 });
    try {
      this.locked(() =>
        recoverFile(damage, {
          file: this.file,
          identity: this.identity,
          now: this.now(),
          connection: this.connection,
          close: () => this.disconnect(),
          onProgress: (done, total) => options.onRecovering?.({ done, total }),
          openPart: (part) => new DatabaseFile({ ...options, file: part }, true),
        }),
      );
    } finally {
      this.disconnect();
      options.onRecovering?.(undefined);
    }
  }

  /** While another process opens, closes, or recovers the file, this one waits. */
  private locked<T>(work: () => T): T {
    return this.isPart ? work() : withFileLock(this.file, work);
  }

  private putNext(replaced: DatabaseSync): void {
    putInPlace(replaced, this.next, this.file, { identity: this.identity, mode: this.openedAs });
  }

  private disconnect(): void {
    const old = this.connection;
    const { readOnly } = this;
    this.connection = undefined;
    this.readOnly = undefined;
    this.forgetStatements();
    this.isWriting = false;
    this.opened += 1;
    try {
      old?.close();
    } catch {
      // A damaged file may fail to close; nothing depends on it.
    }
    readOnly?.dispose();
  }

  /** Opens the file, and waits while another window is opening it for the first time. */
  private openPatiently(): DatabaseSync {
    for (let attempt = 0, recoveries = 0; ; attempt += 1) {
      try {
        if (this.connection === undefined && !this.isPart && isRecovering(this.file)) {
          this.recover("damaged");
        }
        return this.connected();
      } catch (error) {
        const damage = error instanceof Damaged ? error.damage : codeOf(error) === "CORRUPT" ? "damaged" : undefined;
        if (damage !== undefined && !this.isPart && recoveries === 0) {
          recoveries += 1;
          this.recover(damage);
        } else if (codeOf(error) !== "BUSY" || attempt >= openRetries) {
          throw error;
        } else {
          pause(openRetryMs);
        }
      }
    }
  }
}
