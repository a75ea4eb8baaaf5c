// Prepared statements of one connection, by their SQL.
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

/** Lists and objects are bound as JSON. */
export type Value = string | number | bigint | boolean | Uint8Array | object | null | undefined;

export interface Prepared {
  readonly statement: StatementSync;
  /** Values in the order in which the statement takes them. */
  bind(values: readonly Value[]): SQLInputValue[];
}

/** Each view has statements of its own. Dropped ones are finalized by the garbage collector. */
const mostStatements = 400;

export class StatementCache {
  private readonly prepared = new Map<string, Prepared>();

  constructor(private readonly connection: DatabaseSync) {}

  get(sql: string): Prepared {
    let found = this.prepared.get(sql);
    if (found === undefined) {
      found = prepare(this.connection, sql);
      if (this.prepared.size >= mostStatements) {
        this.prepared.clear();
      }
      this.prepared.set(sql, found);
    }
    return found;
  }
}

/** Node 22 takes `?1` for a name and cannot bind it by position, so it becomes a plain `?`. */
function prepare(connection: DatabaseSync, sql: string): Prepared {
  const order = [...sql.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number) - 1);
  return order.length === 0
    ? { statement: connection.prepare(sql), bind: (values) => values.map(plain) }
    : {
        statement: connection.prepare(sql.replace(/\?\d+/g, "?")),
        bind: (values) => order.map((index) => plain(values[index])),
      };
}

function plain(value: Value): SQLInputValue {
  if (typeof value === "object" && value !== null && !(value instanceof Uint8Array)) {
    return JSON.stringify(value);
  }
  return value === undefined ? null : typeof value === "boolean" ? Number(value) : value;
}
