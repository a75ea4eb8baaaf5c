// The values of columns, each counted under all other conditions, so that more of them can be chosen.
import { changeColumnId, newsColumnId } from "../rows/besideColumns";
import { columnOf, type Column, type ColumnInfo } from "../rows/columns";
import { contextOf, conditionsOf, jsonAtOnce } from "./buildView";
import { rowChanges } from "./changes";
import { readsJson } from "./columnSql";
import type { StoreDb } from "./storeDb";
import type { Task } from "./task";
import { folded } from "./text";
import { pickedColumn, usualColumns, type PickedColumn } from "./valueGroups";
import { type View, viewOf } from "./views";
import type { Sql } from "./conditions";
import { inPieces, recordsOf } from "./sourceKeys";

/** One value and how many records have it. */
export interface ColumnValue {
  readonly value: string;
  readonly label: string;
  /** Absent for a chosen value where groups are counted. */
  readonly count?: number | undefined;
}

export interface ColumnValues extends Pick<ColumnInfo, "id" | "label" | "type"> {
  /** The most frequent values and, unless a text is looked for, those that are chosen. */
  readonly values: readonly ColumnValue[];
  /** How many further values there are. */
  readonly more: number;
  /** Records without a value. */
  readonly unknown: number;
  /** What it is called that they have none; "Unknown" when absent. */
  readonly missing?: string | undefined;
}

export interface ValuesQuery {
  /** Id of a column; the usual columns, with fewer values of each, when absent. */
  readonly column?: string | undefined;
  /** Only values that contain this text, whatever its case and accents. */
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
    if (columns.length === 0) {
      return [];
    }
    const picked = columns.map(({ id }) => pickedColumn(contextOf(view, changes), id, now));
    // The records of a view are counted in one pass.
    const counted = await countInView(db, view, picked, pausing);
    const found: ColumnValues[] = [];
    for (const [index, of] of columns.entries()) {
      const [one, counts] = [picked[index] as PickedColumn, counted[index] as StoredCounts];
      await addHidden(db, view, counts, of.id, one, pausing);
      const isOfChanges = of.id === changeColumnId && changes?.earlier !== undefined;
      const tallied = isOfChanges ? tallyChanges(counts) : tally(counts, one.isList);
      const most = column === undefined ? mostOfUsual : mostOfOne;
      found.push(valuesOf(of, one, tallied, chosenOf(view, of.id), text, most));
    }
    return found;
  });
}

const usualOf = ({ kind, built }: View): readonly string[] => [
  ...(built.changes === undefined ? [] : [built.changes.earlier === undefined ? newsColumnId : changeColumnId]),
  ...usualColumns[kind],
];

const chosenOf = ({ order }: View, id: string): readonly string[] => [
  ...new Set((order.conditions ?? []).flatMap((one) => (one.kind === "oneOf" && one.column === id ? one.values : []))),
];

interface Tally {
  readonly counts: ReadonlyMap<string, number>;
  readonly unknown: number;
}

/** Columns have few different values, so each different one is parsed only once. */
function tally(stored: StoredCounts, isList: boolean): Tally {
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

/** Each of them, also those that no record has; what is unchanged is not offered. */
const tallyChanges = (stored: StoredCounts): Tally => ({
  counts: new Map(rowChanges.map((change) => [change, stored.get(change) ?? 0])),
  unknown: 0,
});

/** The texts of a list that is stored as a JSON array, each once. */
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
  { counts, unknown }: Tally,
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

/** Values without a place in the order come last. */
const orderOf = (place: number): number => (Number.isNaN(place) || place === -1 ? Number.MAX_SAFE_INTEGER : place);

/** What is counted: what the SQL of a column selects, and how many records have it. */
type StoredCounts = Map<string | null, number>;

/** Rows that are read before other calls are answered: some milliseconds of work. */
const rowsAtOnce = 2_000;

const add = (counts: StoredCounts, value: string | null, count: number): void =>
  void counts.set(value, (counts.get(value) ?? 0) + count);

/** As text, because there are integers that no JavaScript number holds. */
const asText = ({ sql }: PickedColumn): string => `cast(${sql} as text)`;

/** Counts several columns in one pass over the rows of a view. */
async function countInView(
  db: StoreDb,
  { kind, built }: View,
  columns: readonly PickedColumn[],
  task: Task,
): Promise<readonly StoredCounts[]> {
  const counts = columns.map((): StoredCounts => new Map());
  const withJson = columns.some(({ sql }) => readsJson(sql));
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
async function addHidden(
  db: StoreDb,
  view: View,
  counts: StoredCounts,
  id: string,
  column: PickedColumn,
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
  };
  // JSON is read last, only of records that the other conditions leave.
  const ordered = [hides, ...conditions.filter(({ chosenOf }) => chosenOf !== id)].sort(
    (a, b) => Number(readsJson(a.sql)) - Number(readsJson(b.sql)),
  );
  const where = ordered.reduceRight((rest, { sql }) => (rest === "" ? `(${sql})` : `iif(${sql}, ${rest}, 0)`), "");
  const withJson = [column, ...ordered].some(({ sql }) => readsJson(sql));
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
async function whileUnchanged<T>(
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
