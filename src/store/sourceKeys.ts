// Collects the keys of a source's records, except those that leave-out lists hide. Works in chunks, because finding all
// records with a frequent word, or testing each record against large lists, takes seconds.
import type { RecordKind } from "../service/operations";
import type { ChangeTable } from "./changes";
import { fullTextQuery } from "./everything";
import { joinMore, recordTables, keysOfRun } from "./kinds";
import { activeLists, leftOutSql, listsOfRun } from "./leaveOut";
import { findRun } from "./runs";
import type { StoreDb, Value } from "./storeDb";
import type { Task } from "./task";
import type { ViewSource } from "./viewSource";

export interface SourceKeys {
  /** Has the keys by `pos`; `gone` marks those that only the earlier run of a comparison has. */
  readonly table: string;
  /** How many keys there are, except the `gone` ones. */
  readonly count: number;
  /** Records that leave-out lists hide. */
  readonly leftOut: number;
}

/** How many records are tested before other calls are answered. */
const testedAtOnce = 4_000;
/** The same for reading the index. Many, because each read skips all earlier records one by one. */
const foundAtOnce = 100_000;

/** The caller drops the table. */
export async function collectKeys(
  db: StoreDb,
  source: ViewSource,
  kind: RecordKind,
  changes: ChangeTable | undefined,
  task: Task,
): Promise<SourceKeys> {
  const columns = "pos integer primary key, key integer, question integer, gone integer not null default 0";
  const table = db.newTable("source", columns);
  try {
    if (source.kind === "found") {
      await collectFound(db, source, table, task);
    } else {
      const { columns, from, values } = sourceSql(db, source, kind);
      db.run(`insert into ${table} (key, question) select ${columns} from ${from}`, ...values);
    }
    if (changes !== undefined) {
      db.run(`insert into ${table} (key, gone) select key, 1 from ${changes.table} where change = 'gone' order by key`);
    }
    const present = `${table} where not gone`;
    const all = db.count(present);
    const hides = hidesSql(db, source, kind);
    if (hides !== undefined) {
      await inPieces(db, table, testedAtOnce, task, (first, last) =>
        db.run(
          `delete from ${table} where pos in (
             select s.pos from ${table} s cross join ${recordTables[kind]} m on m.key = s.key
               left join run_row q on q.key = s.question
             where s.pos between ? and ? and (${hides}))`,
          first,
          last,
        ),
      );
    }
    const count = db.count(present);
    return { table, count, leftOut: all - count };
  } catch (error) {
    db.dropTable(table);
    throw error;
  }
}

/** SQL over keys `s` in a table, and their records as the tables `m`, `more` and, with JSON, `j`. */
export const recordsOf = (table: string, kind: RecordKind, withJson = false): string =>
  `${table} s cross join ${recordTables[kind]} m on m.key = s.key ${joinMore(kind)}
   ${withJson ? "cross join record_json j on j.key = s.key" : ""}`;

/** Processes the positions of a table of keys in chunks, and lets other calls be answered in between. */
export async function inPieces(
  db: StoreDb,
  table: string,
  atOnce: number,
  task: Task,
  work: (first: number, last: number) => void,
): Promise<void> {
  const end = db.value<number>(`select max(pos) from ${table}`) ?? 0;
  for (let first = 1; first <= end; first += atOnce) {
    const last = Math.min(end, first + atOnce - 1);
    work(first, last);
    task.progress(last, end);
    await task.breathe();
  }
}

/** The records that a search of everything finds in the index. */
type FoundSource = ViewSource & { readonly kind: "found" };

interface SourceSql {
  /** The key of a record, and the key of the question that it answers. */
  readonly columns: string;
  readonly from: string;
  readonly values: readonly Value[];
}

function sourceSql(db: StoreDb, source: Exclude<ViewSource, FoundSource>, kind: RecordKind): SourceSql {
  const table = recordTables[kind];
  const columns = "m.key, null";
  switch (source.kind) {
    case "run":
      return {
        columns,
        from: `${table} m where m.key between ? and ? order by m.key limit ?`,
        values: [...keysOfRun(findRun(db, source.run).no), source.first ?? -1],
      };
    case "batch":
      return {
        columns: "m.key, q.key",
        from: `run_row q join ${table} m on m.key = q.record where q.key between ? and ? order by q.key`,
        values: keysOfRun(findRun(db, source.run).no),
      };
    case "keys":
      return {
        columns,
        from: `json_each(?) e cross join ${table} m on m.key = e.value order by e.key`,
        values: [source.keys],
      };
    case "list":
      return {
        columns,
        from: `record_list s join record_list_entry r on r.list_no = s.no
          join ${table} m on m.key = (select max(key) from ${table} o where o.id = r.record_id)
          where s.id = ? and r.record_kind = ? order by r.added_at, m.key`,
        values: [source.list, kind],
      };
  }
}

/** Newest first. Records of a run that is being deleted are missing. */
async function collectFound(db: StoreDb, { text, recordKind }: FoundSource, table: string, task: Task): Promise<void> {
  const query = fullTextQuery(db, text);
  if (query === undefined) {
    return;
  }
  const found = db.newTable("found", "pos integer primary key, key integer");
  try {
    const insert = `insert into ${found} (key)
      select -rowid from everything where everything match ? and rowid > ? order by rowid limit ?`;
    for (let added = foundAtOnce; added === foundAtOnce;) {
      const last = db.value<number>(`select key from ${found} order by pos desc limit 1`);
      added = db.run(insert, query, -(last ?? Number.MAX_SAFE_INTEGER), foundAtOnce);
      await task.breathe();
    }
    await inPieces(db, found, testedAtOnce, task, (first, last) =>
      db.run(
        `insert into ${table} (key)
         select f.key from ${found} f
         where f.pos between ? and ? and (select record_kind from run where no = f.key / 4294967296) = ?
         order by f.pos`,
        first,
        last,
        recordKind,
      ),
    );
  } finally {
    db.dropTable(found);
  }
}

/**
 * SQL that is true for records that leave-out lists hide, over the table `m` of the kind and, for a batch, its
 * questions `q`: records that the lists name, and records found by a lookup whose question they name. `undefined` if
 * nothing is hidden.
 */
function hidesSql(db: StoreDb, source: ViewSource, kind: RecordKind): string | undefined {
  const run = "run" in source ? source.run : source.kind === "keys" ? source.of : undefined;
  const active = activeLists(db, run === undefined ? [] : listsOfRun(db, run));
  if (active.length === 0) {
    return undefined;
  }
  const tests = [
    leftOutSql(db, kind, active),
    run === undefined ? undefined : questionNamedSql(db, source, kind, run, active),
  ].filter((test) => test !== undefined);
  return tests.length === 0 ? undefined : tests.map((test) => `(${test})`).join(" or ");
}

/** For records that a batch found: true if all questions with this answer are left out. */
function questionNamedSql(
  db: StoreDb,
  { kind: source }: ViewSource,
  kind: RecordKind,
  run: string,
  active: readonly number[],
): string | undefined {
  const isNamed = `exists (
    select 1 from json_each(question_entries('${kind}', q.identifiers)) w
    cross join leave_out_entry e on e.kind = w.value ->> 0 and e.value = w.value ->> 1
    where e.list_no in (${active.join(", ")}))`;
  if (source === "batch") {
    return isNamed;
  }
  const batch = db.value<number>("select no from run join batch on batch.run_no = no where id = ?", run);
  return batch === undefined
    ? undefined
    : `(select min(${isNamed}) from run_row q
        where q.record = m.key and q.key between ${keysOfRun(batch).join(" and ")})`;
}
