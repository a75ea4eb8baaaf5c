// The database as the functions of the store use it: statements over a connection that may be another one at each call,
// and one transaction at a time.
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { StoreError } from "./storeError";
import { StatementCache, type Prepared, type Value } from "./statements";

type SqlRow = Readonly<Record<string, SQLOutputValue>>;

export type JournalMode = "wal" | "truncate";

export abstract class StoreDb {
  abstract readonly file: string;
  /** Grows when the file is opened again: temporary tables are gone then. */
  abstract readonly generation: number;
  abstract readonly journalMode: JournalMode;
  /** Why the file can only be read, which every write is refused with: READONLY, or FULL. */
  abstract readonly unwritable: StoreError | undefined;
  private statements: StatementCache | undefined;

  protected abstract connected(): DatabaseSync;

  /** A second connection, which only reads; the caller closes it. */
  abstract openReader(): DatabaseSync;

  /** Runs a transaction that takes the write lock at its start; inside another one it is a part of that. */
  abstract write<T>(work: () => T): T;

  /**
   * Replaces this file by a new one. `prepare` reads what is carried over while no one else can write, and returns a
   * function that fills the new file. If this is interrupted at any point, either the old or the new file is complete.
   * The new file is empty, or `content`, a whole database in the same folder. Where that cannot take the place of this
   * file, this one is kept and BUSY is thrown.
   */
  abstract replace(prepare: () => (fresh: StoreDb) => void, content?: string): void;

  abstract close(): void;

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

  /** The first value of the first row; `undefined` if it is null or there is no row. */
  value<T>(sql: string, ...values: readonly Value[]): T | undefined {
    return (this.arrays(sql, ...values)[0]?.[0] ?? undefined) as T | undefined;
  }

  /** The first value of each row. */
  column<T>(sql: string, ...values: readonly Value[]): readonly T[] {
    return this.arrays(sql, ...values).map(([found]) => found as T);
  }

  /** How many rows there are in what `from` names in SQL. */
  count(from: string, ...values: readonly Value[]): number {
    return this.value<number>(`select count(*) from ${from}`, ...values) ?? 0;
  }

  /** Adds a row, given by the names of its columns; `conflict` is SQL. Returns the number of rows added. */
  insert(table: string, row: Readonly<Record<string, Value>>, conflict = ""): number {
    const names = Object.keys(row);
    const marks = names.map(() => "?").join(", ");
    return this.run(`insert into ${table} (${names.join(", ")}) values (${marks}) ${conflict}`, ...Object.values(row));
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
    return Number(this.value("select last_insert_rowid()"));
  }

  /** To be called when the connection ends. */
  protected forgetStatements(): void {
    this.statements = undefined;
  }

  private prepared(sql: string): Prepared {
    return (this.statements ??= new StatementCache(this.connected())).get(sql);
  }
}
