// What is deleted: single runs, old ones, or everything. Large deletions go in pieces, so that other windows write in between.
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { StoreDb } from "./database";
import { syncFolder } from "./files";
import type { RecordKind } from "../service/operations";
import { recordTables } from "./kinds";
import { keysOfRun } from "./recordKeys";
import { inUse, notFound } from "./storeError";
import type { Task } from "./task";

const rowsAtOnce = 2_000;
const freePagesAtOnce = 500;

export interface Purged {
  /** Ids of runs. */
  readonly deleted: readonly string[];
  /** Those that some window is running now. */
  readonly kept: readonly string[];
}

export interface DeleteOptions {
  /** ms since 1970: says which runs are running now. */
  readonly now: number;
}

/** Deletes a run with its records, answers and questions; its calls stay in the ledger. IN_USE while some window runs it. */
export async function deleteRun(db: StoreDb, id: string, { now }: DeleteOptions, task: Task): Promise<void> {
  const run = db.write(() => {
    const found = db.get<{ readonly no: number; readonly kind: RecordKind; readonly lease_until: number; readonly lease_owner: string | null }>("select no, record_kind as kind, lease_owner, lease_until from run where id = ?", id);
    if (found === undefined) {
      throw notFound();
    }
    if (found.lease_owner !== null && found.lease_until > now) {
      throw inUse();
    }
    // First of all, so that nobody sees a run with half of its records, and none is resumed that is going away.
    db.run("delete from run where no = ?", found.no);
    db.run("update call set reply = null, problem = null where run_no = ?", found.no);
    return found;
  });
  await clearRun(db, run.no, run.kind, task);
  await giveBackSpace(db, task);
}

async function clearRun(db: StoreDb, no: number, kind: RecordKind, task: Task): Promise<void> {
  const [first, last] = keysOfRun(no);
  for (const table of ["record_json", recordTables[kind], "question"]) {
    const total = db.get<{ readonly n: number }>(`select count(*) as n from ${table} where key between ? and ?`, first, last)?.n ?? 0;
    for (let done = 0; done < total; done += rowsAtOnce) {
      db.run(`delete from ${table} where key in (select key from ${table} where key between ? and ? order by key limit ${rowsAtOnce})`, first, last);
      task.progress(Math.min(total, done + rowsAtOnce), total);
      await task.breathe();
    }
  }
  db.write(() => {
    db.run("delete from page where run_no = ?", no);
    db.run("delete from answer where run_no = ? or record between ? and ?", no, first, last);
    db.run("delete from batch where run_no = ?", no);
    db.run("update question set state = 'open', record = null where record between ? and ?", first, last);
  });
}

/** Records whose run is gone: a deletion that was cut off is finished. */
export async function finishDeletions(db: StoreDb, task: Task): Promise<number> {
  let finished = 0;
  for (const kind of Object.keys(recordTables) as RecordKind[]) {
    for (;;) {
      // Runs lie one behind the other, so a step for each run finds those that have none.
      const orphan = db.get<{ readonly no: number | null }>(
        `with recursive present(no) as (
           select (select min(key) from ${recordTables[kind]}) / 4294967296
           union all select (select min(key) from ${recordTables[kind]} where key >= (present.no + 1) * 4294967296) / 4294967296 from present where present.no is not null)
         select no from present where no is not null and no not in (select no from run) limit 1`,
      )?.no;
      if (orphan === undefined || orphan === null) {
        break;
      }
      await clearRun(db, orphan, kind, task);
      finished += 1;
    }
  }
  return finished;
}

/** Deletes runs whose last change is before `olderThan` (ms since 1970); of these purposes only, when given. Running ones are kept. */
export async function purgeOlder(db: StoreDb, { olderThan, now, purposes }: DeleteOptions & { readonly olderThan: number; readonly purposes?: readonly string[] | undefined }, task: Task): Promise<Purged> {
  const found = db.all<{ readonly id: string; readonly live: number }>(
    "select id, lease_owner is not null and lease_until > ?2 as live from run where updated_at < ?1 and (?3 is null or purpose in (select value from json_each(?3))) order by no",
    olderThan, now, purposes === undefined ? null : JSON.stringify(purposes),
  );
  const deleted: string[] = [];
  for (const { id, live } of found) {
    if (live === 0) {
      await deleteRun(db, id, { now }, task);
      deleted.push(id);
    }
  }
  return { deleted, kept: found.filter(({ live }) => live === 1).map(({ id }) => id) };
}

/** Gives freed pages back to the file system, a few at a time, and empties the write-ahead log. */
async function giveBackSpace(db: StoreDb, task: Task): Promise<void> {
  for (;;) {
    const free = Number(db.get<{ readonly freelist_count: number }>("pragma freelist_count")?.freelist_count ?? 0);
    if (free === 0) {
      break;
    }
    db.all(`pragma incremental_vacuum(${freePagesAtOnce})`);
    await task.breathe();
    if (Number(db.get<{ readonly freelist_count: number }>("pragma freelist_count")?.freelist_count ?? 0) >= free) {
      break;
    }
  }
  emptyLog(db);
}

function emptyLog(db: StoreDb): void {
  if (db.journalMode === "wal") {
    db.all("pragma wal_checkpoint(truncate)");
  }
}

export interface KeptCounts {
  readonly runs: number;
  readonly lookups: number;
  readonly batches: number;
  readonly enrichments: number;
  readonly records: number;
  /** What fetching it again would cost at the prices paid. */
  readonly credits: number;
}

/** What is there to be purged. */
export function keptCounts(db: StoreDb, olderThan?: number): KeptCounts {
  const row = db.get<Record<keyof KeptCounts, number>>(
    `select coalesce(sum(purpose in ('search', 'count')), 0) as runs, coalesce(sum(purpose = 'lookup'), 0) as lookups, coalesce(sum(purpose = 'batch'), 0) as batches,
       coalesce(sum(purpose = 'enrichment'), 0) as enrichments, coalesce(sum(records), 0) as records, coalesce(sum(credits), 0) as credits from run where updated_at < ?`,
    olderThan ?? Number.MAX_SAFE_INTEGER,
  );
  return { runs: row?.runs ?? 0, lookups: row?.lookups ?? 0, batches: row?.batches ?? 0, enrichments: row?.enrichments ?? 0, records: row?.records ?? 0, credits: row?.credits ?? 0 };
}

/**
 * Deletes all personal data by replacing the file. The ledger, connections and the user's own settings are carried over:
 * they name nobody. Damaged files that were set aside go as well. IN_USE while some window runs something.
 */
export function purgeEverything(db: StoreDb, { now }: DeleteOptions): void {
  const tables = ["connection", "call", "budget", "column_profile", "grid_layout", "pause"] as const;
  db.replace(() => {
    if (db.get("select 1 from run where lease_owner is not null and lease_until > ? union all select 1 from enrichment where lease_owner is not null and lease_until > ?", now, now) !== undefined) {
      throw inUse();
    }
    const kept = tables.map((table) => db.all<Record<string, string | number | Uint8Array | null>>(`select * from ${table}`));
    const sequences = db.all<{ readonly name: string; readonly seq: number }>("select name, seq from sqlite_sequence");
    return (fresh) =>
      fresh.write(() => {
        for (const [index, table] of tables.entries()) {
          for (const row of kept[index] ?? []) {
            const clean = table === "call" ? { ...row, reply: null, problem: null } : row;
            const names = Object.keys(clean);
            fresh.run(`insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`, ...Object.values(clean));
          }
        }
        for (const { name, seq } of sequences) {
          fresh.run("delete from sqlite_sequence where name = ?", name);
          fresh.run("insert into sqlite_sequence (name, seq) values (?, ?)", name, seq);
        }
      });
  });
  emptyLog(db);
  const folder = path.dirname(db.file);
  const prefix = `${path.basename(db.file)}.damaged-`;
  for (const name of readdirSync(folder).filter((one) => one.startsWith(prefix))) {
    rmSync(path.join(folder, name), { force: true });
  }
  syncFolder(folder);
}
