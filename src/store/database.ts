// The open database as the functions of the store use it: statements, one transaction at a time, and what happens when the
// file is locked, damaged, or replaced by another window.
import { closeSync, existsSync, openSync, renameSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";
import { companions, identityOf, makePrivateFolder, removeFiles, syncFolder } from "./files";
import { migrations, replacedVersion } from "./schema";
import { codeOf, newerError, setAsideError, storeError, type StoreError } from "./storeError";
import { defineFunctions } from "./sqlFunctions";

export interface OpenOptions {
  /** Of the database; its folder is made when missing, for the user alone. */
  readonly file: string;
  /** False: as on a network file system, where SQLite cannot have the shared memory that a write-ahead log needs. */
  readonly walAllowed?: boolean | undefined;
  /** How long to wait for another program's lock, in ms; ten seconds when absent. */
  readonly busyMs?: number | undefined;
  /** ms since 1970; for the names of files that are set aside. */
  readonly now?: (() => number) | undefined;
  /** Where `generation` begins. */
  readonly firstGeneration?: number | undefined;
}

export type Value = string | number | boolean | Uint8Array | null | undefined;
export type Row = Readonly<Record<string, SQLOutputValue>>;

export interface StoreDb {
  readonly file: string;
  /** Grows when the file was opened anew: temporary tables are gone then. */
  readonly generation: number;
  readonly journalMode: "wal" | "truncate";
  all<T = Row>(sql: string, ...values: readonly Value[]): T[];
  get<T = Row>(sql: string, ...values: readonly Value[]): T | undefined;
  /** Rows as arrays: for very many of them. */
  arrays(sql: string, ...values: readonly Value[]): SQLOutputValue[][];
  /** Rows changed. */
  run(sql: string, ...values: readonly Value[]): number;
  exec(sql: string): void;
  /** The rowid of the latest insert. */
  lastRow(): number;
  /** One transaction that has the write lock from its start; inside another it is a part of that. */
  write<T>(work: () => T): T;
  /** Before each call from outside: opens the file anew when another window has replaced it. */
  refresh(): void;
  /** Any failure as a `StoreError`. A damaged file is set aside first, and a new one begun. */
  failure(error: unknown): StoreError;
  /**
   * Puts a new file in this one's place. `prepare` reads what is carried over while nobody else can write, and returns
   * what fills the new file. Whenever this is cut off, the old file or the new one is there, each complete.
   */
  replace(prepare: () => (fresh: StoreDb) => void): void;
  close(): void;
}

const pageBytes = 8192;
const cacheKilobytes = 16_000;
const defaultBusyMs = 10_000;
/** Each view has statements of its own; forgotten ones are finalized by the garbage collector. */
const mostStatements = 400;

/** A file that was damaged when it was opened has been set aside: `setAside` says so. */
export function openDatabase(options: OpenOptions): {
  readonly db: StoreDb;
  readonly setAside?: StoreError | undefined;
} {
  const { file, walAllowed = true, busyMs = defaultBusyMs, now = Date.now } = options;
  /** A complete new file that is about to take this one's place. */
  const next = `${file}.next`;
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  let connection: DatabaseSync | undefined;
  let statements = new Map<string, Prepared>();
  let identity = "";
  let generation = options.firstGeneration ?? 0;
  let depth = 0;
  let journalMode: StoreDb["journalMode"] = "wal";

  const statement = (sql: string): Prepared => {
    let found = statements.get(sql);
    if (found === undefined) {
      found = prepare(open(), sql);
      if (statements.size >= mostStatements) {
        statements.clear();
      }
      statements.set(sql, found);
    }
    return found;
  };
  const open = (): DatabaseSync => (connection ??= connect());

  const pragma = (opened: DatabaseSync, text: string): SQLOutputValue | undefined =>
    Object.values(opened.prepare(`pragma ${text}`).get() ?? {})[0];

  function connect(): DatabaseSync {
    makePrivateFolder(path.dirname(file));
    closeSync(openSync(file, "a", 0o600));
    const opened = new DatabaseSync(file);
    try {
      opened.exec(`pragma busy_timeout = ${busyMs}; pragma page_size = ${pageBytes}; pragma auto_vacuum = incremental`);
      // Personal data in temporary tables must not reach a disk.
      opened.exec(
        `pragma temp_store = memory; pragma cache_size = -${cacheKilobytes}; pragma secure_delete = on; pragma foreign_keys = off; pragma trusted_schema = off`,
      );
      journalMode = useJournal(opened);
      // macOS needs its own kind of sync to survive a power cut; elsewhere it changes nothing.
      opened.exec("pragma synchronous = full; pragma fullfsync = on; pragma checkpoint_fullfsync = on");
      identity = identityOf(file);
      if (pragma(opened, "user_version") === replacedVersion && existsSync(next)) {
        takeNext(opened);
        return connect();
      }
      migrate(opened);
      defineFunctions(opened);
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  function useJournal(opened: DatabaseSync): StoreDb["journalMode"] {
    if (walAllowed) {
      try {
        if (pragma(opened, "journal_mode = wal") === "wal") {
          return "wal";
        }
      } catch (error) {
        if (codeOf(error) !== "READONLY" && codeOf(error) !== "FAILED") {
          throw error;
        }
      }
    }
    opened.exec("pragma journal_mode = truncate");
    return "truncate";
  }

  function migrate(opened: DatabaseSync): void {
    const version = (): number => Number(pragma(opened, "user_version"));
    if (version() === migrations.length) {
      return;
    }
    opened.exec("begin immediate");
    try {
      const from = version();
      if (from > migrations.length && from !== replacedVersion) {
        throw newerError(file);
      }
      // Replaced in its own place, because Windows keeps a file that some window has open.
      const start = from === replacedVersion ? dropEverything(opened) : from;
      for (const migration of migrations.slice(start)) {
        opened.exec(migration);
      }
      opened.exec(`pragma user_version = ${migrations.length}; commit`);
    } catch (error) {
      opened.exec("rollback");
      throw error;
    }
  }

  /** Puts the next file in the place of this one, which says that it was replaced, and closes this one. */
  function takeNext(opened: DatabaseSync): void {
    try {
      if (journalMode === "wal") {
        // The file must say so by itself when the power fails after its log was deleted.
        opened.exec("pragma wal_checkpoint(truncate)");
      }
      // One of two windows does it: the other must not delete the new file's log.
      opened.exec("begin immediate");
      if (process.platform === "win32") {
        opened.close();
      }
      if (identityOf(file) === identity) {
        // The old log first: SQLite would take it for the new file's.
        removeFiles(file, companions.slice(1));
        renameSync(next, file);
        syncFolder(path.dirname(file));
      }
    } finally {
      if (opened.isOpen) {
        opened.close();
      }
    }
  }

  function disconnect(): void {
    const old = connection;
    connection = undefined;
    statements = new Map();
    depth = 0;
    generation += 1;
    try {
      old?.close();
    } catch {
      // What a damaged file does when it is closed changes nothing any more.
    }
  }

  /** The damaged file's new name; `undefined` when another window has moved it already. */
  function moveAside(): string | undefined {
    disconnect();
    if (identity !== "" && identityOf(file) !== identity) {
      return undefined;
    }
    const stamp = new Date(now()).toISOString().replace(/[-:.]/g, "");
    let target = `${file}.damaged-${stamp}`;
    for (let next = 2; existsSync(target); next += 1) {
      target = `${file}.damaged-${stamp}-${next}`;
    }
    for (const end of companions) {
      if (existsSync(file + end)) {
        renameSync(file + end, target + end);
      }
    }
    return target;
  }

  /** Opens; what is in the way for moments, such as another window's first opening, is waited for. */
  function openPatiently(): DatabaseSync {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return open();
      } catch (error) {
        if (codeOf(error) !== "BUSY" || attempt >= 20) {
          throw error;
        }
        Atomics.wait(sleeper, 0, 0, 50);
      }
    }
  }

  const bound = ({ order }: Prepared, values: readonly Value[]): SQLInputValue[] => {
    const plain = values.map((value) =>
      value === undefined ? null : typeof value === "boolean" ? Number(value) : value,
    );
    return order?.map((place) => plain[place] ?? null) ?? plain;
  };

  const db: StoreDb = {
    file,
    get generation() {
      return generation;
    },
    get journalMode() {
      return journalMode;
    },
    all<T>(sql: string, ...values: readonly Value[]) {
      const prepared = statement(sql);
      return prepared.statement.all(...bound(prepared, values)) as T[];
    },
    get<T>(sql: string, ...values: readonly Value[]) {
      const prepared = statement(sql);
      return prepared.statement.get(...bound(prepared, values)) as T | undefined;
    },
    arrays(sql, ...values) {
      // A statement of its own: how it returns rows is a property of it.
      const prepared = statement(`${sql} `);
      prepared.statement.setReturnArrays(true);
      return prepared.statement.all(...bound(prepared, values)) as unknown as SQLOutputValue[][];
    },
    run(sql, ...values) {
      const prepared = statement(sql);
      return Number(prepared.statement.run(...bound(prepared, values)).changes);
    },
    exec: (sql) => open().exec(sql),
    lastRow: () => Number(Object.values(statement("select last_insert_rowid()").statement.get() ?? {})[0]),
    write(work) {
      if (depth > 0) {
        return work();
      }
      open().exec("begin immediate");
      if (Number(statement("pragma user_version").statement.get()?.["user_version"]) === replacedVersion) {
        // Another window purged everything since this call began.
        open().exec("rollback");
        disconnect();
        openPatiently().exec("begin immediate");
      }
      depth = 1;
      try {
        const result = work();
        open().exec("commit");
        return result;
      } catch (error) {
        try {
          connection?.exec("rollback");
        } catch {
          // SQLite has rolled back by itself.
        }
        throw error;
      } finally {
        depth = 0;
      }
    },
    refresh() {
      if (connection !== undefined && identityOf(file) !== identity) {
        disconnect();
      }
      openPatiently();
    },
    failure(error) {
      if (codeOf(error) !== "CORRUPT") {
        return storeError(error, file);
      }
      try {
        const target = moveAside();
        openPatiently();
        return target === undefined ? storeError(error, file) : setAsideError(file, target);
      } catch (second) {
        return storeError(second, file);
      }
    },
    replace(prepare) {
      const fill = db.write(() => {
        const prepared = prepare();
        removeFiles(next);
        const { db: fresh } = openDatabase({ ...options, file: next });
        prepared(fresh);
        fresh.close();
        // With this commit the next file counts: whoever opens the old one puts it in its place.
        db.exec(`pragma user_version = ${replacedVersion}`);
        return prepared;
      });
      try {
        const replaced = open();
        connection = undefined;
        disconnect();
        takeNext(replaced);
        openPatiently();
      } catch {
        // Windows keeps a file that some window has open: opening it, now that it says it was replaced, empties it.
        removeFiles(next);
        openPatiently();
        fill(db);
        open().exec("vacuum");
      }
    },
    close: disconnect,
  };
  try {
    openPatiently();
    return { db };
  } catch (error) {
    const failure = db.failure(error);
    if (failure.setAside === undefined) {
      throw failure;
    }
    return { db, setAside: failure };
  }
}

interface Prepared {
  readonly statement: StatementSync;
  /** Which of the values each parameter takes, where the SQL numbers them. */
  readonly order?: readonly number[] | undefined;
}

/** Node 22 takes `?1` for a name and cannot bind it by its place: it becomes a plain `?`. */
function prepare(database: DatabaseSync, sql: string): Prepared {
  const order = [...sql.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number) - 1);
  return order.length === 0
    ? { statement: database.prepare(sql) }
    : { statement: database.prepare(sql.replace(/\?\d+/g, "?")), order };
}

function dropEverything(opened: DatabaseSync): number {
  const tables = opened
    .prepare("select type, name from sqlite_schema where type in ('table', 'view') and name not like 'sqlite_%'")
    .all();
  for (const { type, name } of tables) {
    opened.exec(`drop ${String(type)} "${String(name)}"`);
  }
  return 0;
}
