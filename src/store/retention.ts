// Deletes single runs, old runs, or everything, in chunks, so that other windows can write in between.
import { setTimeout as sleep } from "node:timers/promises";
import { recordKinds, type RecordKind } from "../service/operations";
import { automaticCopiesOf, removeCopies } from "./backupFolder";
import { compactIndex, removeFromIndex } from "./everything";
import { removeKept } from "./keptPages";
import { recordTables, keysOfRun } from "./kinds";
import { isLeased } from "./leases";
import { countListed, removeMissing } from "./recordLists";
import { existing } from "./runs";
import type { StoreDb } from "./storeDb";
import { codeOf, inProgress, inUse } from "./storeError";
import type { Task } from "./task";

const rowsAtOnce = 200;
const freePagesAtOnce = 500;

export interface DeleteOptions {
  /** ms since 1970, for the leases. */
  readonly now: number;
}

/** Deletes a run with its records, answers and questions; its calls stay in the ledger. IN_USE while it is running. */
export async function deleteRun(db: StoreDb, id: string, { now }: DeleteOptions, task: Task): Promise<void> {
  await deleteRows(db, id, now, task);
  removeMissing(db);
  await compactIndex(db, task);
  await giveBackSpace(db, task);
}

/** IN_USE while it is in progress. */
export async function deleteRows(db: StoreDb, id: string, now: number, task: Task): Promise<void> {
  const no = db.write(() => {
    const found = existing(db, id, now);
    if (found.isLive) {
      throw inUse();
    }
    // First, so that nobody sees or resumes a run with half of its records.
    db.run("delete from run where no = ?", found.no);
    db.run("update call set reply = null, problem = null where run_no = ?", found.no);
    return found.no;
  });
  removeKept(db, id);
  await clearRun(db, no, task);
}

/** Tables whose keys start with the number of a run, and tables that have it in a column. */
const keyedTables: readonly string[] = [...Object.values(recordTables), "record_json", "run_row"];
const numberedTables: readonly string[] = ["page", "batch"];

/**
 * Deletes the next rows of a run from one of the keyed tables; for a record, everything stored about it. Returns how
 * many.
 */
function deleteNextRows(db: StoreDb, table: string, first: number, last: number): number {
  return db.write(() => {
    const keys = db.column<number>(
      `select key from ${table} where key between ? and ? order by key limit ${rowsAtOnce}`,
      first,
      last,
    );
    const kind = recordKinds.find((one) => recordTables[one] === table);
    if (kind === undefined) {
      db.run(`delete from ${table} where key in (select value from json_each(?))`, keys);
    } else {
      removeRecords(db, kind, keys);
    }
    return keys.length;
  });
}

/** Removes everything stored about records. Call it in a transaction. */
export function removeRecords(db: StoreDb, kind: RecordKind, keys: readonly number[]): void {
  removeFromIndex(db, kind, keys);
  for (const table of ["record_json", recordTables[kind]]) {
    db.run(`delete from ${table} where key in (select value from json_each(?))`, keys);
  }
}

async function clearRun(db: StoreDb, no: number, task: Task): Promise<void> {
  const [first, last] = keysOfRun(no);
  for (const table of keyedTables) {
    for (let deleted = rowsAtOnce; deleted === rowsAtOnce;) {
      deleted = deleteNextRows(db, table, first, last);
      await task.breathe();
    }
  }
  db.write(() => {
    for (const table of numberedTables) {
      db.run(`delete from ${table} where run_no = ?`, no);
    }
    // An unfinished batch asks again; the result of a finished one says that the record was deleted.
    db.run(
      `update run_row
       set record = null, state = iif(run_no in (select run_no from batch where finished = 1), state, 'open')
       where record between ? and ?`,
      first,
      last,
    );
  });
}

/** Finishes interrupted deletions: deletes rows whose run no longer exists. */
export async function finishDeletions(db: StoreDb, task: Task): Promise<number> {
  let finished = 0;
  const places = [
    ...keyedTables.map((table) => [table, "key", 4294967296] as const),
    ...numberedTables.map((table) => [table, "run_no", 1] as const),
  ];
  for (const [table, column, rowsOfRun] of places) {
    for (;;) {
      // Steps from run to run instead of reading every row.
      const orphan = db.value<number>(
        `with recursive present(no) as (
           select (select min(${column}) from ${table}) / ${rowsOfRun}
           union all
           select (
             select min(${column}) from ${table} where ${column} >= (present.no + 1) * ${rowsOfRun}) / ${rowsOfRun}
           from present where present.no is not null)
         select no from present where no is not null and no not in (select no from run) limit 1`,
      );
      if (orphan === undefined) {
        break;
      }
      await clearRun(db, orphan, task);
      finished += 1;
    }
  }
  return finished;
}

/**
 * Deletes runs that last changed before `olderThan` (ms since 1970), only for these purposes if given, except runs in
 * progress. Returns their ids. Canceling stops it after the current run.
 */
export async function purgeOlder(
  db: StoreDb,
  {
    olderThan,
    now,
    purposes,
  }: DeleteOptions & { readonly olderThan: number; readonly purposes?: readonly string[] | undefined },
  task: Task,
): Promise<readonly string[]> {
  const found = db.column<string>(
    `select id from run
     where updated_at < ?1 and (?2 is null or purpose in (select value from json_each(?2)))
     order by no`,
    olderThan,
    purposes,
  );
  let isCanceled = false;
  const whole: Task = {
    progress: () => undefined,
    breathe: () =>
      task.breathe().catch((error: unknown) => {
        if (codeOf(error) !== "CANCELLED") {
          throw error;
        }
        isCanceled = true;
      }),
  };
  const deleted: string[] = [];
  for (const [index, id] of found.entries()) {
    try {
      await deleteRows(db, id, now, whole);
      deleted.push(id);
    } catch (error) {
      if (codeOf(error) !== "IN_USE" && codeOf(error) !== "NOT_FOUND") {
        throw error;
      }
    }
    task.progress(index + 1, found.length);
    await whole.breathe();
    if (isCanceled) {
      break;
    }
  }
  if (deleted.length > 0) {
    removeMissing(db);
    await compactIndex(db, whole);
    await giveBackSpace(db, whole);
    // The copies still have the runs. The next window to open makes a new one.
    removeCopies(db.file, automaticCopiesOf(db.file));
  }
  return deleted;
}

/** Returns free pages to the file system, a few at a time, and empties the write-ahead log. */
async function giveBackSpace(db: StoreDb, task: Task): Promise<void> {
  for (;;) {
    const free = Number(db.value<number>("pragma freelist_count") ?? 0);
    if (free === 0) {
      break;
    }
    db.all(`pragma incremental_vacuum(${freePagesAtOnce})`);
    await task.breathe();
    if (Number(db.value<number>("pragma freelist_count") ?? 0) >= free) {
      break;
    }
  }
  await emptyLog(db);
}

/** How often to try, in ms. */
const retryMs = 50;

/**
 * Empties the write-ahead log: until then, the database's file has what was deleted. Resolves to false if something
 * still reads the content from before after the usual time to wait for others.
 */
export async function emptyLog(db: StoreDb): Promise<boolean> {
  if (db.journalMode !== "wal") {
    return true;
  }
  const busyMs = db.value<number>("pragma busy_timeout") ?? 0;
  for (const began = performance.now(); !isLogEmptied(db, busyMs); await sleep(retryMs)) {
    if (performance.now() - began > busyMs) {
      return false;
    }
  }
  return true;
}

/** Does not let SQLite wait for readers, because one may be a copy on this thread. */
function isLogEmptied(db: StoreDb, busyMs: number): boolean {
  db.exec("pragma busy_timeout = 0");
  try {
    return db.value<number>("pragma wal_checkpoint(truncate)") === 0;
  } finally {
    db.exec(`pragma busy_timeout = ${busyMs}`);
  }
}

export interface KeptCounts {
  readonly runs: number;
  readonly lookups: number;
  readonly batches: number;
  readonly enrichments: number;
  readonly records: number;
  /** The cost of fetching it again at the same prices. Fetching results of enrichments is free. */
  readonly credits: number;
  /** The part for lookups, and the part for batches. */
  readonly lookupCredits: number;
  readonly batchCredits: number;
  /** Records in lists, and their notes: they are deleted with the last version of the record. */
  readonly listed: number;
  readonly notes: number;
}

/** Counts the data that a deletion would delete. */
export function keptCounts(db: StoreDb, olderThan = Number.MAX_SAFE_INTEGER): KeptCounts {
  const sum = (what: string, as: string): string => `coalesce(sum(${what}), 0) as ${as}`;
  const ofRuns = db.get<Omit<KeptCounts, "listed" | "notes">>(
    `select ${[
      sum("purpose in ('search', 'count')", "runs"),
      sum("purpose = 'lookup'", "lookups"),
      sum("purpose = 'batch'", "batches"),
      sum("purpose = 'enrichment'", "enrichments"),
      sum("records", "records"),
      sum("iif(purpose = 'enrichment', 0, credits)", "credits"),
      sum("iif(purpose = 'lookup', credits, 0)", "lookupCredits"),
      sum("iif(purpose = 'batch', credits, 0)", "batchCredits"),
    ].join(", ")}
     from run where updated_at < ?`,
    olderThan,
  );
  return { ...(ofRuns as Omit<KeptCounts, "listed" | "notes">), ...countListed(db, olderThan) };
}

/** Whether any run, batch, enrichment, restore, or purge is in progress. */
export const isInProgress = (db: StoreDb, now: number): boolean =>
  ["run", "enrichment", "content"].some((table) => db.has(`${table} where ${isLeased("?1")}`, now));

/** Throws IN_USE, with a name, while anything is in progress. Call it in a transaction. */
export function refuseInProgress(db: StoreDb, now: number): void {
  if (isInProgress(db, now)) {
    const run = db.value<string>(`select title from run where ${isLeased("?1")} limit 1`, now);
    const isEnriching = db.has(`enrichment where ${isLeased("?1")}`, now);
    throw inProgress(run === undefined ? (isEnriching ? "An enrichment" : "A restore or a purge") : `“${run}”`);
  }
}
