// Counts what records have under the conditions of a view, except for those of the column that is counted.
import { conditionsOf, jsonAtOnce } from "./buildView";
import type { Sql } from "./conditions";
import { inPieces, recordsOf } from "./sourceKeys";
import type { StoreDb } from "./storeDb";
import type { Task } from "./task";
import { viewOf, type View } from "./views";

/** What is counted: what the SQL of a column selects, and how many records have it. */
export type StoredCounts = Map<string | null, number>;

/** Rows that are read before other calls are answered: some milliseconds of work. */
const rowsAtOnce = 2_000;

const add = (counts: StoredCounts, value: string | null, count: number): void =>
  void counts.set(value, (counts.get(value) ?? 0) + count);

/** As text, because there are integers that no JavaScript number holds. */
const asText = ({ sql }: Pick<Sql, "sql">): string => `cast(${sql} as text)`;

/** Counts several columns in one pass over the rows of a view. */
export async function countInView(
  db: StoreDb,
  { kind, built }: View,
  columns: readonly Pick<Sql, "sql" | "readsJson">[],
  task: Task,
): Promise<readonly StoredCounts[]> {
  const counts = columns.map((): StoredCounts => new Map());
  const withJson = columns.some(({ readsJson }) => readsJson);
  const select = `select ${columns.map(asText).join(", ")} from ${recordsOf(built.rows, kind, withJson)}`;
  await inPieces(db, built.rows, withJson ? jsonAtOnce : rowsAtOnce, task, (first, last) => {
    for (const row of db.arrays(`${select} where s.pos between ? and ?`, first, last)) {
      for (const [index, of] of counts.entries()) {
        add(of, row[index] as string | null, 1);
      }
    }
  });
  return counts;
}

/** Adds the records that a view does not show only because of what was chosen of this column. */
export async function addHidden(
  db: StoreDb,
  view: View,
  counts: StoredCounts,
  id: string,
  column: Pick<Sql, "sql" | "readsJson">,
  task: Task,
): Promise<void> {
  const { kind, order, built } = view;
  const conditions = conditionsOf(view, order, built.changes);
  const own = conditions.filter(({ chosenOf }) => chosenOf === id);
  if (own.length === 0) {
    return;
  }
  const hides: Sql = {
    sql: `not coalesce(${own.map(({ sql }) => `(${sql})`).join(" and ")}, 0)`,
    values: own.flatMap(({ values }) => values),
    readsJson: own.some(({ readsJson }) => readsJson),
  };
  // JSON is read last, only of records that the other conditions leave.
  const ordered = [hides, ...conditions.filter(({ chosenOf }) => chosenOf !== id)].sort(
    (a, b) => Number(a.readsJson) - Number(b.readsJson),
  );
  const where = ordered.reduceRight((rest, { sql }) => (rest === "" ? `(${sql})` : `iif(${sql}, ${rest}, 0)`), "");
  const withJson = [column, ...ordered].some(({ readsJson }) => readsJson);
  await inPieces(db, built.source, withJson ? jsonAtOnce : rowsAtOnce, task, (first, last) => {
    for (const [value, count] of db.arrays(
      // A table that nothing reads is not joined in the inner part, which no limit ends.
      `select counted, count(*) from (
         select ${asText(column)} as counted from ${recordsOf(built.source, kind, withJson)}
         where s.pos between ? and ? and ${where} limit -1)
       group by counted`,
      first,
      last,
      ...ordered.flatMap(({ values }) => values),
    )) {
      add(counts, value as string | null, Number(count));
    }
  });
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
