// The open file of the database. SQLite alone touches it.
import { statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { checkOwner, configure, createSchema, defineFunctions } from "./connection";
import { damagedError, emptiedError, isEmptied } from "./damage";
import { earlierDatabase, identityOf, isOnNetwork, makePrivateFile, makePrivateFolder, pause } from "./files";
import type { OpenOptions } from "./protocol";
import { StoreDb, type JournalMode } from "./storeDb";
import { codeOf, contentReplaced, notShareable, StoreError, storeError } from "./storeError";

const defaultBusyMs = 10_000;
/** How often, in ms, opening is tried again while another window opens the file for the first time. */
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

/** The file is opened by the first call. */
export class DatabaseFile extends StoreDb {
  readonly file: string;
  private connection: DatabaseSync | undefined;
  /** Device and inode of the file that is open. */
  private identity = "";
  /** What it contains: the id in the table `content`. */
  private content = "";
  private isWriting = false;
  private openedAs: JournalMode = "wal";
  private opened: number;

  constructor(private readonly options: OpenOptions) {
    super();
    this.file = options.file;
    this.opened = options.firstGeneration ?? 0;
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
        // SQLite has rolled back already.
      }
      throw error;
    } finally {
      this.isWriting = false;
    }
  }

  /**
   * To be called before each call from outside. After a restore, a purge, or another file in its place, the file is
   * opened again, because temporary tables and views are about records that are gone.
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
          // What the call was reading may be gone.
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
        // SQLite does not wait where two windows change the journal of a new file.
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
      // SQLite only says that it cannot open it.
      throw Object.assign(new Error("It is a folder."), { code: "EISDIR" });
    }
    if (!makePrivateFile(file) && isEmptied(file)) {
      throw emptiedError(file);
    }
    const connection = new DatabaseSync(file, { timeout: this.busyMs });
    try {
      checkOwner(connection, file);
      this.openedAs = configure(connection, isNetwork);
      const isNew = createSchema(connection);
      defineFunctions(connection);
      this.identity = identityOf(file);
      this.content = contentOf(connection);
      this.options.onOpened?.(isNew ? earlierDatabase(file) : undefined);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  private isReplaced(): boolean {
    return this.value("select id from content") !== this.content;
  }
}

const contentOf = (connection: DatabaseSync): string =>
  String(connection.prepare("select id from content").get()?.["id"]);
