// Erases all stored data about a person or a company.
import { recordKinds, type LookupKind, type RecordKind } from "../service/operations";
import { copiesOf, removeCopies } from "./backupFolder";
import { compactIndex, titleOf } from "./everything";
import type { LeaveOutEntry } from "./identifiers";
import { canBeShared, identitiesOf, identityOfQuestion, keyOfEntry, knownPart, recordsOf } from "./identities";
import { recordTables, rowOfKey, runOfKey } from "./kinds";
import { TextFinder } from "./namingText";
import { deleteRows, emptyLog, refuseInProgress, removeRecords } from "./retention";
import type { StoreDb } from "./storeDb";
import type { Task } from "./task";
import { folded, foldedSql, type Identifiers } from "./text";

/** How many items are removed, by kind. */
export interface ErasedCounts {
  /** Counts every version of a record. */
  readonly records: Readonly<Record<RecordKind, number>>;
  /** Entries on the user's lists, and their notes. */
  readonly listed: number;
  readonly notes: number;
  readonly lookups: number;
  /** Rows of tables that were looked up. */
  readonly rows: number;
  /** Raw replies. */
  readonly replies: number;
}

export interface FoundToErase {
  readonly counts: ErasedCounts;
  /** Names or ids, without duplicates. */
  readonly titles: readonly string[];
  /** The typed text, and all other identifiers of the person or company. */
  readonly entries: readonly LeaveOutEntry[];
  /** How many copies of the database are in its folder "backups". */
  readonly copies: number;
  /** Tables stored with a batch, and the questions of their rows that name the person or company. */
  readonly tables: readonly { readonly run: string; readonly questions: readonly string[] }[];
}

export interface Erasure {
  /** Ids of runs. */
  readonly deleted: readonly string[];
  readonly changed: readonly string[];
  /** Bytes may be left in the database or its log, because another process is using them. */
  readonly isInUse: boolean;
}

export interface ErasureRequest {
  readonly entries: readonly LeaveOutEntry[];
}

export interface NamedRecord {
  readonly entry: LeaveOutEntry;
  readonly kind: RecordKind;
  readonly title: string;
  readonly detail: string;
}

const mostNamed = 50;

/** Records whose name contains this text, without duplicates, newest first. */
export function named(db: StoreDb, text: string): readonly NamedRecord[] {
  const found = recordKinds.flatMap((kind) =>
    db
      .column<number>(
        `select max(key) from ${recordTables[kind]} where instr(${foldedSql("cast(name as text)")}, ?) > 0
         group by coalesce(id, key) order by 1 desc limit ${mostNamed}`,
        folded(text.trim()),
      )
      .flatMap((key): readonly NamedRecord[] => {
        const own = identitiesOf(db, kind, key, key, 1)[0]?.own ?? [];
        const entry = own.find((one) => one.kind === "id") ?? own.find((one) => !canBeShared(one)) ?? own[0];
        return entry === undefined ? [] : [{ entry, kind, ...titleOf(db, kind, key) }];
      }),
  );
  return [...new Map(found.toReversed().map((one) => [keyOfEntry(one.entry), one])).values()].toReversed();
}

/** Changes nothing. */
export async function find(db: StoreDb, { entries }: ErasureRequest, task: Task): Promise<FoundToErase> {
  const about = await everythingAbout(db, entries, task);
  return {
    counts: countsOf(db, about),
    titles: about.titles,
    entries: about.entries,
    copies: copiesOf(db.file).length,
    tables: [...new Set(about.questions.map(({ runNo }) => runNo))].flatMap((no) => {
      const run = db.value<string>(
        "select id from run join batch on run_no = no where no = ? and input is not null",
        no,
      );
      const questions = about.questions.filter(({ runNo }) => runNo === no).map(({ question }) => question);
      return run === undefined ? [] : [{ run, questions }];
    }),
  };
}

export interface ErasureOptions extends ErasureRequest {
  /** The tables from `find`, without the rows that name the person or company. */
  readonly tables: readonly { readonly run: string; readonly input: Uint8Array }[];
  /** ms since 1970. */
  readonly now: number;
}

/** IN_USE while any run, batch, or enrichment is in progress. */
export async function erase(db: StoreDb, { entries, tables, now }: ErasureOptions, task: Task): Promise<Erasure> {
  db.write(() => refuseInProgress(db, now));
  const about = await everythingAbout(db, entries, task);
  const changed = db.write(() => {
    refuseInProgress(db, now);
    for (const { run, input } of tables) {
      db.run("update batch set input = ? where run_no = (select no from run where id = ?)", input, run);
    }
    return remove(db, about);
  });
  for (const id of about.lookups) {
    await deleteRows(db, id, now, task);
  }
  await compactIndex(db, task);
  // SQLite overwrites deleted data, but leaves copies where it had moved rows to other pages.
  db.exec("vacuum");
  const isInUse = !(await emptyLog(db));
  // The next window to open makes a new one.
  removeCopies(db.file, copiesOf(db.file));
  const deleted = about.lookups;
  return { deleted, changed: changed.filter((id) => !deleted.includes(id)), isInUse };
}

interface Question {
  readonly key: number;
  readonly runNo: number;
  readonly question: string;
  /** 1 for the only row of a single lookup, which is deleted with its run. */
  readonly isLookup: number;
}

interface About {
  readonly entries: readonly LeaveOutEntry[];
  /** Keys of the records, in all their versions. */
  readonly keys: Readonly<Record<RecordKind, readonly number[]>>;
  readonly ids: Readonly<Record<RecordKind, readonly string[]>>;
  readonly titles: readonly string[];
  /** Ids of the runs of single lookups that ask for them or found them. */
  readonly lookups: readonly string[];
  readonly questions: readonly Question[];
  /** Numbers of calls whose raw reply names them. */
  readonly replies: readonly number[];
  readonly finder: TextFinder;
}

/** Some tens of milliseconds of work. */
const rowsAtOnce = 2_000;

async function everythingAbout(db: StoreDb, typed: readonly LeaveOutEntry[], task: Task): Promise<About> {
  const { known, records } = await recordsOf(db, typed, task);
  const own = records.filter(({ part }) => part === "own");
  const entries = uniqueBy(
    [
      ...typed,
      ...own.flatMap((record) =>
        record.own.filter((entry) => !canBeShared(entry) || (record.kind === "company" && entry.kind === "domain")),
      ),
    ],
    keyOfEntry,
  );
  const keysOf = (kind: RecordKind): readonly number[] =>
    records.filter((record) => record.kind === kind).map(({ key }) => key);
  const keys = { company: keysOf("company"), person: keysOf("person"), contact: keysOf("contact") };
  const described = recordKinds.flatMap((kind) => describe(db, kind, keys[kind]));
  const idsOf = (kind: RecordKind): readonly string[] => [
    ...new Set(described.flatMap((one) => (one.kind === kind && one.id !== undefined ? [one.id] : []))),
  ];
  const all = new Set(records.map(({ key }) => key));
  const ownKeys = new Set(own.map(({ key }) => key));
  const isAbout = ({ kind, identifiers, record }: Asked): boolean =>
    (record !== undefined && all.has(record)) ||
    knownPart(identityOfQuestion(kind, JSON.parse(identifiers) as Identifiers), known) !== undefined;
  const rows = await questionsOf(db, isAbout, task);
  const finder = new TextFinder(
    [...entries, ...own.flatMap((record) => record.own.filter(({ kind }) => kind === "email"))].map(
      ({ value }) => value,
    ),
    described.filter(({ key }) => ownKeys.has(key)).flatMap(({ texts }) => texts),
  );
  const runs = new Set([...[...all].map(runOfKey), ...rows.map(({ runNo }) => runNo)]);
  const lookups = db
    .all<{ readonly no: number; readonly id: string }>("select no, id from run where purpose = 'lookup' order by no")
    .filter(({ no }) => runs.has(no))
    .map(({ id }) => id);
  return {
    ...{ entries, keys, finder, lookups },
    ids: { company: idsOf("company"), person: idsOf("person"), contact: idsOf("contact") },
    titles: [...new Set(described.map(({ title }) => title))],
    questions: rows.filter(({ isLookup }) => isLookup === 0),
    replies: await repliesOf(db, finder, task),
  };
}

const uniqueBy = <T>(values: readonly T[], keyOf: (value: T) => unknown): readonly T[] => [
  ...new Map(values.map((value) => [keyOf(value), value])).values(),
];

interface Asked {
  readonly kind: LookupKind;
  readonly identifiers: string;
  readonly record?: number;
}

interface Described {
  readonly kind: RecordKind;
  readonly key: number;
  readonly id?: string | undefined;
  readonly title: string;
  /** Names and phone numbers. */
  readonly texts: readonly string[];
}

function describe(db: StoreDb, kind: RecordKind, keys: readonly number[]): readonly Described[] {
  const phones = kind === "contact" ? "json_array(coalesce(phone, ''), coalesce(phones, ''))" : "'[]'";
  return db
    .all<{ readonly key: number; readonly id?: string; readonly name: string; readonly phones: readonly string[] }>(
      `select key, id, coalesce(cast(name as text), '') as name, ${phones} as "phones:json" from ${recordTables[kind]}
       where key in (select value from json_each(?)) order by key`,
      keys,
    )
    .map(({ key, id, name, phones: listed }) => ({
      kind,
      key,
      id,
      title: name.trim() || (id ?? ""),
      texts: [name, ...listed],
    }));
}

async function questionsOf(db: StoreDb, isAbout: (asked: Asked) => boolean, task: Task): Promise<readonly Question[]> {
  const found: Question[] = [];
  for (let last = -1, isDone = false; !isDone;) {
    const rows = db.all<Question & Asked>(
      // The rows of a search for people are companies.
      `select q.key, q.run_no as runNo, q.question, q.identifiers, q.record,
         iif(run.purpose = 'search', 'company', run.record_kind) as kind, run.purpose = 'lookup' as isLookup
       from run_row q join run on run.no = q.run_no where q.key > ? order by q.key limit ${rowsAtOnce}`,
      last,
    );
    found.push(...rows.filter(isAbout));
    last = rows.at(-1)?.key ?? last;
    isDone = rows.length < rowsAtOnce;
    await task.breathe();
  }
  return found;
}

async function repliesOf(db: StoreDb, finder: TextFinder, task: Task): Promise<readonly number[]> {
  const found: number[] = [];
  for (const { no } of db.all<{ readonly no: number }>("select no from call where reply is not null order by no")) {
    const body = db.value<Uint8Array>("select reply from call where no = ?", no);
    if (body !== undefined && finder.isIn(body)) {
      found.push(no);
    }
    await task.breathe();
  }
  return found;
}

/** Returns the ids of the runs that had data about them. */
function remove(db: StoreDb, { keys, ids, questions, replies, finder }: About): readonly string[] {
  const changed = new Set(questions.map(({ runNo }) => runNo));
  for (const kind of recordKinds) {
    removeRecords(db, kind, keys[kind]);
    for (const key of keys[kind]) {
      const no = runOfKey(key);
      changed.add(no);
      // Reduces the totals, too, so that a complete run stays complete.
      db.run(
        `update run set records = records - 1, first_total = first_total - 1, last_total = last_total - 1
         where no = ?`,
        no,
      );
      db.run(
        `update page set rows = rows - 1 where run_no = ?1 and page = (
           select page from page where run_no = ?1 and first_row <= ?2 and rows > 0 order by first_row desc limit 1)`,
        no,
        rowOfKey(key),
      );
    }
    const listed = "record_kind = ? and record_id in (select value from json_each(?))";
    db.run(`delete from record_list_entry where ${listed}`, kind, ids[kind]);
  }
  for (const { key } of questions) {
    db.run("delete from run_row where key = ?", key);
  }
  db.run("update call set reply = null, problem = null where no in (select value from json_each(?))", replies);
  removeFromJson(db, finder);
  return db.column<string>("select id from run where no in (select value from json_each(?))", [...changed]);
}

/** Removes them from filters, cursors, export filters, and cells of the user's lists. */
function removeFromJson(db: StoreDb, finder: TextFinder): void {
  const places = [
    { table: "run", key: "rowid", column: "task" },
    { table: "run", key: "rowid", column: "stop" },
    { table: "batch", key: "rowid", column: "mapping" },
    { table: "last_export", key: "search || ' ' || what", column: "export" },
    { table: "page", key: "run_no || ' ' || page", column: "request" },
    { table: "run_row", key: "key", column: "cells" },
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
        // Without a cursor, a run continues by its number of records.
        db.run(`update ${table} set cursor = null where cursor = ?`, cursor);
      }
    }
  }
}

function countsOf(db: StoreDb, { keys, ids, lookups, questions, replies }: About): ErasedCounts {
  const listed = recordKinds.map(
    (kind) =>
      db.get<{ readonly listed: number; readonly notes: number }>(
        `select count(*) as listed, count(note) as notes from record_list_entry
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
