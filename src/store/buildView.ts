// Builds the temporary tables of a view: the keys of its source, and the keys of its rows in their order.
import { changeColumnId } from "../records/extraColumns";
import type { RecordKind } from "../service/operations";
import { changeTable, type ChangeTable } from "./changes";
import { readsJson, type ColumnContext } from "./columnSql";
import { conditionSql, filterSql, sortSql, type Condition, type Sql } from "./conditions";
import { collectKeys, inPieces, recordsOf } from "./sourceKeys";
import type { StoreDb } from "./storeDb";
import type { Task } from "./task";
import { runOfSource, sortKeys, type ViewOrder, type ViewSource } from "./viewSource";

export interface BuiltView {
  /** The table with the keys of the view's rows, by `pos` from 1. */
  readonly rows: string;
  readonly count: number;
  /** The table with the keys of the source; see `SourceKeys`. */
  readonly source: string;
  /** Records of the source, before any filter. */
  readonly sourceCount: number;
  /** Records of the source that leave-out lists hide. */
  readonly leftOut: number;
  /** Set if compared with an earlier run. */
  readonly changes?: ChangeTable | undefined;
}

export interface ViewToBuild {
  readonly kind: RecordKind;
  readonly source: ViewSource;
}

/** The tables for reading the columns of a view. */
export const contextOf = ({ kind, source }: ViewToBuild, changes: ChangeTable | undefined): ColumnContext => ({
  kind,
  list: source.kind === "list" ? source.list : undefined,
  run: runOfSource(source),
  changes,
});

/** How many rows' JSON is read before other calls are answered. */
export const jsonAtOnce = 500;

export interface ViewCondition extends Sql {
  /** Id of the column, if the condition selects some of its values. */
  readonly chosenOf?: string | undefined;
}

/** The conditions for the rows of a view, over the keys `s` of its source and their records. */
export function conditionsOf(
  view: ViewToBuild,
  { filter = "", columns: shown, conditions = [], now }: ViewOrder,
  changes: ChangeTable | undefined,
): readonly ViewCondition[] {
  const columns = contextOf(view, changes);
  const wantsGone = (one: Condition): boolean =>
    one.kind === "oneOf" && one.column === changeColumnId && one.exclude !== true && one.values.includes("gone");
  const isWithGone = changes === undefined || conditions.some(wantsGone);
  return [
    filterSql(columns, filter, shown),
    ...(isWithGone ? [] : [{ sql: "not s.gone", values: [], chosenOf: changeColumnId }]),
    ...conditions.map((one) => ({
      ...conditionSql(columns, one, now),
      chosenOf: one.kind === "oneOf" ? one.column : undefined,
    })),
  ].filter(({ sql }) => sql !== "1");
}

/**
 * Builds the tables of a view. Always creates new ones: if rearranging a view is canceled or fails, it keeps its rows.
 */
export async function buildView(db: StoreDb, view: ViewToBuild, order: ViewOrder, task: Task): Promise<BuiltView> {
  const made: string[] = [];
  try {
    const changes = await changesOf(db, view.source, task);
    if (changes !== undefined) {
      made.push(changes.table);
    }
    const source = await collectKeys(db, view.source, view.kind, changes, task);
    made.push(source.table);
    const rows = db.newTable("rows", "pos integer primary key, key integer");
    made.push(rows);
    await fillRows(db, rows, source.table, view, order, changes, task);
    // Throws if the caller has canceled.
    await task.breathe();
    return {
      rows,
      count: db.count(rows),
      source: source.table,
      sourceCount: source.count,
      leftOut: source.leftOut,
      changes,
    };
  } catch (error) {
    made.forEach((table) => db.dropTable(table));
    throw error;
  }
}

export function dropView(db: StoreDb, { rows, source, changes }: BuiltView): void {
  const tables = [rows, source];
  if (changes !== undefined) {
    tables.push(changes.table);
  }
  tables.forEach((table) => db.dropTable(table));
}

/** The changes since the earlier run, if the source is a comparison. */
async function changesOf(db: StoreDb, source: ViewSource, task: Task): Promise<ChangeTable | undefined> {
  return source.kind === "run" && source.since !== undefined
    ? changeTable(db, source.since, source.run, task)
    : undefined;
}

async function fillRows(
  db: StoreDb,
  rows: string,
  source: string,
  view: ViewToBuild,
  order: ViewOrder,
  changes: ChangeTable | undefined,
  task: Task,
): Promise<void> {
  const columns = contextOf(view, changes);
  const conditions = conditionsOf(view, order, changes);
  const sorts = sortKeys(order.sort).map(({ column, descending }) => ({ ...sortSql(columns, column), descending }));
  const where = ["1", ...conditions.map(({ sql }) => `(${sql})`)].join(" and ");
  const values = conditions.flatMap((condition) => condition.values);
  const ordered = (of: (sort: Sql, nth: number) => string): string =>
    [...sorts.map((sort, nth) => `${of(sort, nth)}${sort.descending ? " desc" : ""} nulls last`), "s.pos"].join(", ");
  if (![...sorts, ...conditions].some(({ sql }) => readsJson(sql))) {
    const from = sorts.length + conditions.length === 0 ? `${source} s` : recordsOf(source, view.kind);
    const by = ordered(({ sql }) => sql);
    db.run(`insert into ${rows} (key) select s.key from ${from} where ${where} order by ${by}`, ...values);
    return;
  }
  // Reading JSON is slow, so this works in chunks.
  const names = sorts.map((_sort, nth) => `sort${nth}`);
  const sorted = db.newTable("sorted", ["pos integer primary key", "key integer", ...names].join(", "));
  try {
    await inPieces(db, source, jsonAtOnce, task, (first, last) =>
      db.run(
        `insert into ${sorted} select ${["s.pos", "s.key", ...sorts.map(({ sql }) => sql)].join(", ")}
         from ${recordsOf(source, view.kind, true)} where s.pos between ? and ? and ${where}`,
        first,
        last,
        ...values,
      ),
    );
    const by = ordered((_sort, nth) => `sort${nth} collate nocase`);
    db.run(`insert into ${rows} (key) select s.key from ${sorted} s order by ${by}`);
  } finally {
    db.dropTable(sorted);
  }
}
