// What a view shows: which records, in which order, through which filters.
import { keysOfRun, nextRow } from "./recordKeys";
import type { RecordKind } from "../service/operations";
import type { ChangeTable, RowChange } from "./changes";
import type { Condition } from "./conditions";
import type { StoreDb } from "./storeDb";
import { recordTables } from "./kinds";
import type { NewsSource } from "./news";
import type { Value } from "./statements";
import { notFound } from "./storeError";

export type ViewSource =
  /** With `since`, compared with that earlier run of the same kind of record: rows tell what has changed. */
  | { readonly kind: "run"; readonly run: string; readonly since?: string | undefined }
  /** What the lookups of a batch found, in the order of its questions. */
  | { readonly kind: "batch"; readonly run: string }
  /** These records, in this order; without those that the lists of the run `of` leave out. */
  | {
      readonly kind: "keys";
      readonly recordKind: RecordKind;
      readonly keys: readonly number[];
      readonly of?: string | undefined;
    }
  /** The latest versions of the records of a list, as they were added. */
  | { readonly kind: "list"; readonly list: string; readonly recordKind: RecordKind }
  /** The latest versions of records that have all words of a text, newest first. */
  | { readonly kind: "found"; readonly text: string; readonly recordKind: RecordKind }
  /** Latest first. */
  | NewsSource;

export interface SortKey {
  readonly column: string;
  readonly descending: boolean;
}

/** Records with the same value are sorted by the columns in `next`. */
export interface SortOrder extends SortKey {
  readonly next?: readonly SortKey[] | undefined;
}

export const sortKeys = (sort: SortOrder | undefined): readonly SortKey[] =>
  sort === undefined ? [] : [{ column: sort.column, descending: sort.descending }, ...(sort.next ?? [])];

/** The columns as an order; `undefined` if there are none. */
export function sortOrderOf([first, ...next]: readonly SortKey[]): SortOrder | undefined {
  return first === undefined ? undefined : { ...first, ...(next.length > 0 && { next }) };
}

export interface ViewOrder {
  /** Words that must all occur in the columns shown, whatever their case and accents. */
  readonly filter?: string | undefined;
  /** Ids of the columns shown. */
  readonly columns: readonly string[];
  readonly sort?: SortOrder | undefined;
  readonly conditions?: readonly Condition[] | undefined;
  /** ms since 1970: for conditions that count years up to now. */
  readonly now: number;
}

export interface SourceSql {
  readonly from: string;
  readonly where: string;
  readonly values: readonly Value[];
  readonly order: string;
  readonly count: number;
  /** Of a run: its records have consecutive keys from here. */
  readonly firstKey?: number | undefined;
}

export function kindOfSource(db: StoreDb, source: ViewSource): RecordKind {
  if (source.kind !== "run" && source.kind !== "batch") {
    return source.recordKind;
  }
  const row = db.get<{ readonly kind: RecordKind }>("select record_kind as kind from run where id = ?", source.run);
  if (row === undefined) {
    throw notFound();
  }
  return row.kind;
}

/** The changes of a view, and those of them that it is to show; all records when `shown` is absent. */
export interface SourceChanges extends ChangeTable {
  readonly shown?: readonly RowChange[] | undefined;
}

/** Which records of the index a search of everything finds. */
export type FoundSource = ViewSource & { readonly kind: "found" };

/** SQL for all records of a source, over the table `m` of its kind. Those that are gone follow the others. */
export function wholeSource(
  db: StoreDb,
  source: Exclude<ViewSource, FoundSource>,
  kind: RecordKind,
  changes?: SourceChanges,
): SourceSql {
  const table = recordTables[kind];
  if (source.kind === "news" || changes?.shown !== undefined) {
    return changedSql(db, source, kind, changes);
  }
  switch (source.kind) {
    case "run":
    case "batch":
      return runSql(db, source, table);
    case "keys":
      return {
        from: `json_each(?) e join ${table} m on m.key = e.value`,
        where: "1",
        values: [JSON.stringify(source.keys)],
        order: "e.key",
        count: source.keys.length,
      };
    case "list":
      return listSql(db, source, table);
  }
}

/** "cross join" keeps the order of the tables: only the records that differ are read. */
function changedSql(
  db: StoreDb,
  source: Exclude<ViewSource, FoundSource>,
  kind: RecordKind,
  changes: SourceChanges | undefined,
): SourceSql {
  if (changes === undefined) {
    throw notFound();
  }
  const { table, shown } = changes;
  return {
    from: `${table} d cross join ${recordTables[kind]} m on m.key = d.key`,
    where: shown === undefined ? "1" : "d.change in (select value from json_each(?))",
    values: shown === undefined ? [] : [JSON.stringify(shown)],
    order: source.kind === "news" ? "d.run desc, d.key" : "d.change = 'gone', d.key",
    count: source.kind === "news" ? countOf(db, table) : wholeSource(db, source, kind).count,
  };
}

function runSql(
  db: StoreDb,
  { kind, run: id }: { readonly kind: "run" | "batch"; readonly run: string },
  table: string,
): SourceSql {
  const run = db.get<{ readonly no: number; readonly records: number }>("select no, records from run where id = ?", id);
  if (run === undefined) {
    throw notFound();
  }
  const keys = keysOfRun(run.no);
  if (kind === "run") {
    return {
      from: `${table} m`,
      where: "m.key between ? and ?",
      values: keys,
      order: "m.key",
      count: run.records,
      // With gaps a row does not say the key.
      firstKey: nextRow(db, run.no) === run.records ? keys[0] : undefined,
    };
  }
  return {
    from: `question q join ${table} m on m.key = q.record`,
    where: "q.key between ? and ?",
    values: keys,
    order: "q.key",
    count: countOf(db, "question where key between ? and ? and record is not null", keys),
  };
}

function listSql(db: StoreDb, { list, recordKind }: ViewSource & { readonly kind: "list" }, table: string): SourceSql {
  const values = [list, recordKind];
  const from = `shortlist s join shortlist_record r on r.list_no = s.no`;
  const latest = `(select max(key) from ${table} o where o.id = r.record_id)`;
  const where = "s.id = ? and r.record_kind = ?";
  return {
    from: `${from} join ${table} m on m.key = ${latest}`,
    where,
    values,
    order: "r.added_at, m.key",
    count: countOf(db, `${from} where ${where} and ${latest} is not null`, values),
  };
}

export const countOf = (db: StoreDb, from: string, values: readonly Value[] = []): number =>
  db.get<{ readonly n: number }>(`select count(*) as n from ${from}`, ...values)?.n ?? 0;
