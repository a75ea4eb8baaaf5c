// Full-text search in everything fetched: the latest version of each record, from any run.
import type { RecordKind } from "../service/operations";
import { joinMore, recordTables } from "./kinds";
import { activeLists, hiddenKeys } from "./leaveOut";
import { originsOf, type RecordOrigin } from "./records";
import type { StoreDb } from "./storeDb";
import type { Task } from "./task";
import { folded } from "./text";

/** The searchable text of a record, over the tables `m` and `more`. */
function fullTextSql(kind: RecordKind): string {
  const skills = kind === "contact" ? "more.profile_skills" : "more.skills";
  // Only lists begin with a bracket.
  const list = `(select group_concat(value, ' ') from json_each(iif(substr(${skills}, 1, 1) = '[', ${skills}, null))
    where type = 'text')`;
  const others: Readonly<Record<RecordKind, readonly string[]>> = {
    company: ["m.region", "m.specialties", "m.technologies"],
    person: ["m.region", list, "more.headline"],
    contact: ["m.work_emails", "m.personal_emails", "m.profile_city", list],
  };
  return `concat_ws(' ', m.search, ${others[kind].join(", ")})`;
}

/** The index has word prefixes up to this length. Longer prefixes take a scan of all words that begin with them. */
const longestIndexedStart = 8;

/**
 * The full-text query for a text; `undefined` if it has no word. Every word must occur. The last one may be a prefix; a
 * long one only if no record contains it as a whole word.
 */
export function fullTextQuery(db: StoreDb, text: string): string | undefined {
  const words = folded(text).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
  const last = words.at(-1);
  if (last === undefined) {
    return undefined;
  }
  const isFinished = !/[\p{L}\p{N}\p{Co}]$/u.test(text) || last.length === 1;
  const isWhole = (): boolean =>
    last.length > longestIndexedStart && db.has("everything where everything match ?", `"${last}"`);
  return `${words.map((word) => `"${word}"`).join(" ")}${isFinished || isWhole() ? "" : "*"}`;
}

const textOf = (kind: RecordKind): string =>
  `select m.key, ${fullTextSql(kind)} as text
   from ${recordTables[kind]} m ${joinMore(kind)}`;

/** Adds the newly stored records with keys `first` to `last`. Each replaces its previous latest version. */
export function addToIndex(db: StoreDb, kind: RecordKind, first: number, last: number): void {
  const table = recordTables[kind];
  db.run(
    `delete from everything where rowid in (
       select -max(o.key) from ${table} p join ${table} o on o.id = p.id and o.key < ?1
       where p.key between ?1 and ?2 group by p.id)`,
    first,
    last,
  );
  db.run(
    `insert into everything (rowid, text)
     select -key, text from (${textOf(kind)}) t
     where key between ?1 and ?2 and not exists (
       select 1 from ${table} p join ${table} o on o.id = p.id and o.key > p.key where p.key = t.key)
     order by key desc`,
    first,
    last,
  );
}

/**
 * Removes records that are about to be deleted; their earlier versions replace them. Call it in the transaction that
 * deletes them.
 */
export function removeFromIndex(db: StoreDb, kind: RecordKind, keys: readonly number[]): void {
  const table = recordTables[kind];
  db.run("delete from everything where rowid in (select -value from json_each(?))", keys);
  db.run(
    `insert into everything (rowid, text)
     select -key, text from (${textOf(kind)})
     where key in (
       select max(o.key) from ${table} m join ${table} o on o.id = m.id
       where m.key in (select value from json_each(?1)) and o.key not in (select value from json_each(?1))
       group by o.id
       having max(o.key) < max(m.key))
     order by key desc`,
    keys,
  );
}

/** How many index pages are written before other calls are answered: some tens of milliseconds of work. */
const pagesAtOnce = 20;

/** Rewrites the index without removed records, which it would otherwise keep until later additions. */
export async function compactIndex(db: StoreDb, task: Task): Promise<void> {
  const changes = (): number => Number(db.arrays("select total_changes()")[0]?.[0]);
  // A negative number starts to merge everything; positive ones continue. Fewer than two changes mean that it is done.
  let pages = -pagesAtOnce;
  for (let isDone = false; !isDone; pages = pagesAtOnce) {
    const before = changes();
    db.run("insert into everything (everything, rank) values ('merge', ?)", pages);
    isDone = changes() - before < 2;
    await task.breathe();
  }
}

/** The texts by which a person recognizes a record. */
interface RecordTitle {
  readonly id?: string | undefined;
  readonly title: string;
  /** Distinguishes records with the same title: title and company, place, email. */
  readonly detail: string;
}

export interface FoundRecord extends RecordOrigin, RecordTitle {}

export interface FoundRecords {
  /** Records of each kind; lower bounds if `isCapped`. */
  readonly counts: Readonly<Record<RecordKind, number>>;
  readonly isCapped: boolean;
  /** The newest records. */
  readonly records: readonly FoundRecord[];
}

/** How many records are counted at most. */
const mostCounted = 1_000;
/** How often to read as many more, if leave-out lists hide too many to show. */
const mostReads = 8;

const details: Readonly<Record<RecordKind, readonly string[]>> = {
  company: ["domain", "industry", "city", "country"],
  person: ["title", "company_name", "city", "country"],
  contact: ["work_email", "profile_title", "profile_company_name"],
};

/** The records that contain all words of a text, newest first, except those that a list for everything leaves out. */
export function search(db: StoreDb, text: string, limit: number, only?: RecordKind): FoundRecords {
  const query = fullTextQuery(db, text);
  const active = activeLists(db);
  const shown: FoundKey[] = [];
  let isCapped = query !== undefined;
  for (let read = 0, last = Number.MAX_SAFE_INTEGER; isCapped && shown.length < limit && read < mostReads; read += 1) {
    const found = db.all<FoundKey>(
      `select -e.rowid as key, run.record_kind as kind
       from everything e cross join run on run.no = -e.rowid / 4294967296
       where everything match ?1 and e.rowid > ?2 and (?3 is null or run.record_kind = ?3)
       order by e.rowid limit ${mostCounted + 1}`,
      query,
      -last,
      only,
    );
    const hidden = hiddenKeys(
      db,
      found.map(({ key }) => key),
      active,
    );
    shown.push(...found.filter(({ key }) => !hidden.has(key)));
    isCapped = found.length > mostCounted;
    last = found.at(-1)?.key ?? 0;
  }
  const counts = { company: 0, person: 0, contact: 0 };
  for (const { kind } of shown) {
    counts[kind] += 1;
  }
  const first = shown.slice(0, limit);
  const origins = originsOf(
    db,
    first.map(({ key }) => key),
  );
  return {
    counts,
    isCapped,
    records: first.flatMap(({ key, kind }) => {
      const origin = origins.get(key);
      return origin === undefined ? [] : { ...origin, ...titleOf(db, kind, key) };
    }),
  };
}

interface FoundKey {
  readonly key: number;
  readonly kind: RecordKind;
}

export function titleOf(db: StoreDb, kind: RecordKind, key: number): RecordTitle {
  const name = kind === "company" ? "nullif(name, ''), domain" : "nullif(name, '')";
  const row = db.get<RecordTitle>(
    `select id, cast(coalesce(${name}, id, '') as text) as title,
       concat_ws(' · ', ${details[kind].join(", ")}) as detail
     from ${recordTables[kind]} where key = ?`,
    key,
  );
  return row ?? { title: "", detail: "" };
}
