// The database for the functions of the store: statements over a connection that can change between calls, and one
// transaction at a time.
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";

/** Lists and objects are bound as JSON. */
export type Value = string | number | bigint | boolean | Uint8Array | object | null | undefined;

type SqlRow = Readonly<Record<string, SQLOutputValue | undefined>>;

export type JournalMode = "wal" | "truncate";

let lastTable = 0;

export abstract class StoreDb {
  abstract readonly file: string;
  /** Grows when the file is closed, which drops all temporary tables. */
  abstract readonly generation: number;
  abstract readonly journalMode: JournalMode;
  private statements = new Map<string, Prepared>();

  protected abstract connected(): DatabaseSync;

  /** A second, read-only connection; the caller closes it. */
  abstract openReader(): DatabaseSync;

  /** Runs a transaction that takes the write lock at its start; inside another one, it becomes part of it. */
  abstract write<T>(work: () => T): T;

  /** The next call opens the file again. */
  abstract close(): void;

  /** A null value becomes an absent property; a column named `task:json` becomes the property `task`, parsed. */
  all<T = SqlRow>(sql: string, ...values: readonly Value[]): T[] {
    const { statement, bind } = this.prepared(sql);
    return statement.all(...bind(values)).map((row) => objectOf(row) as T);
  }

  get<T = SqlRow>(sql: string, ...values: readonly Value[]): T | undefined {
    const { statement, bind } = this.prepared(sql);
    const row = statement.get(...bind(values));
    return row && (objectOf(row) as T);
  }

  /** Rows as arrays, which is faster for many rows. */
  arrays(sql: string, ...values: readonly Value[]): SQLOutputValue[][] {
    // The space makes it a separate statement, because the form of the rows is a setting of the statement.
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

  /** The number of rows in `from`, which is SQL. */
  count(from: string, ...values: readonly Value[]): number {
    return this.value<number>(`select count(*) from ${from}`, ...values) ?? 0;
  }

  has(from: string, ...values: readonly Value[]): boolean {
    return this.value(`select 1 from ${from} limit 1`, ...values) !== undefined;
  }

  /** Adds a row, given by column names; `conflict` is SQL. Returns the number of rows added. */
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

  /** The same with named parameters, such as `:rows`. */
  runNamed(sql: string, values: Readonly<Record<string, Value>>): number {
    const named = Object.entries(values).map(([name, value]): [string, SQLInputValue] => [name, bound(value)]);
    return Number(this.prepared(sql).statement.run(Object.fromEntries(named)).changes);
  }

  exec(sql: string): void {
    this.connected().exec(sql);
  }

  /** The rowid of the latest insert. */
  lastRow(): number {
    return Number(this.value("select last_insert_rowid()"));
  }

  /** Creates a table with a new name: a call that reads an older one may still be running. */
  newTable(purpose: string, columns: string): string {
    lastTable += 1;
    const table = `temp.${purpose}_${lastTable}`;
    this.exec(`create table ${table} (${columns})`);
    return table;
  }

  dropTable(table: string): void {
    this.exec(`drop table if exists ${table}`);
  }

  /**
   * Writes in one transaction that need not survive a power cut, because it only coordinates running windows. Syncing
   * it to the disk would take longer than everything else.
   */
  writeUnsynced<T>(work: () => T): T {
    this.exec("pragma synchronous = normal");
    try {
      return this.write(work);
    } finally {
      this.exec("pragma synchronous = full");
    }
  }

  /** Call this when the connection ends. */
  protected forgetStatements(): void {
    this.statements.clear();
  }

  private prepared(sql: string): Prepared {
    let found = this.statements.get(sql);
    if (found === undefined) {
      found = prepare(this.connected(), sql);
      if (this.statements.size >= mostStatements) {
        this.statements.clear();
      }
      this.statements.set(sql, found);
    }
    return found;
  }
}

interface Prepared {
  readonly statement: StatementSync;
  /** Values in the order in which the statement takes them. */
  bind(values: readonly Value[]): SQLInputValue[];
}

/** Each view has its own statements. The garbage collector finalizes dropped ones. */
const mostStatements = 400;

/** Node 22 takes `?1` for a name and cannot bind it by position, so it becomes a plain `?`. */
function prepare(connection: DatabaseSync, sql: string): Prepared {
  const order = [...sql.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number) - 1);
  return order.length === 0
    ? { statement: connection.prepare(sql), bind: (values) => values.map(bound) }
    : {
        statement: connection.prepare(sql.replace(/\?\d+/g, "?")),
        bind: (values) => order.map((index) => bound(values[index])),
      };
}

function bound(value: Value): SQLInputValue {
  if (typeof value === "object" && value !== null && !(value instanceof Uint8Array)) {
    return JSON.stringify(value);
  }
  return value === undefined ? null : typeof value === "boolean" ? Number(value) : value;
}

const json = ":json";

function objectOf(row: Readonly<Record<string, SQLOutputValue>>): object {
  const found: Record<string, unknown> = {};
  for (const name in row) {
    const value = row[name] ?? undefined;
    if (value !== undefined) {
      const isJson = name.endsWith(json);
      found[isJson ? name.slice(0, -json.length) : name] = isJson ? (JSON.parse(String(value)) as unknown) : value;
    }
  }
  return found;
}
