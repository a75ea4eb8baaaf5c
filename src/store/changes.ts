// Compares two runs of one search: new records, gone records, and records with changed values.
import { comparedColumns } from "../records/extraColumns";
import type { RecordKind } from "../service/operations";
import { columnSql } from "./columnSql";
import { recordTables, keysOfRun, nextRow, recordKey, rowsOfRun } from "./kinds";
import { activeLists, leftOutSql, listsOfRun } from "./leaveOut";
import { findRun, type RunFacts } from "./runs";
import type { StoreDb } from "./storeDb";
import { notFound } from "./storeError";
import type { Task } from "./task";

/**
 * new: no earlier run of the search returned the record. changed: it has other values in the later run. gone: both runs
 * are complete, and only the earlier one has it.
 */
export const rowChanges = ["new", "changed", "gone"] as const;
export type RowChange = (typeof rowChanges)[number];

export const changeLabels: Readonly<Record<RowChange, string>> = { new: "New", changed: "Changed", gone: "Gone" };

export interface ChangeCounts {
  readonly new: number;
  readonly changed: number;
  readonly gone: number;
  /** Records of either run without an id, which are not counted above. */
  readonly uncomparable: number;
}

const rowsAtOnce = 2_000;

/** Excludes records that the lists of the later run leave out. */
export async function counts(db: StoreDb, earlier: string, later: string, task: Task): Promise<ChangeCounts> {
  const { table: changes } = await changeTable(db, earlier, later, task);
  try {
    const { kind, before, after } = pairOf(db, earlier, later);
    const records = recordTables[kind];
    const hides = leftOutSql(db, kind, activeLists(db, listsOfRun(db, later)));
    const shown = hides === undefined ? "" : `and not ${hides}`;
    const found = new Map(
      db
        .arrays(
          `select d.change, count(*) from ${changes} d cross join ${records} m on m.key = d.key
           where true ${shown} group by 1`,
        )
        .map(([change, count]) => [change, Number(count)]),
    );
    await task.breathe();
    const uncomparable = db.value<number>(
      `select count(*) from ${records} m
       where (m.key between ? and ? or m.key between ? and ?) and m.id is null ${shown}`,
      ...keysOfRun(before.no),
      ...keysOfRun(after.no),
    );
    const of = (change: RowChange): number => found.get(change) ?? 0;
    return { new: of("new"), changed: of("changed"), gone: of("gone"), uncomparable: uncomparable ?? 0 };
  } finally {
    db.dropTable(changes);
  }
}

/**
 * The changes of a view. The table has the key of each differing record, its change, and the key of its earlier
 * version.
 */
export interface ChangeTable {
  readonly table: string;
  /** The number of the earlier run. */
  readonly earlier: number;
}

/** The changes between two runs. The caller drops the table. */
export async function changeTable(db: StoreDb, earlier: string, later: string, task: Task): Promise<ChangeTable> {
  const { kind, before, after } = pairOf(db, earlier, later);
  const name = db.newTable("changes", "key integer primary key, change text not null, earlier integer");
  const table = recordTables[kind];
  const others = earlierRunsOf(db, after.no);
  try {
    for (const [first, last] of chunksOf(after)) {
      db.run(
        `insert into ${name} (key, change, earlier)
         select m.key, iif(b.key is null, 'new', 'changed'), b.key
         from ${table} m left join ${table} b on b.id = m.id and b.key between ?1 and ?2
         where m.key between ?3 and ?4 and m.id is not null and iif(b.key is null,
           not exists (select 1 from ${table} e where e.id = m.id and e.key < ?3
             and e.key / ${rowsOfRun} in (select value from json_each(?5))),
           ${differsSql(kind)})`,
        ...keysOfRun(before.no),
        first,
        last,
        others,
      );
      await task.breathe();
    }
    for (const [first, last] of areComplete(db, before.no, after.no) ? chunksOf(before) : []) {
      db.run(
        `insert into ${name} (key, change)
         select m.key, 'gone' from ${table} m
         where m.key between ? and ? and m.id is not null
           and not exists (select 1 from ${table} b where b.id = m.id and b.key between ? and ?)`,
        first,
        last,
        ...keysOfRun(after.no),
      );
      await task.breathe();
    }
  } catch (error) {
    db.dropTable(name);
    throw error;
  }
  return { table: name, earlier: before.no };
}

/** SQL over `m`, `x` and `b` from `joinSql`: a record's change, and its earlier values. */
export interface ChangeSql {
  /** A `RowChange`, or null. */
  readonly change: string;
  /** JSON: column id → the earlier text, or null if it was unknown; null unless the record is changed. */
  readonly before: string;
}

export function changeSql(kind: RecordKind): ChangeSql {
  const values = comparedColumns(kind).map((id) => {
    const [now, then] = shownIn(kind, id);
    return `select '${id}' as id, cast(${then} as text) as value where ${now} is not ${then}`;
  });
  return {
    change: "x.change",
    before: `iif(b.key is null, null, (select json_group_object(id, value) from (${values.join(" union all ")})))`,
  };
}

/** Joins to the table `m` the record's change `x` and its earlier version `b`. */
export const joinSql = (kind: RecordKind, { table }: ChangeTable): string =>
  `left join ${table} x on x.key = m.key left join ${recordTables[kind]} b on b.key = x.earlier`;

const shownIn = (kind: RecordKind, id: string): readonly [now: string, then: string] => [
  columnSql({ kind }, id, "m").sql,
  columnSql({ kind }, id, "b").sql,
];

const differsSql = (kind: RecordKind): string =>
  comparedColumns(kind)
    .map((id) => shownIn(kind, id).join(" is not "))
    .join(" or ");

interface ComparedRun {
  readonly no: number;
  /** Number of rows, including gaps where records are missing. */
  readonly rows: number;
}

interface ComparedPair {
  readonly kind: RecordKind;
  readonly before: ComparedRun;
  readonly after: ComparedRun;
}

function pairOf(db: StoreDb, earlier: string, later: string): ComparedPair {
  const [before, after] = [earlier, later].map((id) => findRun(db, id)) as [RunFacts, RunFacts];
  if (before.kind !== after.kind) {
    throw notFound();
  }
  const rowsOf = ({ no }: RunFacts): ComparedRun => ({ no, rows: nextRow(db, no) });
  return { kind: after.kind, before: rowsOf(before), after: rowsOf(after) };
}

/** Numbers of the earlier runs of the same search with the same service. */
const earlierRunsOf = (db: StoreDb, no: number): readonly number[] =>
  db.column<number>(
    `select e.no from run r join connection rc on rc.id = r.connection
       join run e on iif(r.source is null, e.search_key = r.search_key, e.source = r.source)
       join connection ec on ec.id = e.connection and ec.origin = rc.origin
     where r.no = ? and e.no < r.no and e.purpose = 'search' and e.record_kind = r.record_kind`,
    no,
  );

/** Both have all matches: a record that one of them lacks did not match at that time. */
const areComplete = (db: StoreDb, ...nos: readonly number[]): boolean =>
  nos.every((no) =>
    db.has("run where no = ? and stop ->> '$.kind' = 'complete' and coalesce(task ->> '$.knownRecords', 0) = 0", no),
  );

/** The keys of a run in chunks, as the first and last of each. */
function chunksOf({ no, rows }: ComparedRun): readonly (readonly [number, number])[] {
  return Array.from({ length: Math.ceil(rows / rowsAtOnce) }, (_, index) => [
    recordKey(no, index * rowsAtOnce),
    recordKey(no, Math.min(rows, (index + 1) * rowsAtOnce) - 1),
  ]);
}
