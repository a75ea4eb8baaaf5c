// Erases a person or a company: everything that is stored of them, and what comes again later.
import { lstatSync, unlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { recordKinds, type RecordKind } from "../service/operations";
import { automaticCopiesOf, copiesOf, removeCopies } from "./backupFolder";
import { hashOf, hiddenText } from "./erased";
import { compactIndex } from "./everything";
import { syncFolder } from "./files";
import type { LeaveOutEntry } from "./identifiers";
import { rowOfKey, runOfKey } from "./kinds";
import type { TextFinder } from "./namingText";
import { deleteRows, emptyLog, refuseInProgress, removeRecords, UncancelableTask } from "./retention";
import type { StoreDb } from "./storeDb";
import type { Task } from "./task";
import { tracesOf, type Traces } from "./traces";

/** What is removed, by kind of thing. Says nothing about who it is. */
export interface ErasedCounts {
  /** Every version of each. */
  readonly records: Readonly<Record<RecordKind, number>>;
  /** Places on lists of the user, and notes there. */
  readonly listed: number;
  readonly notes: number;
  readonly lookups: number;
  /** Rows of tables that were looked up. */
  readonly rows: number;
  /** Raw replies. */
  readonly replies: number;
}

export interface FoundTraces {
  readonly counts: ErasedCounts;
  /** Names or ids, each once. */
  readonly titles: readonly string[];
  /** Files of the user that may name them, which are never changed: URIs or paths. */
  readonly files: readonly string[];
  /** Files that this extension wrote and that may name them: exports, and copies of the database. */
  readonly copies: readonly string[];
  /** Tables that are stored with a batch, and the questions of those of their rows that name them. */
  readonly tables: readonly { readonly run: string; readonly questions: readonly string[] }[];
}

export interface Erasure {
  readonly counts: ErasedCounts;
  /** That may name them and were not changed. */
  readonly files: readonly string[];
  /** Paths of deleted files. */
  readonly deletedFiles: readonly string[];
  /** Ids of runs. */
  readonly deleted: readonly string[];
  readonly changed: readonly string[];
  /** Bytes may be left in the database or its log, because another process uses them. */
  readonly isInUse: boolean;
}

export interface ErasureRequest {
  /** What the user has typed. */
  readonly entries: readonly LeaveOutEntry[];
}

const typedHashes = (entries: readonly LeaveOutEntry[]): ReadonlyMap<string, boolean> =>
  new Map(entries.map((entry) => [hashOf(entry), false]));

/** Changes nothing. */
export async function find(db: StoreDb, { entries }: ErasureRequest, task: Task): Promise<FoundTraces> {
  const traces = await tracesOf(db, typedHashes(entries), entries, () => undefined, task);
  return {
    counts: countsOf(db, traces),
    titles: traces.titles,
    ...filesNaming(db, traces),
    tables: [...new Set(traces.questions.map(({ runNo }) => runNo))].flatMap((no) => {
      const run = db.value<string>(
        "select id from run join batch on run_no = no where no = ? and input is not null",
        no,
      );
      const questions = traces.questions.filter(({ runNo }) => runNo === no).map(({ question }) => question);
      return run === undefined ? [] : [{ run, questions }];
    }),
  };
}

export interface ErasureOptions extends ErasureRequest {
  /** The tables of `find`, without the rows that name them. */
  readonly tables: readonly { readonly run: string; readonly input: Uint8Array }[];
  /** Deletes the copies, too: those on this machine that are files, not links. */
  readonly deleteCopies?: boolean;
  /** ms since 1970. */
  readonly now: number;
}

/** IN_USE while any run, batch, or enrichment is in progress. Cannot be canceled. */
export async function erase(db: StoreDb, { entries, ...how }: ErasureOptions, task: Task): Promise<Erasure> {
  return eraseBy(db, typedHashes(entries), entries, how, task);
}

/** Erases again whom the user had erased before: a backup that was restored has them still. */
export async function eraseAgain(db: StoreDb, now: number, task: Task): Promise<void> {
  const hashes = db.arrays("select hash, weak from erased").map(([hash, weak]) => [String(hash), weak === 1] as const);
  if (hashes.length > 0) {
    await eraseBy(db, new Map(hashes), [], { tables: [], now }, task);
  }
}

async function eraseBy(
  db: StoreDb,
  given: ReadonlyMap<string, boolean>,
  typed: readonly LeaveOutEntry[],
  { tables, deleteCopies, now }: Omit<ErasureOptions, keyof ErasureRequest>,
  task: Task,
): Promise<Erasure> {
  const whole = new UncancelableTask(task);
  db.write(() => refuseInProgress(db, now));
  const traces = await tracesOf(db, given, typed, (hashes) => rememberHashes(db, hashes), whole);
  const [counts, { files, copies }] = [countsOf(db, traces), filesNaming(db, traces)];
  const changed = db.write(() => {
    refuseInProgress(db, now);
    for (const { run, input } of tables) {
      db.run("update batch set input = ? where run_no = (select no from run where id = ?)", input, run);
    }
    return removeTraces(db, traces);
  });
  for (const id of traces.lookups) {
    await deleteRows(db, id, now, whole);
  }
  await compactIndex(db, whole);
  // Deleted data is overwritten, but SQLite leaves copies where it had moved rows to other pages.
  db.exec("vacuum");
  const isInUse = !emptyLog(db);
  // The next window to open makes a new one.
  removeCopies(db.file, automaticCopiesOf(db.file));
  const deleted = traces.lookups;
  const deletedFiles = deleteCopies ? copies.filter(deleteFile) : [];
  return {
    counts,
    files: [...files, ...copies.filter((file) => !deletedFiles.includes(file))],
    deletedFiles,
    deleted,
    changed: changed.filter((id) => !deleted.includes(id)),
    isInUse,
  };
}

function rememberHashes(db: StoreDb, hashes: ReadonlyMap<string, boolean>): void {
  db.run(
    `insert into erased (hash, weak) select value ->> 0, value ->> 1 from json_each(?) where true
     on conflict (hash) do update set weak = min(weak, excluded.weak)`,
    [...hashes].map(([hash, isWeak]) => [hash, isWeak ? 1 : 0]),
  );
}

/** Returns the ids of the runs that had something of them. */
function removeTraces(
  db: StoreDb,
  { keys, ids, questions, answers, replies, entries, finder }: Traces,
): readonly string[] {
  const changed = new Set<number>();
  for (const kind of recordKinds) {
    removeRecords(db, kind, keys[kind]);
    for (const key of keys[kind]) {
      const no = runOfKey(key);
      changed.add(no);
      db.run("delete from record_company where key = ?", key);
      db.run("update run set records = records - 1, erased = erased + 1 where no = ?", no);
      db.run(
        `update page set rows = rows - 1 where run_no = ?1 and page = (
           select page from page where run_no = ?1 and first_row <= ?2 and rows > 0 order by first_row desc limit 1)`,
        no,
        rowOfKey(key),
      );
    }
    const listed = "record_kind = ? and record_id in (select value from json_each(?))";
    db.run(`delete from shortlist_record where ${listed}`, kind, ids[kind]);
  }
  for (const { origin, kind, question } of answers) {
    db.run("delete from answer where origin = ? and kind = ? and question = ?", origin, kind, question);
  }
  for (const { key, runNo, question } of questions) {
    changed.add(runNo);
    // The row stays as one that is left out; its text is known by its hash when the table is read again.
    db.run(
      `update or replace question
       set question = ?, identifiers = '{}', words = '', state = 'leftOut', record = null, why = null where key = ?`,
      hiddenText(question),
      key,
    );
  }
  db.run("update call set reply = null, problem = null where no in (select value from json_each(?))", replies);
  for (const { kind, value } of entries) {
    db.run("delete from leave_out_entry where kind = ? and value = ?", kind, value);
    if (kind === "domain" || kind === "id") {
      db.run("delete from run_company where domain = ?", value);
    }
  }
  removeFromJson(db, finder);
  return db.column<string>("select id from run where no in (select value from json_each(?))", [...changed]);
}

/** Filters that exclude or name them, cursors, the filters of exports, and cells of the user's lists. */
function removeFromJson(db: StoreDb, finder: TextFinder): void {
  const places = [
    { table: "run", key: "rowid", column: "task" },
    { table: "run", key: "rowid", column: "stop" },
    { table: "batch", key: "rowid", column: "mapping" },
    { table: "last_export", key: "search || ' ' || what", column: "export" },
    { table: "page", key: "run_no || ' ' || page", column: "request" },
    { table: "run_company", key: "run_no || ' ' || nth", column: "cells" },
  ];
  for (const { table, key, column } of places) {
    for (const { at, json } of db.all<{ readonly at: string | number; readonly json: string }>(
      `select ${key} as at, ${column} as json from ${table} where ${column} is not null`,
    )) {
      const removed = finder.removedFrom(json);
      if (removed !== undefined) {
        db.run(`update ${table} set ${column} = ? where ${key} = ?`, removed, at);
      }
    }
  }
  for (const table of ["run", "page"]) {
    for (const { cursor } of db.all<{ readonly cursor: string }>(
      `select distinct cursor from ${table} where cursor is not null`,
    )) {
      if (finder.isIn(cursor)) {
        // A run continues by the number of its records instead.
        db.run(`update ${table} set cursor = null where cursor = ?`, cursor);
      }
    }
  }
}

function countsOf(db: StoreDb, { keys, ids, lookups, questions, replies }: Traces): ErasedCounts {
  const listed = recordKinds.map(
    (kind) =>
      db.get<{ readonly listed: number; readonly notes: number }>(
        `select count(*) as listed, count(note) as notes from shortlist_record
         where record_kind = ? and record_id in (select value from json_each(?))`,
        kind,
        ids[kind],
      ) ?? { listed: 0, notes: 0 },
  );
  return {
    records: { company: keys.company.length, person: keys.person.length, contact: keys.contact.length },
    listed: listed.reduce((sum, one) => sum + one.listed, 0),
    notes: listed.reduce((sum, one) => sum + one.notes, 0),
    lookups: lookups.length,
    rows: questions.length,
    replies: replies.length,
  };
}

/**
 * The last exports of searches and lists that have them, tables of batches, leave-out lists that name them, and copies
 * of the database.
 */
function filesNaming(db: StoreDb, { keys, ids, questions, entries }: Traces): Pick<FoundTraces, "files" | "copies"> {
  const runs = [
    ...new Set([...recordKinds.flatMap((kind) => keys[kind].map(runOfKey)), ...questions.map(({ runNo }) => runNo)]),
  ];
  const lists = recordKinds.flatMap((kind) =>
    ids[kind].length === 0
      ? []
      : db.column<string>(
          `select distinct ?1 || ': ' || s.name from shortlist s join shortlist_record r on r.list_no = s.no
             where r.record_kind = ?1 and r.record_id in (select value from json_each(?2))`,
          kind,
          ids[kind],
        ),
  );
  const found = db.all<{ readonly file?: string; readonly isCopy: number }>(
    `select export ->> '$.file' as file, 1 as isCopy from last_export
       where search in (select value from json_each(?1)) or search in (
         select coalesce(source, record_kind || ': ' || title) from run where no in (select value from json_each(?2)))
     union select source, 0 from batch where input is null and run_no in (select value from json_each(?3))
     union select uri, 0 from json_each(?4) e
       join leave_out_entry l on l.kind = e.value ->> 'kind' and l.value = e.value ->> 'value'
       join leave_out_list on no = l.list_no`,
    lists,
    runs,
    questions.map(({ runNo }) => runNo),
    entries,
  );
  // What is also a list or a table of the user is theirs.
  const files = found.flatMap(({ file, isCopy }) => (isCopy === 1 ? [] : (file ?? [])));
  const exported = found.flatMap(({ file, isCopy }) =>
    isCopy === 1 && !files.includes(file ?? "") ? (file ?? []) : [],
  );
  return {
    files,
    copies: [...exported, ...copiesOf(db.file).flatMap(({ kind, file }) => (kind === "automatic" ? [] : [file]))],
  };
}

/** Whether it was there, on this machine, and is gone. */
function deleteFile(named: string): boolean {
  try {
    const file = named.startsWith("file:") ? fileURLToPath(named) : named;
    if (!path.isAbsolute(file) || !lstatSync(file).isFile()) {
      return false;
    }
    unlinkSync(file);
    syncFolder(path.dirname(file));
    return true;
  } catch {
    return false;
  }
}
