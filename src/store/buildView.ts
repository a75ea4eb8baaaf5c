// Builds the temporary table of a view: the keys of its records by position.
import type { RecordKind } from "../service/operations";
import { changeColumnId } from "../rows/besideColumns";
import { changeTable, rowChanges, type ChangeTable, type RowChange } from "./changes";
import type { ColumnContext } from "./columnSql";
import { conditionSql, filterSql, sortSql, type Condition, type Sql } from "./conditions";
import type { StoreDb } from "./storeDb";
import { newsTable } from "./news";
import { dropTable, newTable } from "./temporaryTables";
import { joinMore, recordTables } from "./kinds";
import type { Value } from "./statements";
import type { Task } from "./task";
import { withShown, type ShownSource } from "./shownSource";
import { countOf, sortKeys, type SourceSql, type ViewOrder, type ViewSource } from "./viewSource";

export interface BuiltView {
  readonly count: number;
  /** Records of the source, before any filter. */
  readonly sourceCount: number;
  /** Records of the source that leave-out lists hide. */
  readonly leftOut: number;
  /** First key of a run that is shown unfiltered in its own order: then there is no table. */
  readonly plainFrom: number | undefined;
  /** Compared with an earlier run. */
  readonly changes?: ChangeTable | undefined;
}

export interface ViewToBuild {
  readonly no: number;
  readonly kind: RecordKind;
  readonly source: ViewSource;
}

/** What the columns of a view are read from. */
export const contextOf = ({ kind, source }: ViewToBuild, changes: ChangeTable | undefined): ColumnContext => ({
  kind,
  list: source.kind === "list" ? source.list : undefined,
  changes,
});

export const tableOf = (no: number): string => `temp.view_${no}`;

/** Rows whose JSON is read before other calls are answered. */
const jsonAtOnce = 500;

/** The changes that a compared view shows, and all other conditions. Records that are gone are in the earlier run. */
export function changesShown(
  { conditions = [] }: Pick<ViewOrder, "conditions">,
  changes: ChangeTable | undefined,
): { readonly shown: readonly RowChange[] | undefined; readonly others: readonly Condition[] } {
  const isChange = (one: Condition): one is Condition & { readonly kind: "oneOf" } =>
    changes?.earlier !== undefined &&
    one.kind === "oneOf" &&
    one.column === changeColumnId &&
    one.exclude !== true &&
    one.values.every((value) => rowChanges.some((change) => change === value));
  const chosen = conditions.filter(isChange);
  return {
    shown:
      chosen.length === 0
        ? undefined
        : rowChanges.filter((change) => chosen.every(({ values }) => values.includes(change))),
    others: conditions.filter((one) => !isChange(one)),
  };
}

/**
 * Builds the rows of a view, or builds them again. Tables are replaced at the end, so that a view that was canceled or
 * failed keeps its rows.
 */
export async function buildView(
  db: StoreDb,
  view: ViewToBuild,
  order: ViewOrder,
  task: Task,
  built?: BuiltView,
): Promise<BuiltView> {
  const known = built?.changes;
  const changes = await changesOf(db, view.source, known, task);
  const [used, unused] = [changes, known].map((one) => one?.table);
  try {
    const rows = await buildRows(db, view, order, changes, task);
    if (unused !== undefined && unused !== used) {
      dropTable(db, unused);
    }
    return { ...rows, changes };
  } catch (error) {
    if (used !== undefined && unused !== used) {
      dropTable(db, used);
    }
    throw error;
  }
}

/** The changes that a source is about; `known` if they are still true. */
async function changesOf(
  db: StoreDb,
  source: ViewSource,
  known: ChangeTable | undefined,
  task: Task,
): Promise<ChangeTable | undefined> {
  if (source.kind === "news") {
    return newsTable(db, source, known, task);
  }
  return source.kind === "run" && source.since !== undefined
    ? changeTable(db, source.since, source.run, known, task)
    : undefined;
}

async function buildRows(
  db: StoreDb,
  view: ViewToBuild,
  order: ViewOrder,
  changes: ChangeTable | undefined,
  task: Task,
): Promise<BuiltView> {
  const { shown, others } = changesShown(order, changes);
  return withShown(db, view.source, view.kind, changes && { ...changes, shown }, task, (source) =>
    buildShown(db, view, contextOf(view, changes), order, source, others, task),
  );
}

async function buildShown(
  db: StoreDb,
  { no, kind }: ViewToBuild,
  columns: ColumnContext,
  order: ViewOrder,
  source: ShownSource,
  others: readonly Condition[],
  task: Task,
): Promise<BuiltView> {
  const { count: sourceCount, leftOut } = source;
  const conditions: readonly Sql[] = [
    filterSql(columns, order.filter ?? "", order.columns),
    ...others.map((one) => conditionSql(columns, one, order.now)),
  ];
  const sorts = sortKeys(order.sort).map(({ column, descending }) => ({ ...sortSql(columns, column), descending }));
  const isWhole = sorts.length === 0 && conditions.every(({ sql }) => sql === "1");
  if (isWhole && source.firstKey !== undefined) {
    dropTable(db, tableOf(no));
    return { count: sourceCount, sourceCount, leftOut, plainFrom: source.firstKey };
  }
  if (isWhole && source.keys !== undefined) {
    replaceTable(db, no, source.keys.table);
    return { count: source.keys.count, sourceCount, leftOut, plainFrom: undefined };
  }
  const fresh = newTable("rows");
  db.exec(`create table ${fresh} (pos integer primary key, key integer)`);
  try {
    const where = conditions.map(({ sql }) => sql).join(" and ");
    const values = conditions.flatMap((condition) => condition.values);
    const by = (sql: string, descending: boolean): string => `${sql}${descending ? " desc" : ""} nulls last`;
    if ([...sorts, ...conditions].some(({ readsJson }) => readsJson)) {
      const query = {
        ...{ from: `${recordTables[kind]} m on m.key = s.key ${joinMore(kind)}`, where, values },
        sort: sorts.map(({ sql }) => sql),
        order: [...sorts.map(({ descending }, nth) => by(`sort${nth} collate nocase`, descending)), "pos"],
      };
      await fillFromJson(db, fresh, source, query, task);
    } else {
      const sorted = [...sorts.map(({ sql, descending }) => by(sql, descending)), source.order];
      db.run(
        `insert into ${fresh} (key)
         select m.key from ${source.from} ${joinMore(kind)} where ${source.where} and ${where}
         order by ${sorted.join(", ")}`,
        ...source.values,
        ...values,
      );
    }
    // Throws if the caller has canceled meanwhile.
    await task.breathe();
    const count = countOf(db, fresh);
    replaceTable(db, no, fresh);
    return { count, sourceCount, leftOut, plainFrom: undefined };
  } finally {
    dropTable(db, fresh);
  }
}

const replaceTable = (db: StoreDb, no: number, fresh: string): void =>
  db.exec(`drop table if exists ${tableOf(no)}; alter table ${fresh} rename to view_${no}`);

interface JsonQuery {
  /** What to join to the keys `s`. */
  readonly from: string;
  readonly where: string;
  readonly values: readonly Value[];
  /** The keys to sort by. */
  readonly sort: readonly string[];
  /** SQL over `sort0`, `sort1` … and `pos`. */
  readonly order: readonly string[];
}

/** Reading JSON is slow, so this works in chunks and lets other calls be answered between them. */
async function fillFromJson(
  db: StoreDb,
  fresh: string,
  source: SourceSql,
  { from, where, values, sort, order }: JsonQuery,
  task: Task,
): Promise<void> {
  const [keys, sorted] = [`${fresh}_keys`, `${fresh}_sorted`];
  const names = sort.map((_sql, nth) => `sort${nth}`);
  const drop = `drop table if exists ${keys}; drop table if exists ${sorted}`;
  db.exec(`
    ${drop};
    create table ${keys} (pos integer primary key, key integer);
    create table ${sorted} (${["pos integer primary key", "key integer", ...names].join(", ")})`);
  try {
    db.run(
      `insert into ${keys} (key) select m.key from ${source.from} where ${source.where} order by ${source.order}`,
      ...source.values,
    );
    const total = countOf(db, keys);
    for (let start = 1; start <= total; start += jsonAtOnce) {
      const end = Math.min(total, start + jsonAtOnce - 1);
      db.run(
        `insert into ${sorted} (${["pos", "key", ...names].join(", ")})
         select ${["s.pos", "s.key", ...sort].join(", ")}
         from ${keys} s join ${from} join record_json j on j.key = s.key
         where s.pos between ? and ? and ${where}`,
        start,
        end,
        ...values,
      );
      task.progress(end, total);
      await task.breathe();
    }
    db.run(`insert into ${fresh} (key) select key from ${sorted} order by ${order.join(", ")}`);
  } finally {
    db.exec(drop);
  }
}
