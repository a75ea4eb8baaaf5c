// Counts how often each value occurs in a view, and lists values seen in earlier results.
import type { StoreDb } from "./database";
import type { RecordKind } from "../service/operations";
import { recordTables } from "./kinds";
import { mainColumns } from "./mainColumns";
import { measuresOf, type Measure } from "./measures";
import { keysOfRun, recordKey } from "./recordKeys";
import type { Task } from "./task";
import { readerOf } from "./views";

export interface Bucket {
  /** For facet conditions. */
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

export interface Distribution {
  readonly id: string;
  readonly label: string;
  /** The most frequent values, in their own order if they have one. */
  readonly buckets: readonly Bucket[];
  /** Occurrences of all further values. */
  readonly other: number;
  /** Records that do not have the value. */
  readonly unknown: number;
  /** A record can hold several values of a list, so the counts may add up to more. */
  readonly total: number;
}

const rowsAtOnce = 10_000;

/** All figures of the summary. `most` buckets each; `now` in ms since 1970. */
export async function distributions(
  db: StoreDb,
  view: number,
  { most = 12, now }: { readonly most?: number | undefined; readonly now: number },
  task: Task,
): Promise<readonly Distribution[]> {
  const reader = readerOf(db, view);
  const measures = measuresOf(reader.kind);
  const counts = measures.map(() => new Map<string | number | null, number>());
  const columns = measures.map(({ column }) => `m.${column}`).join(", ");
  const { count } = reader;
  for (let from = 0; from < count; from += rowsAtOnce) {
    for (const row of reader.read(columns, from, from + rowsAtOnce, false)) {
      for (let index = 0; index < row.length; index += 1) {
        const value = row[index] as string | number | null;
        const counted = counts[index] as Map<string | number | null, number>;
        counted.set(value, (counted.get(value) ?? 0) + 1);
      }
    }
    task.progress(Math.min(count, from + rowsAtOnce), count);
    await task.breathe();
  }
  return measures.map((measure, index) =>
    distributionOf(measure, counts[index] as Map<string | number | null, number>, most, now),
  );
}

/** Columns have few different values, so each different one is parsed only once. */
function distributionOf(
  measure: Measure,
  counted: ReadonlyMap<string | number | null, number>,
  most: number,
  now: number,
): Distribution {
  const counts = new Map<string, number>();
  let unknown = 0;
  let total = 0;
  for (const [stored, count] of counted) {
    const values = stored === null ? [] : measure.values(stored, now);
    total += count;
    unknown += values.length === 0 ? count : 0;
    for (const value of values) {
      counts.set(value, (counts.get(value) ?? 0) + count);
    }
  }
  const byFrequency = [...counts].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
  const { rank, name } = measure;
  const top = byFrequency.slice(0, most);
  const placed = rank === undefined ? top : [...top].sort(([a], [b]) => orderOf(rank(a)) - orderOf(rank(b)));
  return {
    id: measure.id,
    label: measure.label(),
    buckets: placed.map(([value, count]) => ({ value, label: name?.(value) ?? value, count })),
    other: byFrequency.slice(most).reduce((sum, [, count]) => sum + count, 0),
    unknown,
    total,
  };
}

/** Values without a place in the order come last. */
const orderOf = (place: number): number => (Number.isNaN(place) ? Number.MAX_SAFE_INTEGER : place);

export interface SeenQuery {
  /** Ids of the columns whose values are wanted, for each kind of record. */
  readonly columns: Readonly<Partial<Record<RecordKind, readonly string[]>>>;
  /** Only records of this service. */
  readonly origin: string;
  readonly limit?: number | undefined;
}

/** Bounds for the search, however large the runs are. */
const mostRuns = 6;
const mostRows = 400;
const longestValue = 100;

/** Values of columns in the latest results, most frequent first. */
export async function seenValues(
  db: StoreDb,
  { columns, origin, limit = 200 }: SeenQuery,
  task: Task,
): Promise<readonly string[]> {
  const kinds = Object.keys(columns) as RecordKind[];
  const runs = db.all<{ readonly no: number; readonly kind: RecordKind }>(
    `select run.no, run.record_kind as kind from run join connection c on c.id = run.connection
     where c.origin = ? and run.records > 0 and run.record_kind in (select value from json_each(?))
     order by run.no desc limit ?`,
    origin,
    JSON.stringify(kinds),
    mostRuns,
  );
  const counts = new Map<string, { readonly value: string; count: number }>();
  for (const { no, kind } of runs) {
    for (const id of columns[kind] ?? []) {
      const isList = mainColumns(kind).some((main) => main.id === id && main.type === "list");
      const value = isList
        ? `m.${id}`
        : mainColumns(kind).some((main) => main.id === id)
          ? `json_array(m.${id})`
          : `column_list('${kind}', '${id.replaceAll("'", "''")}', j.json)`;
      const join = value.includes("j.json") ? "join record_json j on j.key = m.key" : "";
      const found = db.all<{ readonly value: string }>(
        `select distinct m.key, trim(e.value) as value
         from ${recordTables[kind]} m ${join}, json_each(${value}) e
         where m.key between ? and ? and e.type = 'text'`,
        keysOfRun(no)[0],
        recordKey(no, mostRows - 1),
      );
      for (const { value: text } of found) {
        if (text !== "" && text.length <= longestValue) {
          const key = text.toLowerCase();
          const seen = counts.get(key) ?? { value: text, count: 0 };
          seen.count += 1;
          counts.set(key, seen);
        }
      }
      await task.breathe();
    }
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, limit)
    .map(({ value }) => value);
}
