// The companies of a run that searches people at given companies, and which of them each person was found at; and the
// ids of a run that asks for records by their ids.
import type { Besides } from "../records/besideColumns";
import type { RecordKind } from "../service/operations";
import { recordTables, keysOfRun } from "./kinds";
import type { Lease } from "./leases";
import { activeLists, leftOut, leftOutIds, listsOfRun } from "./leaveOut";
import { create as createRun, existing, findRun, type NewRun, type StoredRun } from "./runs";
import type { StoreDb } from "./storeDb";

/** A company as the user's list names it. */
export interface RunCompany {
  /** Its row in the list, from 1. */
  readonly row: number;
  /** What the row says. */
  readonly entry: string;
  /** Normalized; each domain once. Of a run that asks for records by their ids, the id. */
  readonly domain: string;
  /** What the row has in the other columns of the list, by their names. */
  readonly cells?: Readonly<Record<string, string>> | undefined;
}

/**
 * Creates a run with its companies, all or nothing: a run that lacks some would end as complete. Those that leave-out
 * lists name now are never asked for.
 */
export function create(db: StoreDb, run: NewRun, lease: Lease, companies: readonly RunCompany[]): StoredRun {
  return db.write(() => {
    const { no, id } = createRun(db, run, lease);
    const values = companies.map(({ domain }) => domain);
    const [kind, lists] = [kindOfIds(db, no), listsOfRun(db, id)];
    const hidden =
      kind === undefined
        ? leftOut(
            db,
            "company",
            values.map((domain) => ({ domain })),
            lists,
          )
        : leftOutIds(db, kind, values, activeLists(db, lists));
    db.run(
      `insert into run_company (run_no, nth, row, entry, domain, cells, left_out)
       select ?1, e.key, e.value ->> 'row', e.value ->> 'entry', e.value ->> 'domain', e.value -> 'cells',
         e.value ->> 'leftOut'
       from json_each(?2) e`,
      no,
      companies.map((company, nth) => ({ ...company, leftOut: hidden[nth] === true })),
    );
    return existing(db, id, run.startedAt);
  });
}

/** What the records of a run have of a list of companies, or of the table whose rows were looked up. */
export const besidesOfRun = (db: StoreDb, id: string): Besides | undefined =>
  db.get(
    `select iif(task -> '$.companies' is null, 'false', 'true') as "hasCompanies:json",
       iif(purpose = 'batch', 'true', 'false') as "isTable:json",
       coalesce(task -> '$.companies.columns', task -> '$.columns', '[]') as "listColumns:json"
     from run where id = ?`,
    id,
  );

/** The companies from number `first` to before `end`. */
export interface CompanyRange {
  readonly first: number;
  readonly end: number;
}

/** Domains or ids to ask for. */
export const toAsk = (db: StoreDb, id: string, { first, end }: CompanyRange): readonly string[] =>
  db.column<string>(
    "select domain from run_company where run_no = ? and nth >= ? and nth < ? and left_out = 0 order by nth",
    findRun(db, id).no,
    first,
    end,
  );

export interface CompanyCounts {
  readonly withPeople: number;
  /** Asked for, but nobody was found there. */
  readonly withoutPeople: number;
  readonly leftOut: number;
  /** Not asked for yet. */
  readonly open: number;
  /** People of whom the service did not say that they are at one of the companies. */
  readonly elsewhere: number;
}

const isFound = `exists (
  select 1 from record_company f where f.run_no = c.run_no and f.nth = c.nth)`;

/** `asked`: companies before this number were asked for. */
export function counts(db: StoreDb, id: string, asked: number): CompanyCounts {
  const no = findRun(db, id).no;
  const none: CompanyCounts = { withPeople: 0, withoutPeople: 0, leftOut: 0, open: 0, elsewhere: 0 };
  const counted = db.get<CompanyCounts>(
    `select total(${isFound}) as withPeople,
       total(c.nth < ?2 and not c.left_out and not ${isFound}) as withoutPeople,
       total(c.left_out) as leftOut, total(c.nth >= ?2 and not c.left_out and not ${isFound}) as open,
       (select count(*) from person_record m where m.key between ?3 and ?4
          and not exists (select 1 from record_company f where f.key = m.key)) as elsewhere
     from run_company c where c.run_no = ?1`,
    no,
    asked,
    ...keysOfRun(no),
  );
  return counted ?? none;
}

/** Companies that were asked for and have nobody, in the order of the list; see `counts`. */
export function withoutPeople(db: StoreDb, id: string, asked: number): readonly RunCompany[] {
  return db.all(
    `select c.row, c.entry, c.domain from run_company c
     where c.run_no = ? and c.nth < ? and not c.left_out and not ${isFound} order by c.nth`,
    findRun(db, id).no,
    asked,
  );
}

/** The kind of the records that a run asks for by their ids; `undefined` for other runs. */
const kindOfIds = (db: StoreDb, no: number): RecordKind | undefined =>
  db.value<RecordKind>("select record_kind from run where no = ? and task ->> '$.ids' is not null", no);

/**
 * Remembers at which company each of these new people was found: by the domain of the current employer, else of another
 * current position. Records that were asked for by their ids are found by them.
 */
export function assign(db: StoreDb, no: number, first: number, last: number): void {
  const kind = kindOfIds(db, no);
  if (kind !== undefined) {
    db.run(
      `insert into record_company (key, run_no, nth)
       select m.key, c.run_no, c.nth
       from ${recordTables[kind]} m join run_company c on c.run_no = ?1 and c.domain = m.id
       where m.key between ?2 and ?3`,
      no,
      first,
      last,
    );
    return;
  }
  db.run(
    `insert into record_company (key, run_no, nth)
     select key, ?1, nth from (
       select m.key as key, coalesce(
         (select c.nth from run_company c where c.run_no = ?1 and c.domain = address(m.company_domain)),
         (select min(c.nth) from (
            select iif(type = 'object', value, null) as position from json_each(
              (select iif(json_type(json, '$.employment.all') = 'array', json -> '$.employment.all', '[]')
               from record_json where key = m.key)))
          join run_company c on c.run_no = ?1 and c.domain = address(position ->> '$.company.domain')
          where position ->> '$.is_current')) as nth
       from person_record m where m.key between ?2 and ?3)
     where nth is not null`,
    no,
    first,
    last,
  );
}
