// Carries everything that can be read in a damaged file over into a new one: row by row, without SQLite's help on the
// damaged side. What is derived from other rows is computed again, and what is lost is counted.
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { DamagedPages, type Cell, type SqlValue } from "./damagedPages";
import type { LogId } from "./logFile";
import { schema } from "./schema";

/** Of the schema that the file has or had; `columns` in the order in which they are stored. */
interface TableShape {
  readonly name: string;
  readonly isIndex: boolean;
  readonly columns: readonly ColumnShape[];
  /** Where a new database has it. */
  readonly root: number;
}

interface ColumnShape {
  readonly name: string;
  readonly type: string;
  readonly isRequired?: number;
  /** Stored as null: its value is the row id. */
  readonly isRowid?: number;
}

type Values = readonly (SqlValue | undefined)[];

/** A b-tree is no deeper. */
const mostLevels = 40;
const sampledPages = 3;

/** The tables of a schema, and the indexes that are read when their table is lost. */
function shapesOf(connection: DatabaseSync, indexes: readonly string[]): readonly TableShape[] {
  const found = connection
    .prepare(
      `select s.name, s.rootpage as root, s.type, coalesce(l.wr, 1) as isIndex
       from sqlite_schema s left join pragma_table_list l on l.schema = 'main' and l.name = s.name
       where s.rootpage > 0`,
    )
    .all() as unknown as readonly { name: string; root: number; type: string; isIndex: number }[];
  return found
    .filter(({ name, type }) => type === "table" || indexes.includes(name))
    .map(({ name, root, type, isIndex }) => ({
      name,
      root,
      isIndex: isIndex === 1,
      columns: connection
        .prepare(
          type === "index"
            ? "select coalesce(name, 'rowid') as name, '' as type from pragma_index_xinfo(?) order by seqno"
            : // A table without row ids is stored in the order of its primary key.
              `select name, lower(type) as type, "notnull" as isRequired,
                 not ${isIndex} and pk > 0 and lower(type) = 'integer' as isRowid
               from pragma_table_info(?) order by ${isIndex === 1 ? "pk = 0, pk" : "cid"}`,
        )
        .all(name) as unknown as readonly ColumnShape[],
    }));
}

class DamagedTables {
  /** Pages with records, by the root of their b-tree; those whose root is unknown by themselves. */
  private readonly trees = new Map<number, number[]>();
  private readonly tableOfRoot = new Map<number, TableShape>();

  constructor(
    private readonly pages: DamagedPages,
    shapes: readonly TableShape[],
    onPage: (no: number) => void,
  ) {
    this.collect(onPage);
    const roots = this.rootsInSchema();
    for (const shape of shapes) {
      const root = roots.get(shape.name) ?? shape.root;
      const isOthers = !roots.has(shape.name) && [...roots.values()].includes(root);
      if (!isOthers && this.trees.has(root) && (roots.has(shape.name) || this.fits(shape, root))) {
        this.tableOfRoot.set(root, shape);
      }
    }
    for (const root of this.trees.keys()) {
      const fitting = this.tableOfRoot.has(root) || root === 1 ? [] : shapes.filter((shape) => this.fits(shape, root));
      const [only] = fitting;
      if (only !== undefined && fitting.length === 1) {
        this.tableOfRoot.set(root, only);
      }
    }
  }

  /** How many pages of records the tables have. */
  get count(): number {
    return [...this.tableOfRoot.keys()].reduce((sum, root) => sum + (this.trees.get(root)?.length ?? 0), 0);
  }

  /** The records of a table, page by page. */
  *rows(name: string): Generator<readonly Values[]> {
    for (const [root, shape] of this.tableOfRoot) {
      if (shape.name !== name) {
        continue;
      }
      for (const no of this.trees.get(root) ?? []) {
        yield this.cellsOf(no)
          .filter(({ values }) => values.length > 0 && values.length <= shape.columns.length)
          .map((cell) => rowOf(shape, cell));
      }
    }
  }

  private cellsOf(no: number): readonly Cell[] {
    return this.pages.read(no)?.cells() ?? [];
  }

  private collect(onPage: (no: number) => void): void {
    const referred = new Map<number, number>();
    const found: number[] = [];
    for (let no = 1; no <= this.pages.count; no += 1) {
      onPage(no);
      const page = this.pages.read(no);
      page?.children.forEach((child) => referred.set(child, no));
      if (page?.hasCells === true) {
        found.push(no);
      }
    }
    for (const no of found) {
      const root = this.rootOf(no, referred);
      const tree = this.trees.get(root) ?? [];
      tree.push(no);
      this.trees.set(root, tree);
    }
  }

  /** The page itself where nothing says what refers to it. */
  private rootOf(leaf: number, referred: ReadonlyMap<number, number>): number {
    let root = leaf;
    for (let level = 0; level < mostLevels; level += 1) {
      const parent = referred.get(root) ?? this.pages.mappedParent(root) ?? 0;
      if (parent === 0) {
        break;
      }
      root = parent;
    }
    return root;
  }

  /** By the name of the table or index. */
  private rootsInSchema(): ReadonlyMap<string, number> {
    const roots = new Map<string, number>();
    for (const no of this.trees.get(1) ?? []) {
      for (const { values } of this.cellsOf(no)) {
        const [, name, , root] = values;
        if (typeof name === "string" && typeof root === "number" && root > 1) {
          roots.set(name, root);
        }
      }
    }
    return roots;
  }

  private fits(shape: TableShape, root: number): boolean {
    const pages = (this.trees.get(root) ?? []).slice(0, sampledPages);
    return pages.every((no) => {
      const page = this.pages.read(no);
      return page?.isIndex === shape.isIndex && page.cells().every((cell) => fitsCell(shape, cell));
    });
  }
}

function fitsCell({ columns }: TableShape, { values }: Cell): boolean {
  const least = columns.filter(({ isRequired, isRowid }) => isRequired === 1 && isRowid !== 1).length;
  return (
    values.length >= Math.max(1, least) &&
    values.length <= columns.length &&
    values.every((value, at) => value === undefined || fitsColumn(columns[at], value))
  );
}

function fitsColumn(column: ColumnShape | undefined, value: SqlValue): boolean {
  if (column === undefined) {
    return false;
  }
  if (value === null) {
    return column.isRequired !== 1;
  }
  switch (column.type) {
    case "text":
      return typeof value === "string";
    case "integer":
      return column.isRowid !== 1 && typeof value !== "string" && !(value instanceof Uint8Array);
    case "real":
      return typeof value === "number";
    default:
      return true;
  }
}

const rowOf = ({ columns }: TableShape, { rowid, values }: Cell): Values =>
  values.map((value, at) => (columns[at]?.isRowid === 1 ? rowid : value));

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
  readonly salts?: LogId | undefined;
  readonly onProgress: (done: number, total: number) => void;
}

/** What is derived from other tables, a lease of a process that asks again, or of the new file itself. */
const isDerived = (name: string): boolean =>
  name.startsWith("everything") ||
  name.startsWith("sqlite_") ||
  name.endsWith("_more") ||
  ["spent", "rate_limit_slot", "lookup_claim", "identity"].includes(name);
const indexes = ["sqlite_autoindex_run_1", "run_source", "run_purpose"];

/** Fills a new file, which must be completed with `completeSalvage`. */
export function fillFromDamaged({ damaged, fresh, salts, onProgress }: SalvageOptions): LostHints {
  const pages = new DamagedPages(damaged, salts);
  const target = new DatabaseSync(fresh);
  try {
    target.exec(`
      pragma page_size = 8192; pragma auto_vacuum = incremental;
      pragma journal_mode = off; pragma synchronous = off; begin`);
    target.exec(schema);
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
    target.exec("commit");
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
