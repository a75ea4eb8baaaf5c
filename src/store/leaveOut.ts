// Leave-out lists: their entries, and SQL that finds the records and questions that they leave out.
import { recordKinds, type LookupKind, type RecordKind } from "../service/operations";
import {
  entriesOfQuestion,
  identifyingValues,
  isList,
  leaveOutKinds,
  type LeaveOutEntry,
  type LeaveOutKind,
} from "./identifiers";
import { recordTables } from "./kinds";
import type { StoreDb } from "./storeDb";
import type { Identifiers } from "./text";

export interface LeaveOutListToSave {
  readonly uri: string;
  /** Hash of the file's content. */
  readonly hash: string;
  /** The list applies to every search and lookup, not only to runs that name it. */
  readonly everywhere: boolean;
  readonly entries: readonly LeaveOutEntry[];
}

export interface StoredLeaveOutList extends Omit<LeaveOutListToSave, "entries"> {
  /** How many entries of each kind there are. */
  readonly counts: Readonly<Partial<Record<LeaveOutKind, number>>>;
}

/** Saves a list and replaces its earlier entries. */
export function save(db: StoreDb, { uri, hash, everywhere, entries }: LeaveOutListToSave): void {
  db.write(() => {
    db.run("delete from leave_out_entry where list_no = (select no from leave_out_list where uri = ?)", uri);
    db.run("delete from leave_out_list where uri = ?", uri);
    db.insert("leave_out_list", { uri, hash, everywhere, counts: {} });
    const no = db.lastRow();
    db.run(
      `insert or ignore into leave_out_entry (kind, value, list_no)
       select e.value ->> 'kind', e.value ->> 'value', ?1 from json_each(?2) e order by 1, 2`,
      no,
      entries,
    );
    db.run(
      `update leave_out_list set counts = (
         select json_group_object(kind, n)
         from (select kind, count(*) as n from leave_out_entry where list_no = ?1 group by kind))
       where no = ?1`,
      no,
    );
  });
}

/** Makes exactly these lists apply to everything. */
export function setEverywhere(db: StoreDb, uris: readonly string[]): void {
  db.run(
    `update leave_out_list set everywhere = uri in (select value from json_each(?1))
     where everywhere <> (uri in (select value from json_each(?1)))`,
    uris,
  );
}

/** Ordered by URI. */
export function lists(db: StoreDb): readonly StoredLeaveOutList[] {
  return db.all(
    `select uri, hash, iif(everywhere, 'true', 'false') as "everywhere:json", counts as "counts:json"
     from leave_out_list order by uri`,
  );
}

/** Numbers of the active lists: those for everything, and these. Saving a list again gives it a new number. */
export const activeLists = (db: StoreDb, uris: readonly string[] = []): readonly number[] =>
  db.column<number>(
    `select no from leave_out_list where everywhere = 1 or uri in (select value from json_each(?)) order by no`,
    uris,
  );

/** URIs of the lists that a run names. */
export const listsOfRun = (db: StoreDb, id: string): readonly string[] =>
  JSON.parse(db.value<string>("select leave_out from run where id = ?", id) ?? "[]") as readonly string[];

/** SQL that is true for a record of the table `m` that these lists leave out; `undefined` if they cannot. */
export function leftOutSql(db: StoreDb, kind: RecordKind, active: readonly number[], m = "m"): string | undefined {
  if (active.length === 0) {
    return undefined;
  }
  const numbers = active.join(", ");
  const { own, employer } = identifyingValues(kind, m);
  const tests = leaveOutKinds.flatMap((one) => {
    const isUsed = db.has(`leave_out_list where no in (${numbers}) and counts ->> ? > 0`, `$.${one}`);
    return (isUsed ? [...(own[one] ?? []), ...(employer[one] ?? [])] : []).map((value) => {
      const comparison = isList(value) ? `in ${value}` : `= ${value}`;
      return `exists (select 1 from leave_out_entry e
        where e.kind = '${one}' and e.value ${comparison} and e.list_no in (${numbers}))`;
    });
  });
  return tests.length === 0 ? undefined : `(${tests.join(" or ")})`;
}

/** Keys of the records, of any kind, that the lists leave out. */
export const hiddenKeys = (db: StoreDb, keys: readonly number[], active: readonly number[]): ReadonlySet<number> =>
  new Set(recordKinds.flatMap((kind) => [...leftOutKeys(db, kind, keys, active)]));

/** Keys of the records of one kind that the lists leave out. */
export function leftOutKeys(
  db: StoreDb,
  kind: RecordKind,
  keys: readonly number[],
  active: readonly number[],
): ReadonlySet<number> {
  const sql = keys.length === 0 ? undefined : leftOutSql(db, kind, active);
  return sql === undefined
    ? new Set()
    : new Set(
        db.column<number>(
          `select m.key from json_each(?) k cross join ${recordTables[kind]} m on m.key = k.value where ${sql}`,
          keys,
        ),
      );
}

/** For each question of a lookup, whether the lists for everything or these lists leave it out. */
export function leftOut(
  db: StoreDb,
  kind: LookupKind,
  identifiers: readonly Identifiers[],
  uris: readonly string[] = [],
): readonly boolean[] {
  const active = activeLists(db, uris);
  if (active.length === 0) {
    return identifiers.map(() => false);
  }
  const wanted = identifiers.flatMap((one, nth) =>
    entriesOfQuestion(kind, one).map((entry) => [nth, entry.kind, entry.value]),
  );
  const found = new Set(
    db.column<number>(
      `select distinct w.value ->> 0
         from json_each(?) w cross join leave_out_entry e on e.kind = w.value ->> 1 and e.value = w.value ->> 2
         where e.list_no in (${active.join(", ")})`,
      wanted,
    ),
  );
  return identifiers.map((_one, nth) => found.has(nth));
}
