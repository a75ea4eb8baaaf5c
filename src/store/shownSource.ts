// The records of a source without those that leave-out lists hide. They are collected in pieces, because all records
// with a frequent word, or the test of each record against large lists, take seconds.
import type { RecordKind } from "../service/operations";
import type { StoreDb } from "./storeDb";
import { fullTextQuery } from "./fullText";
import type { CollectedKeys } from "./keyList";
import { dropTable, newTable } from "./temporaryTables";
import { recordTables } from "./kinds";
import { hidesSql } from "./leaveOutSource";
import type { Task } from "./task";
import {
  countOf,
  wholeSource,
  type FoundSource,
  type SourceChanges,
  type SourceSql,
  type ViewSource,
} from "./viewSource";

export interface ShownSource extends SourceSql {
  /** Records that leave-out lists hide. */
  readonly leftOut: number;
  /** The table with its keys by `pos` from 1, if they were collected. */
  readonly keys?: CollectedKeys | undefined;
}

/** Records that are tested before other calls are answered. */
const testedAtOnce = 4_000;
/** The same for records that are read from the index. Many, because it skips those before one by one. */
const foundAtOnce = 100_000;

/**
 * Calls `use` with SQL for the records of a source, over the table `m` of its kind. A table of collected keys is
 * dropped afterwards, unless `use` has renamed it.
 */
export async function withShown<T>(
  db: StoreDb,
  source: ViewSource,
  kind: RecordKind,
  changes: SourceChanges | undefined,
  task: Task,
  use: (shown: ShownSource) => Promise<T>,
): Promise<T> {
  const hides = hidesSql(db, source, kind);
  const whole = source.kind === "found" ? undefined : wholeSource(db, source, kind, changes);
  if (whole !== undefined && hides === undefined) {
    return use({ ...whole, leftOut: 0 });
  }
  const [all, shown] = [newTable("source"), newTable("shown")];
  try {
    db.exec(`create table ${all} (pos integer primary key, key integer, question integer)`);
    if (source.kind === "found") {
      await collectFound(db, source, all, task);
    } else if (whole !== undefined) {
      db.run(
        `insert into ${all} (key, question)
         select m.key, ${source.kind === "batch" ? "q.key" : "null"} from ${whole.from} where ${whole.where}
         order by ${whole.order}`,
        ...whole.values,
      );
    }
    const count = countOf(db, all);
    if (hides === undefined) {
      return await use(collected(kind, { table: all, count }, count));
    }
    db.exec(`create table ${shown} (pos integer primary key, key integer)`);
    for (let from = 1; from <= count; from += testedAtOnce) {
      db.run(
        `insert into ${shown} (key)
         select s.key from ${all} s cross join ${recordTables[kind]} m on m.key = s.key
         ${source.kind === "batch" ? "cross join question q on q.key = s.question" : ""}
         where s.pos between ? and ? and not (${hides}) order by s.pos`,
        from,
        from + testedAtOnce - 1,
      );
      task.progress(Math.min(from + testedAtOnce - 1, count), count);
      await task.breathe();
    }
    const shownCount = countOf(db, shown);
    const leftOut = count - shownCount;
    if (leftOut === 0 && whole !== undefined) {
      return await use({ ...whole, leftOut });
    }
    dropTable(db, all);
    return await use(collected(kind, { table: shown, count: shownCount }, (whole?.count ?? count) - leftOut, leftOut));
  } finally {
    dropTable(db, all);
    dropTable(db, shown);
  }
}

function collected(kind: RecordKind, keys: CollectedKeys, count: number, leftOut = 0): ShownSource {
  const from = `${keys.table} s cross join ${recordTables[kind]} m on m.key = s.key`;
  return { from, where: "1", values: [], order: "s.pos", count, leftOut, keys };
}

/** Newest first. Records of a run that is being deleted are missing. */
async function collectFound(db: StoreDb, { text, recordKind }: FoundSource, table: string, task: Task): Promise<void> {
  const query = fullTextQuery(db, text);
  if (query === undefined) {
    return;
  }
  const found = newTable("found");
  db.exec(`create table ${found} (pos integer primary key, key integer)`);
  try {
    const insert = `insert into ${found} (key)
      select -rowid from everything where everything match ? and rowid > ? order by rowid limit ?`;
    let count = 0;
    for (let added = foundAtOnce; added === foundAtOnce; count += added) {
      const last = db.get<{ readonly key: number }>(`select key from ${found} order by pos desc limit 1`)?.key;
      added = db.run(insert, query, -(last ?? Number.MAX_SAFE_INTEGER), foundAtOnce);
      await task.breathe();
    }
    for (let from = 1; from <= count; from += testedAtOnce) {
      db.run(
        `insert into ${table} (key)
         select f.key from ${found} f
         where f.pos between ? and ? and (select record_kind from run where no = f.key / 4294967296) = ?
         order by f.pos`,
        from,
        from + testedAtOnce - 1,
        recordKind,
      );
      await task.breathe();
    }
  } finally {
    dropTable(db, found);
  }
}
