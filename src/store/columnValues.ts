// The values of columns. Each column is counted under all other conditions, so that more of its values can be selected.
import { columnOf, type Column, type ColumnInfo } from "../records/columns";
import { changeColumnId } from "../records/extraColumns";
import { contextOf, conditionsOf, jsonAtOnce } from "./buildView";
import { rowChanges } from "./changes";
import { readsJson } from "./columnSql";
import { inPieces, recordsOf } from "./sourceKeys";
import type { StoreDb } from "./storeDb";
import type { Task } from "./task";
import { folded } from "./text";
import { pickedColumn, usualColumns, type PickedColumn } from "./valueGroups";
import { type View, viewOf } from "./views";

/** One value and how many records have it. */
export interface ColumnValue {
  readonly value: string;
  readonly label: string;
  /** Absent for a selected value when groups are counted. */
  readonly count?: number | undefined;
}

export interface ColumnValues extends Pick<ColumnInfo, "id" | "label" | "type"> {
  /** The most frequent values and the selected ones; with a search text, only those that contain it. */
  readonly values: readonly ColumnValue[];
  /** How many further values there are. */
  readonly more: number;
  /** Records without a value. */
  readonly unknown: number;
  /** The label of records without a value; "Unknown" when absent. */
  readonly missing?: string | undefined;
}

export interface ValuesQuery {
  /** Id of a column; when absent, the usual columns with fewer values each. */
  readonly column?: string | undefined;
  /** Only values that contain this text, ignoring case and accents. */
  readonly text: string;
  /** ms since 1970. */
  readonly now: number;
}

const mostOfUsual = 12;
const mostOfOne = 100;

export async function values(
  db: StoreDb,
  no: number,
  { column, text, now }: ValuesQuery,
  task: Task,
): Promise<readonly ColumnValues[]> {
  return whileUnchanged(db, no, task, async (view, pausing) => {
    const { changes } = view.built;
    const columns = (column === undefined ? usualOf(view) : [column]).flatMap((id) => columnOf(view.kind, id) ?? []);
    const found: ColumnValues[] = [];
    for (const of of columns) {
      const one = pickedColumn(contextOf(view, changes), of.id, now);
      const counts = await countsOf(db, view, of.id, one, pausing);
      const isOfChanges = of.id === changeColumnId && changes !== undefined;
      const counted = isOfChanges ? countsOfChanges(counts) : countsOfValues(counts, one.isList);
      const most = column === undefined ? mostOfUsual : mostOfOne;
      found.push(valuesOf(of, one, counted, chosenOf(view, of.id), text, most));
    }
    return found;
  });
}

function usualOf({ kind, built }: View): readonly string[] {
  const columns: string[] = [];
  if (built.changes !== undefined) {
    columns.push(changeColumnId);
  }
  columns.push(...usualColumns[kind]);
  return columns;
}

const chosenOf = ({ order }: View, id: string): readonly string[] => [
  ...new Set((order.conditions ?? []).flatMap((one) => (one.kind === "oneOf" && one.column === id ? one.values : []))),
];

interface ValueCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly unknown: number;
}

/** Columns have few different values, so each one is parsed only once. */
function countsOfValues(stored: StoredCounts, isList: boolean): ValueCounts {
  const counts = new Map<string, number>();
  let unknown = 0;
  for (const [one, count] of stored) {
    const found = one === null || one === "" ? [] : isList ? itemsOf(one) : [one];
    unknown += found.length === 0 ? count : 0;
    for (const value of found) {
      counts.set(value, (counts.get(value) ?? 0) + count);
    }
  }
  return { counts, unknown };
}

/** All kinds of changes, even those without records, except unchanged. */
const countsOfChanges = (stored: StoredCounts): ValueCounts => ({
  counts: new Map(rowChanges.map((change) => [change, stored.get(change) ?? 0])),
  unknown: 0,
});

/** The texts of a list that is stored as a JSON array, without duplicates. */
const itemsOf = (stored: string): readonly string[] => [
  ...new Set(
    (JSON.parse(stored) as readonly unknown[]).flatMap((item) =>
      (typeof item === "string" && item !== "") || typeof item === "number" ? [String(item)] : [],
    ),
  ),
];

function valuesOf(
  { id, label, type }: Column,
  { name = (value) => value, rank, missing, isGrouped }: PickedColumn,
  { counts, unknown }: ValueCounts,
  chosen: readonly string[],
  text: string,
  most: number,
): ColumnValues {
  const wanted = folded(text.trim());
  const isWanted = (value: string): boolean => wanted === "" || folded(name(value)).includes(wanted);
  const sorted = [...counts]
    .filter(([value]) => isWanted(value))
    .sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
  const top = sorted.slice(0, most);
  const isTop = new Set(top.map(([value]) => value));
  const further = chosen
    .filter((value) => value !== "" && !isTop.has(value) && isWanted(value))
    .map((value) => [value, counts.get(value) ?? (isGrouped ? undefined : 0)] as const);
  const shown = [...top, ...further];
  const placed = rank === undefined ? shown : shown.sort(([a], [b]) => orderOf(rank(a)) - orderOf(rank(b)));
  return {
    id,
    label,
    type,
    values: placed.map(([value, count]) => ({ value, label: name(value), count })),
    more: sorted.length - top.length - further.filter(([value]) => counts.has(value)).length,
    unknown,
    ...(missing !== undefined && { missing }),
  };
}

/** Values without a rank come last. */
const orderOf = (place: number): number => (Number.isNaN(place) || place === -1 ? Number.MAX_SAFE_INTEGER : place);

/** Values selected by a column's SQL, and how many records have each. */
type StoredCounts = Map<string | null, number>;

/** How many rows are read before other calls are answered: some milliseconds of work. */
const rowsAtOnce = 2_000;

/** Counts the column's values in records that meet all conditions except the column's own. */
async function countsOf(db: StoreDb, view: View, id: string, { sql }: PickedColumn, task: Task): Promise<StoredCounts> {
  const { kind, order, built } = view;
  const conditions = conditionsOf(view, order, built.changes);
  const others = conditions.filter(({ chosenOf }) => chosenOf !== id);
  // Without conditions on the column itself, these are the rows of the view.
  const [table, tested] = others.length === conditions.length ? [built.rows, []] : [built.source, others];
  // JSON is read last, only for records that meet the other conditions.
  const ordered = [...tested].sort((a, b) => Number(readsJson(a.sql)) - Number(readsJson(b.sql)));
  const where = ordered.reduceRight((rest, one) => `iif(${one.sql}, ${rest}, 0)`, "1");
  const withJson = readsJson(sql + where);
  const counts: StoredCounts = new Map();
  await inPieces(db, table, withJson ? jsonAtOnce : rowsAtOnce, task, (first, last) => {
    for (const [value, count] of db.arrays(
      // As text, because some integers do not fit a JavaScript number. The `limit -1` keeps the inner query separate:
      // SQLite only omits unused joins in a query without aggregates.
      `select counted, count(*) from (
         select cast(${sql} as text) as counted from ${recordsOf(table, kind, withJson)}
         where s.pos between ? and ? and ${where} limit -1)
       group by counted`,
      first,
      last,
      ...ordered.flatMap(({ values }) => values),
    )) {
      const one = value as string | null;
      counts.set(one, (counts.get(one) ?? 0) + Number(count));
    }
  });
  return counts;
}

/** Thrown between two chunks of work when the view was rearranged. */
class Arranged extends Error {}

/** Starts again when the view is rearranged while `work` counts. */
async function whileUnchanged<T>(
  db: StoreDb,
  no: number,
  task: Task,
  work: (view: View, task: Task) => Promise<T>,
): Promise<T> {
  for (;;) {
    // A copy, because rearranging replaces the properties of the view.
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
