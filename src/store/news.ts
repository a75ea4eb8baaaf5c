// What changed in watched records since they were first refreshed, computed from the versions that are stored: each
// version is compared with the one before, so that each change is found once. What was refreshed and what was handled
// belongs to the records: a watch that was renamed, or another one of the same records, repeats nothing.
import type { NewsChange } from "../rows/newsChanges";
import type { RecordKind } from "../service/operations";
import type { ChangeTable } from "./changes";
import { columnSql, openNewsSql } from "./columnSql";
import { recordTables, recordKey } from "./kinds";
import { activeLists, leftOutIds } from "./leaveOut";
import type { StoreDb } from "./storeDb";
import type { Task } from "./task";

/** Records of a list, those that the runs of a saved search have fetched, or records with these ids. */
export type NamedRecords =
  | { readonly list: string }
  | { readonly source: string }
  | { readonly ids: readonly string[] };

/** Also the people that were fetched at companies, which ids, domains, and profiles can name, too. */
export type WatchedRecords = NamedRecords | { readonly companies: NamedRecords };

/** A run that asked for records by their ids, and how many of them it has asked for, from the first one. */
export interface Refresh {
  readonly run: string;
  readonly asked: number;
}

export interface Watched {
  readonly kind: RecordKind;
  readonly records: WatchedRecords;
  /** Only records of this service. */
  readonly origin: string;
  /** Leave-out lists, beside those for everything. */
  readonly lists: readonly string[];
  readonly refreshes: readonly Refresh[];
}

export interface DueRecords {
  /** Records that are watched, without those that leave-out lists name. */
  readonly watched: number;
  /** Ids of those to ask for: never fetched ones first, then the oldest. */
  readonly ids: readonly string[];
}

/** Records that are looked at before other calls are answered. */
const recordsAtOnce = 2_000;

/** What was last asked for before this time, in ms since 1970. */
export async function due(db: StoreDb, watched: Watched, before: number, task: Task): Promise<DueRecords> {
  const { kind, lists, origin, refreshes } = watched;
  const all = idsOf(db, watched);
  const table = recordTables[kind];
  const found: { readonly id: string; readonly at: number }[] = [];
  let count = 0;
  for (let from = 0; from < all.length; from += recordsAtOnce) {
    const ids = all.slice(from, from + recordsAtOnce);
    const hidden = leftOutIds(db, kind, ids, activeLists(db, lists));
    const shown = ids.filter((_, nth) => hidden[nth] !== true);
    // The records of another service are not asked for here.
    const rows = db.all<{ readonly id: string; readonly at: number }>(
      `select k.value as id, max(coalesce((
           select coalesce((select p.received_at from page p
               where p.run_no = r.no and p.first_row <= m.key % 4294967296 and p.rows > 0
               order by p.first_row desc limit 1), r.updated_at)
           from ${table} m join run r on r.no = m.key / 4294967296 join connection c on c.id = r.connection
           where m.id = k.value and c.origin = ?2 order by m.key desc limit 1), 0),
         coalesce((
           select max(r.updated_at) from json_each(?3) f cross join run r on r.id = f.value ->> 'run'
             cross join run_company a on a.run_no = r.no and a.domain = k.value
           where a.nth < f.value ->> 'asked' and not a.left_out), 0)) as at
       from json_each(?1) k
       where not exists (select 1 from ${table} m where m.id = k.value)
         or exists (select 1 from ${table} m join run r on r.no = m.key / 4294967296
             join connection c on c.id = r.connection where m.id = k.value and c.origin = ?2)`,
      JSON.stringify(shown),
      origin,
      JSON.stringify(refreshes),
    );
    count += rows.length;
    found.push(...rows.filter(({ at }) => at < before));
    task.progress(from + ids.length, all.length);
    await task.breathe();
  }
  return { watched: count, ids: found.sort((one, other) => one.at - other.at).map(({ id }) => id) };
}

/** Ids that a refresh has still to ask for. */
export const left = (db: StoreDb, { run, asked }: Refresh): readonly string[] =>
  db
    .arrays(
      `select a.domain from run r cross join run_company a on a.run_no = r.no
       where r.id = ? and a.nth >= ? order by a.nth`,
      run,
      asked,
    )
    .map(([id]) => String(id));

/** Ids of the records that values name: an id, the address of a profile, or the domain of a company. */
export function idsNamed(db: StoreDb, kind: RecordKind, values: readonly string[]): readonly (string | undefined)[] {
  const table = recordTables[kind];
  const keys = ["url_key", ...(kind === "company" ? ["domain_key"] : [])];
  const byKey = keys.map(
    (key) => `(select id from ${table} where ${key} = address(v.value) and id is not null order by key desc limit 1)`,
  );
  return db
    .arrays(
      `select coalesce((select id from ${table} where id = v.value limit 1), ${byKey.join(", ")})
       from json_each(?) v order by v.key`,
      JSON.stringify(values),
    )
    .map(([id]) => (id === null ? undefined : String(id)));
}

/** Each once. */
function idsOf(db: StoreDb, { kind, records }: Pick<Watched, "kind" | "records">): readonly string[] {
  if ("ids" in records) {
    return [...new Set(records.ids)];
  }
  if ("companies" in records) {
    return peopleAt(db, idsOf(db, { kind: "company", records: records.companies }));
  }
  const rows =
    "list" in records
      ? db.arrays(
          `select record_id from shortlist_record
           where list_no = (select no from shortlist where id = ?) and record_kind = ? order by added_at, record_id`,
          records.list,
          kind,
        )
      : db.arrays(
          `select m.id from run r cross join ${recordTables[kind]} m
             on m.key between r.no * 4294967296 and r.no * 4294967296 + 4294967295
           where r.source = ? and r.record_kind = ? and r.purpose = 'search' and m.id is not null
           group by m.id order by min(m.key)`,
          records.source,
          kind,
        );
  return rows.map(([id]) => String(id));
}

/** Also those who have left since: that they have is news. */
const peopleAt = (db: StoreDb, companies: readonly string[]): readonly string[] =>
  db
    .arrays(
      `with named (value, address) as materialized (
           select value, address(value) from json_each(?)),
         company (id, domain) as materialized (
           select value, address from named
           union select c.id, c.domain_key from named join company_record c on c.id = value
           union select c.id, c.domain_key from named join company_record c on c.domain_key = address
           union select c.id, c.domain_key from named join company_record c on c.url_key = address)
       select id from person_record
       where id is not null and (company_id in (select id from company)
         or address(company_domain) in (select domain from company where domain <> ''))
       group by id order by min(key)`,
      JSON.stringify(companies),
    )
    .map(([id]) => String(id));

export type NewsKind = "title" | "company" | "place" | "headcount" | "gone";

/** News about watched records. */
export interface NewsSource {
  readonly kind: "news";
  readonly recordKind: RecordKind;
  readonly watched: Watched;
  /** What counts. */
  readonly of: readonly NewsKind[];
  /** Without changes that the user has handled. */
  readonly isOpen?: true | undefined;
}

/**
 * The table of the news: the key of the version that has changed, or of the last one of a record that is gone; whether
 * it is gone; each change as a JSON array; the version before; and the number of the run that shows it. The caller
 * drops the table.
 */
export async function newsTable(db: StoreDb, { watched, of, isOpen }: NewsSource, task: Task): Promise<ChangeTable> {
  const table = db.newTable(
    "news",
    "key integer primary key, change text not null, earlier integer, run integer, news text not null",
  );
  try {
    const all = idsOf(db, watched);
    const first = firstRefresh(db, watched, all);
    const ids = first === undefined ? [] : all;
    for (let from = 0; from < ids.length; from += recordsAtOnce) {
      addNews(db, table, watched, of, ids.slice(from, from + recordsAtOnce), recordKey(first ?? 0, 0));
      task.progress(Math.min(ids.length, from + recordsAtOnce), ids.length);
      await task.breathe();
    }
    if (isOpen === true) {
      db.run(`update ${table} set news = (select json_group_array(value) from (${openNewsSql(table)}))`);
      db.run(`delete from ${table} where news = '[]'`);
    }
  } catch (error) {
    db.dropTable(table);
    throw error;
  }
  return { table };
}

/** The number of the first run that asked for one of these records. */
const firstRefresh = (db: StoreDb, { refreshes }: Watched, ids: readonly string[]): number | undefined =>
  db.get<{ readonly no: number }>(
    `select r.no from json_each(?1) f cross join run r on r.id = f.value ->> 'run'
     where exists (select 1 from json_each(?2) k cross join run_company a on a.run_no = r.no and a.domain = k.value)
     order by r.no limit 1`,
    JSON.stringify(refreshes),
    JSON.stringify(ids),
  )?.no;

/** `firstKey`: that of the first version that can be news. */
function addNews(
  db: StoreDb,
  news: string,
  { kind, origin, refreshes }: Watched,
  of: readonly NewsKind[],
  ids: readonly string[],
  firstKey: number,
): void {
  const table = recordTables[kind];
  const values = [JSON.stringify(ids), origin];
  // Records of another service can have the same ids.
  const runs = `with runs as materialized (
    select r.no from run r join connection c on c.id = r.connection where c.origin = ?2)`;
  const before = (key: string): string =>
    `(select max(o.key) from ${table} o where o.id = k.value and o.key < ${key} and o.key / 4294967296 in runs)`;
  const changes = changesSql(kind, of).map(([change, sql]) => `select '${change}' as change where ${sql}`);
  if (changes.length > 0) {
    db.run(
      `${runs} insert into ${news} (key, change, earlier, run, news)
       select m.key, 'changed', b.key, m.key / 4294967296,
         (select json_group_array(change) from (${changes.join(" union all ")})) as what
       from json_each(?1) k cross join ${table} m on m.id = k.value
         cross join ${table} b on b.key = ${before("m.key")}
       where m.key >= ?3 and m.key / 4294967296 in runs and what <> '[]'`,
      ...values,
      firstKey,
    );
  }
  if (of.includes("gone")) {
    // Its last version may be news itself: then both are told.
    db.run(
      `${runs} insert into ${news} (key, change, run, news)
       select ${before("r.no * 4294967296")} as last, 'gone', min(r.no), '["gone"]'
       from json_each(?1) k cross join json_each(?3) f cross join run r on r.id = f.value ->> 'run'
         cross join run_company a on a.run_no = r.no and a.domain = k.value
       where a.nth < f.value ->> 'asked' and not a.left_out and last is not null
         and not exists (select 1 from record_company x where x.run_no = a.run_no and x.nth = a.nth)
       group by last
       on conflict (key) do update
         set change = excluded.change, run = excluded.run, news = '["gone",' || substr(news, 2)`,
      ...values,
      JSON.stringify(refreshes),
    );
  }
}

/** How a version `m` differs from the one before, `b`, as conditions in SQL; those that count, as in `newsChanges`. */
function changesSql(
  kind: RecordKind,
  of: readonly NewsKind[],
): readonly (readonly [change: NewsChange, sql: string])[] {
  const [now, then] = ["m", "b"].map((m) => (id: string) => columnSql({ kind }, id, m).sql) as [SqlOf, SqlOf];
  const differs = (...ids: readonly string[]): string =>
    `(${ids.map((id) => `${now(id)} is not ${then(id)}`).join(" or ")})`;
  const compared = (sign: "<" | ">"): string =>
    // A number and a range cannot be compared.
    `(typeof(${now("headcount")}) = typeof(${then("headcount")})
       and ${lowerEnd(now("headcount"))} ${sign} ${lowerEnd(then("headcount"))})`;
  const all: readonly (readonly [NewsKind, NewsChange, string])[] =
    kind === "company"
      ? [
          ["company", "renamed", differs("name", "domain")],
          ["headcount", "grew", compared(">")],
          ["headcount", "shrank", compared("<")],
          ["place", "place", differs("city", "region", "country")],
        ]
      : [
          ["company", "left", `(${differs("company_name", "company_domain")} and ${now("company_name")} is null)`],
          ["company", "moved", `(${differs("company_name", "company_domain")} and ${now("company_name")} is not null)`],
          ["title", "title", differs("title")],
          ["place", "place", differs("city", "region", "country")],
        ];
  return all.filter(([one]) => of.includes(one)).map(([, change, sql]) => [change, sql]);
}

type SqlOf = (id: string) => string;

/** Of a range such as "1001-5000" or "10001+". */
const lowerEnd = (sql: string): string => `cast(replace(${sql}, ',', '') as integer)`;

/** Marks news of a table as handled, or as open again. */
export function markHandled(db: StoreDb, table: string, keys: readonly number[], isHandled: boolean): void {
  const chosen = `select x.key, e.value from ${table} x, json_each(x.news) e
    where x.key in (select value from json_each(?))`;
  db.run(
    isHandled
      ? `insert into news_handled (key, change) ${chosen} on conflict do nothing`
      : `delete from news_handled where (key, change) in (${chosen})`,
    JSON.stringify(keys),
  );
}
