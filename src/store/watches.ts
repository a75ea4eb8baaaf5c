// Watched records: which of them were fetched too long ago.
import type { RecordKind } from "../service/operations";
import { recordTables } from "./kinds";
import { activeLists, leftOutIds } from "./leaveOut";
import type { StoreDb } from "./storeDb";
import type { Task } from "./task";

/** Records of a list, those that the runs of a saved search have fetched, or records with these ids. */
export type NamedRecords =
  { readonly list: string } | { readonly source: string } | { readonly ids: readonly string[] };

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
export const recordsAtOnce = 2_000;

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
export function idsOf(db: StoreDb, { kind, records }: Pick<Watched, "kind" | "records">): readonly string[] {
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
