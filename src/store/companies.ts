// The companies of a run that searches people at given companies. Each is a row of the run.
import type { ExtraData } from "../records/extraColumns";
import { keysOfRun, recordKey } from "./kinds";
import type { Lease } from "./leases";
import { leftOut, listsOfRun } from "./leaveOut";
import { create as createRun, existing, findRun, type NewRun, type StoredRun } from "./runs";
import type { StoreDb } from "./storeDb";

/** A company in the user's list. */
export interface RunCompany {
  /** Its row in the list, from 1. */
  readonly row: number;
  /** The text of the row. */
  readonly entry: string;
  /** Normalized and unique. */
  readonly domain: string;
  /** The cells of the row in the list's other columns, by column name. */
  readonly cells?: Readonly<Record<string, string>> | undefined;
}

/**
 * Creates a run with all its companies in one transaction: a run without some of them would end as complete. Companies
 * on a leave-out list are never requested.
 */
export function create(db: StoreDb, run: NewRun, lease: Lease, companies: readonly RunCompany[]): StoredRun {
  return db.write(() => {
    const { no, id } = createRun(db, run, lease);
    const hidden = leftOut(
      db,
      "company",
      companies.map(({ domain }) => ({ domain })),
      listsOfRun(db, id),
    );
    db.run(
      `insert into run_row (key, run_no, question, identifiers, words, list_row, cells, state)
       select ?1 + e.key, ?2, e.value ->> 'domain', json_object('domain', e.value ->> 'domain'), e.value ->> 'entry',
         e.value ->> 'row', e.value -> 'cells', e.value ->> 'state'
       from json_each(?3) e`,
      recordKey(no, 0),
      no,
      companies.map((company, nth) => ({ ...company, state: hidden[nth] === true ? "leftOut" : "open" })),
    );
    return existing(db, id, run.startedAt);
  });
}

/** The columns that a run's records have from its list of companies, or from its looked-up table. */
export const extraDataOfRun = (db: StoreDb, id: string): ExtraData | undefined =>
  db.get(
    `select iif(task -> '$.companies' is null, 'false', 'true') as "hasCompanies:json",
       iif(purpose = 'batch', 'true', 'false') as "isTable:json",
       coalesce(task -> '$.companies.columns', task -> '$.columns', '[]') as "listColumns:json"
     from run where id = ?`,
    id,
  );

export interface CompanyCounts {
  readonly withPeople: number;
  /** Requested, but nobody was found there. */
  readonly withoutPeople: number;
  readonly leftOut: number;
  /** Not requested yet. */
  readonly open: number;
}

const isWithoutPeople = "returned = 0 and state in ('noMatch', 'endedEarly')";

/** For a run at companies. */
export function counts(db: StoreDb, id: string): CompanyCounts {
  const counted = db.get<CompanyCounts>(
    `select total(returned > 0) as withPeople, total(${isWithoutPeople}) as withoutPeople,
       total(state = 'leftOut') as leftOut, total(returned = 0 and state in ('open', 'sent')) as open
     from run_row where key between ? and ?`,
    ...keysOfRun(findRun(db, id).no),
  );
  return counted ?? { withPeople: 0, withoutPeople: 0, leftOut: 0, open: 0 };
}

/** Companies that were requested without finding anybody, in the order of the list. */
export const withoutPeople = (db: StoreDb, id: string): readonly RunCompany[] =>
  db.all(
    `select list_row as row, words as entry, question as domain from run_row
     where key between ? and ? and ${isWithoutPeople} order by key`,
    ...keysOfRun(findRun(db, id).no),
  );
