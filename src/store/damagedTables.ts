// Which table each page of a damaged file belongs to: by the pages that refer to it, by the file's pointer map, or by
// the shape of its records. Deleted data is overwritten (`secure_delete`), so a page that is found is in use.
import type { DatabaseSync } from "node:sqlite";
import type { Cell, DamagedPages, SqlValue } from "./damagedPages";

/** Of the schema that the file has or had; `columns` in the order in which they are stored. */
export interface TableShape {
  readonly name: string;
  readonly isIndex: boolean;
  readonly columns: readonly ColumnShape[];
  /** Where a new database has it. */
  readonly root: number;
}

export interface ColumnShape {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** Stored as null: its value is the row id. */
  readonly isRowid: boolean;
}

export type Values = readonly (SqlValue | undefined)[];

/** A b-tree is no deeper. */
const mostLevels = 40;
const sampledPages = 3;

/** The tables of a schema, and the indexes that are read when their table is lost. */
export function shapesOf(schema: DatabaseSync, indexes: readonly string[]): readonly TableShape[] {
  const found = schema
    .prepare("select name, tbl_name, type, rootpage, sql from sqlite_schema where rootpage > 0")
    .all() as unknown as readonly { name: string; type: string; rootpage: number; sql: string | null }[];
  return found.flatMap(({ name, type, rootpage: root, sql }): readonly TableShape[] => {
    if (type === "index") {
      return indexes.includes(name) ? [{ name, root, isIndex: true, columns: indexColumns(schema, name) }] : [];
    }
    const isIndex = (sql ?? "").toLowerCase().endsWith("without rowid");
    const columns = schema
      .prepare('select name, type, pk, "notnull" from pragma_table_info(?)')
      .all(name) as unknown as {
      readonly name: string;
      readonly type: string;
      readonly pk: number;
      readonly notnull: number;
    }[];
    const shapes = columns.map((column) => ({
      pk: column.pk,
      name: column.name,
      type: column.type.toLowerCase(),
      isRowid: !isIndex && column.pk > 0 && column.type.toLowerCase() === "integer",
      isRequired: column.notnull === 1,
    }));
    // A table without row ids is stored in the order of its primary key.
    const order = isIndex
      ? [...shapes.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk), ...shapes.filter(({ pk }) => pk === 0)]
      : shapes;
    return [{ name, root, isIndex, columns: order }];
  });
}

function indexColumns(schema: DatabaseSync, name: string): readonly ColumnShape[] {
  const columns = schema.prepare("select name from pragma_index_info(?)").all(name);
  const plain = { type: "", isRequired: false, isRowid: false };
  return [...columns.map((column) => ({ ...plain, name: String(column["name"]) })), { ...plain, name: "rowid" }];
}

export class DamagedTables {
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
    return this.pages.cells(this.pages.page(no), no);
  }

  private collect(onPage: (no: number) => void): void {
    const referred = new Map<number, number>();
    const found: (readonly [no: number, isIndex: boolean])[] = [];
    for (let no = 1; no <= this.pages.count; no += 1) {
      onPage(no);
      const page = this.pages.page(no);
      const kind = this.pages.kindOf(page, no);
      if (kind === "interior") {
        this.pages.children(page, no).forEach((child) => referred.set(child, no));
      }
      const isIndex = this.pages.isIndex(page, no);
      if (kind === "leaf" || (kind === "interior" && isIndex)) {
        found.push([no, isIndex]);
      }
    }
    for (const [no] of found) {
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
      const page = this.pages.page(no);
      return this.pages.isIndex(page, no) === shape.isIndex && this.cellsOf(no).every((cell) => fitsCell(shape, cell));
    });
  }
}

function fitsCell({ columns }: TableShape, { values }: Cell): boolean {
  const least = columns.filter(({ isRequired, isRowid }) => isRequired && !isRowid).length;
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
    return !column.isRequired;
  }
  switch (column.type) {
    case "text":
      return typeof value === "string";
    case "integer":
      return !column.isRowid && typeof value !== "string" && !(value instanceof Uint8Array);
    case "real":
      return typeof value === "number";
    default:
      return true;
  }
}

const rowOf = ({ columns }: TableShape, { rowid, values }: Cell): Values =>
  values.map((value, at) => (columns[at]?.isRowid === true ? rowid : value));
