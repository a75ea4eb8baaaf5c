// Queries over earlier runs: the saved searches with runs, the things that exist, and the values in latest results.
import type { RecordKind } from "../service/operations";
import { columnSql, readsJson } from "./columnSql";
import { joinMore, recordTables, recordKey } from "./kinds";
import type { RunPurpose } from "./kinds";
import { isLeased } from "./leases";
import type { StoreDb } from "./storeDb";
import type { Task } from "./task";

/** The runs of one saved search with one purpose. */
export interface RunSource {
  /** URI of the saved search, as text; empty for runs without one. */
  readonly source: string;
  readonly purpose: Extract<RunPurpose, "search" | "count">;
  readonly runs: number;
  /** The newest run's times, in ms since 1970, and the address of its service. */
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly origin: string;
}

/** Saved searches with the newest runs first. */
export function sources(db: StoreDb): readonly RunSource[] {
  // In a query with max(), SQLite takes the other columns from the row with the maximum.
  return db.all(
    `select coalesce(source, '') as source, purpose, count(*) as runs, started_at as startedAt,
       updated_at as updatedAt, origin
     from run join connection c on c.id = run.connection where purpose in ('search', 'count')
     group by coalesce(source, ''), purpose order by max(no) desc`,
  );
}

/** Which things exist: hides commands that need one, and completes the steps of the walkthrough. */
export interface StoredThings {
  /** A search was saved: it has runs under the URI of a file. */
  readonly hasSavedSearch: boolean;
  /** A run of a search has records. */
  readonly hasRecords: boolean;
  readonly hasExport: boolean;
  readonly hasRuns: boolean;
  /** In any window. */
  readonly isRunning: boolean;
  readonly hasLists: boolean;
  readonly hasEnrichments: boolean;
}

export function storedThings(db: StoreDb, now: number): StoredThings {
  return {
    hasSavedSearch: db.has("run where source is not null and source not like 'untitled:%'"),
    hasRecords: db.has("run where purpose = 'search' and records > 0"),
    hasExport: db.has("last_export"),
    hasRuns: db.has("run"),
    isRunning: db.has(`run where ${isLeased("?1")}`, now),
    hasLists: db.has("record_list"),
    hasEnrichments: db.has("enrichment"),
  };
}

export interface SeenQuery {
  /** Ids of the columns whose values are wanted, for each kind of record. */
  readonly columns: Readonly<Partial<Record<RecordKind, readonly string[]>>>;
  /** Only records of this service. */
  readonly origin: string;
}

/** Limits for the search, however large the runs are. */
const mostRuns = 6;
const mostRows = 400;
const longestValue = 100;
const mostValues = 200;

/** Values of columns in the latest results, most frequent first. */
export async function seenValues(db: StoreDb, { columns, origin }: SeenQuery, task: Task): Promise<readonly string[]> {
  const kinds = Object.keys(columns) as RecordKind[];
  const runs = db.all<{ readonly no: number; readonly kind: RecordKind }>(
    `select run.no, run.record_kind as kind from run join connection c on c.id = run.connection
     where c.origin = ? and run.records > 0 and run.record_kind in (select value from json_each(?))
     order by run.no desc limit ?`,
    origin,
    kinds,
    mostRuns,
  );
  const found = runs.flatMap(({ no, kind }) =>
    (columns[kind] ?? []).map((id) => {
      const { items } = columnSql({ kind }, id);
      return `select distinct m.key, trim(e.value) as value
        from ${recordTables[kind]} m ${joinMore(kind)}
          ${readsJson(items) ? "join record_json j on j.key = m.key" : ""}, json_each(${items}) e
        where m.key between ${recordKey(no, 0)} and ${recordKey(no, mostRows - 1)} and e.type = 'text'`;
    }),
  );
  await task.breathe();
  return found.length === 0
    ? []
    : db.column(
        `select max(value) as value from (${found.join(" union all ")})
         where value <> '' and length(value) <= ${longestValue}
         group by lower(value) order by count(*) desc, value limit ${mostValues}`,
      );
}

export interface IdsToName {
  readonly ids: readonly string[];
  /** Only records of this service. */
  readonly origin: string;
}

export interface NamedId {
  readonly id: string;
  readonly name: string;
}

/** The names of companies and people with these ids, and of the employers of people in the latest results. */
export function namesOfIds(db: StoreDb, { ids, origin }: IdsToName): readonly NamedId[] {
  const { company, person } = recordTables;
  const isWanted = "in (select value from json_each(?1))";
  // In a query with max(), SQLite takes the other columns from the row with the maximum.
  return db
    .all<NamedId>(
      `select max(found.key), found.id as id, found.name as name from (
         select key, id, name from ${company} where id ${isWanted}
         union all select key, id, name from ${person} where id ${isWanted}
         union all select key, company_id, company_name from ${person}
           join (select no from run where record_kind = 'person' and records > 0 order by no desc limit ${mostRuns}) r
             on key between r.no * 4294967296 and r.no * 4294967296 + 4294967295
           where company_id ${isWanted}) found
         join run on run.no = found.key / 4294967296 join connection c on c.id = run.connection
       where c.origin = ?2 and typeof(found.name) = 'text' and trim(found.name) <> '' group by found.id`,
      ids,
      origin,
    )
    .map(({ id, name }) => ({ id, name }));
}
