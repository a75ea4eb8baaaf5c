// What changed in watched records since they were first refreshed, computed from the versions that are stored: each
// version is compared with the one before, so that each change is found once.
import * as l10n from "@vscode/l10n";
import type { RecordKind } from "../service/operations";
import type { ChangeTable } from "./changes";
import { columnSql } from "./columnSql";
import { recordTables } from "./kinds";
import { recordKey } from "./recordKeys";
import type { StoreDb } from "./storeDb";
import type { Task } from "./task";
import { dropTable, newTable } from "./temporaryTables";
import { idsOf, recordsAtOnce, type Watched } from "./watches";

export type NewsKind = "title" | "company" | "place" | "headcount" | "gone";

/** The most important one first: a version has one of them, and its earlier values. */
export const newsChanges = ["gone", "moved", "left", "renamed", "title", "grew", "shrank", "place"] as const;
export type NewsChange = (typeof newsChanges)[number];

/** In the display language. That of what is gone is one of `changeLabels`. */
export const newsLabels = (): Readonly<Record<Exclude<NewsChange, "gone">, string>> => ({
  moved: l10n.t("New company"),
  left: l10n.t("Left company"),
  renamed: l10n.t("New name"),
  title: l10n.t("New title"),
  grew: l10n.t("Grew"),
  shrank: l10n.t("Shrank"),
  place: l10n.t("New place"),
});

/** News about watched records. */
export interface NewsSource {
  readonly kind: "news";
  readonly recordKind: RecordKind;
  readonly watched: Watched;
  /** What counts. */
  readonly of: readonly NewsKind[];
  /** Without what the user has handled. */
  readonly isOpen?: true | undefined;
}

/**
 * The table of the news: the key of the version that has changed, or of the last one of a record that is gone; how; the
 * version before; and the number of the run that shows it. The caller drops the table that is not used any more.
 */
export async function newsTable(
  db: StoreDb,
  { watched, of, isOpen }: NewsSource,
  known: ChangeTable | undefined,
  task: Task,
): Promise<ChangeTable> {
  const stamp = JSON.stringify([
    ...[watched, of, isOpen],
    db.arrays("select count(*), max(updated_at), sum(records), (select count(*) from news_handled) from run"),
  ]);
  if (known?.stamp === stamp) {
    return known;
  }
  const table = newTable("news");
  db.exec(`create table ${table} (key integer primary key, change text not null, earlier integer, run integer)`);
  try {
    const ids = watched.refreshes.length === 0 ? [] : idsOf(db, watched);
    for (let from = 0; from < ids.length; from += recordsAtOnce) {
      addNews(db, table, watched, of, ids.slice(from, from + recordsAtOnce));
      task.progress(Math.min(ids.length, from + recordsAtOnce), ids.length);
      await task.breathe();
    }
    if (isOpen === true) {
      db.run(`delete from ${table} where (key, change) in (select key, change from news_handled)`);
    }
  } catch (error) {
    dropTable(db, table);
    throw error;
  }
  return { table, stamp };
}

function addNews(
  db: StoreDb,
  news: string,
  { kind, origin, refreshes }: Watched,
  of: readonly NewsKind[],
  ids: readonly string[],
): void {
  const table = recordTables[kind];
  const first = db.get<{ readonly no: number }>(
    "select min(no) as no from run where id in (select value ->> 'run' from json_each(?))",
    JSON.stringify(refreshes),
  )?.no;
  const values = [JSON.stringify(ids), origin];
  // Records of another service can have the same ids.
  const runs = `with runs as materialized (
    select r.no from run r join connection c on c.id = r.connection where c.origin = ?2)`;
  const before = (key: string): string =>
    `(select max(o.key) from ${table} o where o.id = k.value and o.key < ${key} and o.key / 4294967296 in runs)`;
  const cases = changesSql(kind, of).map(([change, sql]) => `when ${sql} then '${change}'`);
  if (cases.length > 0) {
    db.run(
      `${runs} insert into ${news} (key, change, earlier, run)
       select m.key, case ${cases.join(" ")} end as what, b.key, m.key / 4294967296
       from json_each(?1) k cross join ${table} m on m.id = k.value
         cross join ${table} b on b.key = ${before("m.key")}
       where m.key >= ?3 and m.key / 4294967296 in runs and what is not null`,
      ...values,
      recordKey(first ?? 0, 0),
    );
  }
  if (of.includes("gone")) {
    // Its last version may be news itself: then that is still told by its earlier values.
    db.run(
      `${runs} insert into ${news} (key, change, run)
       select ${before("r.no * 4294967296")} as last, 'gone', min(r.no)
       from json_each(?1) k cross join json_each(?3) f cross join run r on r.id = f.value ->> 'run'
         cross join run_company a on a.run_no = r.no and a.domain = k.value
       where a.nth < f.value ->> 'asked' and not a.left_out and last is not null
         and not exists (select 1 from record_company x where x.run_no = a.run_no and x.nth = a.nth)
       group by last
       on conflict (key) do update set change = excluded.change, run = excluded.run`,
      ...values,
      JSON.stringify(refreshes),
    );
  }
}

/** How a version `m` differs from the one before, `b`, as conditions in SQL; those that count. */
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
          ["company", "moved", differs("company_name", "company_domain")],
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
  const chosen = `select key, change from ${table} where key in (select value from json_each(?))`;
  db.run(
    isHandled
      ? `insert into news_handled (key, change) ${chosen} on conflict do nothing`
      : `delete from news_handled where (key, change) in (${chosen})`,
    JSON.stringify(keys),
  );
}
