// Counts what records have under the conditions of a view, except for those of the column that is counted.
import { changesShown, contextOf } from "./buildView";
import { rowChanges, type RowChange } from "./changes";
import { conditionSql, filterSql, type Condition, type Sql } from "./conditions";
import type { StoreDb } from "./storeDb";
import { placeOf, withKeysOf, type KeyList } from "./keyList";
import { withShown } from "./shownSource";
import type { Task } from "./task";
import { keyListOf, viewOf, type View } from "./views";

/** What is counted: what the SQL of a column selects, and how many records have it. */
export type StoredCounts = Map<string | null, number>;

/** Rows that are read before other calls are answered: some milliseconds of work. */
const rowsAtOnce = 2_000;
const jsonAtOnce = 500;

const add = (counts: StoredCounts, value: string | null, count: number): void =>
  void counts.set(value, (counts.get(value) ?? 0) + count);

/** As text, because there are integers that no JavaScript number holds. */
const asText = ({ sql }: Pick<Sql, "sql">): string => `cast(${sql} as text)`;

/** Counts several columns in one pass over the rows of a view. */
export async function countInView(
  db: StoreDb,
  view: View,
  columns: readonly Pick<Sql, "sql" | "readsJson">[],
  task: Task,
): Promise<readonly StoredCounts[]> {
  const counts = columns.map((): StoredCounts => new Map());
  const withJson = columns.some(({ readsJson }) => readsJson);
  const sql = columns.map(asText).join(", ");
  const list = keyListOf(view);
  const step = withJson ? jsonAtOnce : rowsAtOnce;
  for (let from = 0; from < list.count; from += step) {
    const { from: tables, where, values } = placeOf(list, from, Math.min(list.count, from + step), withJson);
    for (const row of db.arrays(`select ${sql} from ${tables} where ${where}`, ...values)) {
      for (const [index, of] of counts.entries()) {
        add(of, row[index] as string | null, 1);
      }
    }
    task.progress(Math.min(list.count, from + step), list.count);
    await task.breathe();
  }
  return counts;
}

/** Adds the records that a view does not show only because of the conditions that `isOwn`. */
export async function addHidden(
  db: StoreDb,
  view: View,
  counts: StoredCounts,
  column: Pick<Sql, "sql" | "readsJson">,
  isOwn: (condition: Condition) => boolean,
  task: Task,
): Promise<void> {
  const { shown, others } = changesShown(view.order, view.built.changes);
  const own = others.filter(isOwn).map((one) => conditionSql(contextOf(view, view.built.changes), one, view.order.now));
  if (own.length === 0) {
    return;
  }
  const hides: Sql = {
    sql: `not coalesce(${own.map(({ sql }) => `(${sql})`).join(" and ")}, 0)`,
    values: own.flatMap(({ values }) => values),
    readsJson: own.some(({ readsJson }) => readsJson),
  };
  const conditions = [hides, ...othersSql(view, (one) => !isOwn(one))];
  const changes = view.built.changes && { ...view.built.changes, shown };
  await withShown(db, view.source, view.kind, changes, task, (source) =>
    withKeysOf(db, view.kind, source, (list) => countWhere(db, list, column, conditions, counts, task)),
  );
}

/** How many records are new, changed or gone under all conditions but those that `isOwn`. */
export async function countChanges(
  db: StoreDb,
  view: View,
  isOwn: (condition: Condition) => boolean,
  task: Task,
): Promise<ReadonlyMap<RowChange, number>> {
  const { changes } = view.built;
  const found = new Map<RowChange, number>();
  for (const change of changes === undefined ? [] : rowChanges) {
    const counts: StoredCounts = new Map();
    const column = { sql: "1", readsJson: false };
    const conditions = othersSql(view, (one) => !isOwn(one));
    await withShown(db, view.source, view.kind, changes && { ...changes, shown: [change] }, task, (source) =>
      withKeysOf(db, view.kind, source, (list) => countWhere(db, list, column, conditions, counts, task)),
    );
    found.set(change, counts.get("1") ?? 0);
  }
  return found;
}

/** The conditions of a view that are not about changes, its text filter included. */
function othersSql(view: View, isWanted: (condition: Condition) => boolean): readonly Sql[] {
  const { order, built } = view;
  const columns = contextOf(view, built.changes);
  return [
    filterSql(columns, order.filter ?? "", order.columns),
    ...changesShown(order, built.changes)
      .others.filter(isWanted)
      .map((one) => conditionSql(columns, one, order.now)),
  ].filter(({ sql }) => sql !== "1");
}

async function countWhere(
  db: StoreDb,
  list: KeyList,
  column: Pick<Sql, "sql" | "readsJson">,
  conditions: readonly Sql[],
  counts: StoredCounts,
  task: Task,
): Promise<void> {
  const withJson = column.readsJson || conditions.some(({ readsJson }) => readsJson);
  // JSON is read last, only of records that the other conditions leave.
  const ordered = [...conditions].sort((a, b) => Number(a.readsJson) - Number(b.readsJson));
  const where = ordered.reduceRight((rest, { sql }) => (rest === "" ? `(${sql})` : `iif(${sql}, ${rest}, 0)`), "");
  const values = ordered.flatMap((condition) => condition.values);
  const step = withJson ? jsonAtOnce : rowsAtOnce;
  for (let from = 0; from < list.count; from += step) {
    const place = placeOf(list, from, Math.min(list.count, from + step), withJson);
    for (const [value, count] of db.arrays(
      // A table that nothing reads is not joined in the inner part, which no limit ends.
      `select counted, count(*) from (
         select ${asText(column)} as counted from ${place.from} where ${place.where} and ${where || "1"} limit -1)
       group by counted`,
      ...place.values,
      ...values,
    )) {
      add(counts, value as string | null, Number(count));
    }
    await task.breathe();
  }
}

/** Thrown between two pieces of work when the view has been arranged meanwhile. */
class Arranged extends Error {}

/** Starts again when the view is arranged while `work` counts. */
export async function whileUnchanged<T>(
  db: StoreDb,
  no: number,
  task: Task,
  work: (view: View, task: Task) => Promise<T>,
): Promise<T> {
  for (;;) {
    // A copy, because an arrangement replaces the properties of the view.
    const view = { ...viewOf(db, no) };
    const breathe = async (): Promise<void> => {
      await task.breathe();
      if (viewOf(db, no).built !== view.built) {
        throw new Arranged();
      }
    };
    try {
      return await work(view, { progress: (done, total) => task.progress(done, total), breathe });
    } catch (error) {
      if (!(error instanceof Arranged)) {
        throw error;
      }
    }
  }
}
