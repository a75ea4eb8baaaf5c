// Carries everything that can be read in a damaged file over into a new one: row by row, without SQLite's help on the
// damaged side. What is derived from other rows is computed again, and what is lost is counted.
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { DamagedPages } from "./damagedPages";
import { DamagedTables, shapesOf, type TableShape, type Values } from "./damagedTables";
import type { LogId } from "./logFile";
import { migrations } from "./schema";

/** What the file still says about rows that are lost. */
export interface LostHints {
  /** By run number: what its indexes say. */
  readonly runs: ReadonlyMap<number, { id?: string; source?: string; purpose?: string }>;
  /** The highest number that a run and a call ever got. */
  readonly highest: { readonly run: number; readonly call: number };
}

export interface SalvageOptions {
  /** A copy of the damaged file, which is only read. */
  readonly damaged: string;
  /** The new file. */
  readonly fresh: string;
  /** Of the schema, as noted in the small file beside it, in case the header is lost. */
  readonly version?: number | undefined;
  readonly salts?: LogId | undefined;
  readonly onProgress: (done: number, total: number) => void;
}

/** What is derived from other tables, a lease of a process that asks again, or of the new file itself. */
const isDerived = (name: string): boolean =>
  name.startsWith("everything") ||
  name.startsWith("sqlite_") ||
  name.endsWith("_more") ||
  ["spent", "rate_limit_slot", "turn", "lookup_claim", "identity"].includes(name);
const indexes = ["sqlite_autoindex_run_1", "run_source", "run_purpose"];

/** Fills a new file of the same version; it must be brought up to date and completed with `completeSalvage`. */
export function fillFromDamaged({ damaged, fresh, version, salts, onProgress }: SalvageOptions): LostHints {
  const pages = new DamagedPages(damaged, salts);
  const stated = pages.version();
  const isKnown = (one: number | undefined): one is number => one !== undefined && one > 0 && one <= migrations.length;
  const from = isKnown(stated) ? stated : isKnown(version) ? version : migrations.length;
  const target = new DatabaseSync(fresh);
  try {
    target.exec(`
      pragma page_size = 8192; pragma auto_vacuum = incremental;
      pragma journal_mode = off; pragma synchronous = off; begin`);
    for (const migration of migrations.slice(0, from)) {
      target.exec(migration);
    }
    const shapes = shapesOf(target, indexes);
    const total = pages.count * 2;
    const tables = new DamagedTables(pages, shapes, (no) => onProgress(no, total));
    target.exec("delete from sqlite_sequence");
    const step = pages.count / Math.max(1, tables.count);
    let done = pages.count;
    for (const shape of shapes.filter(({ name }) => !isDerived(name) && !indexes.includes(name))) {
      const insert = inserter(target, shape);
      for (const rows of tables.rows(shape.name)) {
        rows.forEach(insert);
        done += step;
        onProgress(Math.min(total, Math.floor(done)), total);
      }
    }
    target.exec(`pragma user_version = ${from}; commit`);
    return hintsIn(tables);
  } finally {
    target.close();
    pages.close();
  }
}

/** Inserts a row, unless it is there already or lacks what it must have. */
function inserter(target: DatabaseSync, { name, columns }: TableShape): (values: Values) => void {
  const statements = new Map<number, StatementSync>();
  const prepare = (count: number): StatementSync => {
    const names = columns.slice(0, count).map((column) => `"${column.name}"`);
    const marks = names.map(() => "?");
    // A record whose JSON is cut off or overwritten is lost.
    const source =
      name === "record_json" && count === 2
        ? "select key, json from (select ? as key, ? as json) where json_valid(json)"
        : `values (${marks.join()})`;
    return target.prepare(`insert or ignore into "${name}" (${names.join()}) ${source}`);
  };
  return (values) => {
    let statement = statements.get(values.length);
    if (statement === undefined) {
      statement = prepare(values.length);
      statements.set(values.length, statement);
    }
    try {
      statement.run(...values.map((value): SQLInputValue => value ?? null));
    } catch {
      // Its values are not those of a row of this table.
    }
  };
}

function hintsIn(tables: DamagedTables): LostHints {
  const runs = new Map<number, { id?: string; source?: string; purpose?: string }>();
  const note = (index: string, key: "id" | "source" | "purpose"): void => {
    for (const rows of tables.rows(index)) {
      for (const values of rows) {
        const [text, no] = [values[0], values.at(-1)];
        if (typeof text === "string" && typeof no === "number" && no > 0) {
          runs.set(no, { ...runs.get(no), [key]: text });
        }
      }
    }
  };
  note("sqlite_autoindex_run_1", "id");
  note("run_source", "source");
  note("run_purpose", "purpose");
  const highest = { run: 0, call: 0 };
  for (const rows of tables.rows("sqlite_sequence")) {
    for (const [name, seq] of rows) {
      if ((name === "run" || name === "call") && typeof seq === "number") {
        highest[name] = Math.max(highest[name], seq);
      }
    }
  }
  return { runs, highest };
}
