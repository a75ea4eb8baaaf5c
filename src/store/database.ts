// The open database file. Only SQLite opens and writes it.
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { threadId } from "node:worker_threads";
import { configure, createSchema, defineFunctions, ownerOf } from "./connection";
import { damagedError, emptiedError, isEmptied } from "./damage";
import { identityOf, isOnNetwork, makePrivateFile, makePrivateFolder, pause } from "./files";
import type { OpenOptions } from "./protocol";
import { schemaVersion } from "./schema";
import { StoreDb, type JournalMode } from "./storeDb";
import { codeOf, contentReplaced, notShareable, StoreError, storeError } from "./storeError";

const defaultBusyMs = 10_000;
/** How often, in ms, opening is retried while another window opens the file for the first time. */
const openRetryMs = 50;

/** Opens the database; throws a `StoreError`. */
export function openDatabase(options: OpenOptions): DatabaseFile {
  const db = new DatabaseFile(options);
  try {
    db.has("content");
    return db;
  } catch (error) {
    throw storeError(error, db.file);
  }
}

/** The name of a new database beside one of an earlier version, which keeps the usual name. */
const besideEarlier = (file: string): string => file.replace(/\.db$/, `-${schemaVersion}.db`);
/** The file name in the first versions. */
const firstName = "prospect-desk.db";

/** Opens the file on the first call. */
export class DatabaseFile extends StoreDb {
  file: string;
  private connection: DatabaseSync | undefined;
  /** Device and inode of the open file. */
  private identity = "";
  /** Identifies the content: the id in the table `content`. */
  private content = "";
  private isWriting = false;
  private openedAs: JournalMode = "wal";
  /** Starts above the numbers of earlier workers, so that view numbers and versions are never reused. */
  private opened = threadId * 1_000;

  constructor(private readonly options: OpenOptions) {
    super();
    const beside = besideEarlier(options.file);
    this.file = existsSync(beside) ? beside : options.file;
  }

  get generation(): number {
    return this.opened;
  }

  get journalMode(): JournalMode {
    return this.openedAs;
  }

  openReader(): DatabaseSync {
    this.connected();
    return new DatabaseSync(this.file, { readOnly: true, timeout: this.busyMs });
  }

  write<T>(work: () => T): T {
    if (this.isWriting) {
      return work();
    }
    this.exec("begin immediate");
    this.isWriting = true;
    try {
      if (this.isReplaced()) {
        throw contentReplaced();
      }
      const result = work();
      this.exec("commit");
      return result;
    } catch (error) {
      try {
        this.connection?.exec("rollback");
      } catch {
        // SQLite has already rolled back.
      }
      throw error;
    } finally {
      this.isWriting = false;
    }
  }

  /**
   * Call this before each call from outside. Reopens the file after a restore, a purge, or its replacement by another
   * file, because temporary tables and views refer to records that no longer exist.
   */
  refresh(): void {
    if (this.connection !== undefined && (identityOf(this.file) !== this.identity || this.isReplaced())) {
      this.close();
    }
  }

  /** Runs a call from outside; rejects with a `StoreError`. */
  async answer<T>(call: () => T | Promise<T>): Promise<T> {
    let { generation } = this;
    try {
      this.refresh();
      ({ generation } = this);
      return await call();
    } catch (error) {
      if (error instanceof StoreError) {
        throw error;
      }
      switch (codeOf(error)) {
        case "CORRUPT":
          throw damagedError(this, error);
        case "FAILED":
          // The data that the call was reading may no longer exist.
          throw generation === this.generation ? storeError(error, this.file) : contentReplaced();
        default:
          throw storeError(error, this.file);
      }
    }
  }

  close(): void {
    const old = this.connection;
    this.connection = undefined;
    this.forgetStatements();
    this.isWriting = false;
    this.opened += 1;
    try {
      old?.close();
    } catch {
      // A damaged file may fail to close; nothing depends on it.
    }
  }

  protected override connected(): DatabaseSync {
    for (const began = performance.now(); this.connection === undefined;) {
      try {
        this.connection = this.openFile();
      } catch (error) {
        if (codeOf(error) !== "BUSY") {
          throw error;
        }
        // SQLite does not wait when two windows change the journal of a new file.
        if (performance.now() - began >= this.busyMs) {
          const folder = path.dirname(this.file);
          throw isOnNetwork(folder, this.options.statfs) ? notShareable(folder) : error;
        }
        pause(openRetryMs);
      }
    }
    return this.connection;
  }

  private get busyMs(): number {
    return this.options.busyMs ?? defaultBusyMs;
  }

  private openFile(): DatabaseSync {
    const { file } = this;
    makePrivateFolder(path.dirname(file));
    const isNetwork = isOnNetwork(path.dirname(file), this.options.statfs);
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) {
      // SQLite would only report that it cannot open it.
      throw Object.assign(new Error("It is a folder."), { code: "EISDIR" });
    }
    if (!makePrivateFile(file) && isEmptied(file)) {
      throw emptiedError(file);
    }
    const connection = new DatabaseSync(file, { timeout: this.busyMs });
    try {
      if (ownerOf(connection, file) === "this version") {
        this.openedAs = configure(connection, isNetwork);
        const isNew = createSchema(connection);
        defineFunctions(connection);
        this.identity = identityOf(file);
        this.content = contentOf(connection);
        this.options.onOpened?.(isNew ? this.earlierDatabase() : undefined);
        return connection;
      }
    } catch (error) {
      connection.close();
      throw error;
    }
    connection.close();
    this.file = besideEarlier(file);
    return this.openFile();
  }

  /** A database of an earlier version, if this one was created beside it. */
  private earlierDatabase(): string | undefined {
    const { file } = this.options;
    const earlier = this.file === file ? path.join(path.dirname(file), firstName) : file;
    return existsSync(earlier) ? earlier : undefined;
  }

  private isReplaced(): boolean {
    return this.value("select id from content") !== this.content;
  }
}

const contentOf = (connection: DatabaseSync): string =>
  String(connection.prepare("select id from content").get()?.["id"]);
