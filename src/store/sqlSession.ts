// Statements over a connection that may be another one at each call.
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { StatementCache, type Prepared, type Value } from "./statements";

type SqlRow = Readonly<Record<string, SQLOutputValue>>;

export abstract class SqlSession {
  private statements: StatementCache | undefined;

  protected abstract connected(): DatabaseSync;

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

  /** To be called when the connection ends. */
  protected forgetStatements(): void {
    this.statements = undefined;
  }

  private prepared(sql: string): Prepared {
    return (this.statements ??= new StatementCache(this.connected())).get(sql);
  }
}
