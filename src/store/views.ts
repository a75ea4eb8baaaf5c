// Views: records in the order and through the filters that a grid shows, as a temporary table of keys; windows of them.
import type { SQLOutputValue } from "node:sqlite";
import { cellText, columnOf } from "../rows/columns";
import { recordId, recordTitle } from "../rows/record";
import { conditionSql, filterSql, sortSql, windowColumns, type Condition, type Sql } from "./conditions";
import type { StoreDb } from "./database";
import type { Value } from "./statements";
import type { RecordKind } from "../service/operations";
import { recordTables } from "./kinds";
import { keysOfRun } from "./recordKeys";
import { notFound, viewClosed } from "./storeError";
import { parseExact } from "../service/exactJson";
import type { Task } from "./task";

export type ViewSource =
  | { readonly kind: "run"; readonly run: string }
  /** What the look-ups of a batch found, in the order of its questions. */
  | { readonly kind: "batch"; readonly run: string }
  /** The latest version of everything that is owned, newest first; of one service when `origin` is given. */
  | { readonly kind: "owned"; readonly recordKind: RecordKind; readonly origin?: string | undefined }
  /** These records, in this order. */
  | { readonly kind: "keys"; readonly recordKind: RecordKind; readonly keys: readonly number[] };

export interface ViewOrder {
  /** Words that must all occur in the columns shown, whatever their case and accents. */
  readonly filter?: string | undefined;
  /** Ids of the columns shown. */
  readonly columns: readonly string[];
  readonly sort?: { readonly column: string; readonly descending: boolean } | undefined;
  readonly conditions?: readonly Condition[] | undefined;
  /** ms since 1970: what years are counted to. */
  readonly now: number;
}

export interface ViewRow {
  /** The record's key: what a selection remembers. */
  readonly key: number;
  /** The row in its run, from 0. */
  readonly row: number;
  readonly id: string | undefined;
  readonly title: string;
  /** One text for each column of the order. */
  readonly cells: readonly string[];
}

export interface ViewInfo {
  readonly view: number;
  readonly recordKind: RecordKind;
  readonly count: number;
  /** Records of the source, before any filter. */
  readonly sourceCount: number;
}

interface View {
  readonly no: number;
  readonly source: ViewSource;
  readonly kind: RecordKind;
  order: ViewOrder;
  count: number;
  sourceCount: number;
  /** The first key of a run that is shown as it is: then there is no table. */
  plainFrom: number | undefined;
  /** Of the connection that the table belongs to. */
  generation: number;
}

/** Views of each database, by their numbers. */
const registries = new WeakMap<StoreDb, Map<number, View>>();
let lastView = 0;

function registry(db: StoreDb): Map<number, View> {
  const known = registries.get(db) ?? new Map<number, View>();
  registries.set(db, known);
  return known;
}

const tableOf = (no: number): string => `temp.view_${no}`;
/** Rows whose JSON is read between two breaths. */
const jsonAtOnce = 500;

/** Opens a view; `close` gives its memory back. */
export async function open(db: StoreDb, source: ViewSource, order: ViewOrder, task: Task): Promise<ViewInfo> {
  const kind = kindOf(db, source);
  lastView += 1;
  const view: View = {
    no: db.generation * 2 ** 32 + lastView,
    source,
    kind,
    order,
    count: 0,
    sourceCount: 0,
    plainFrom: undefined,
    generation: db.generation,
  };
  await build(db, view, order, task);
  registry(db).set(view.no, view);
  return infoOf(view);
}

/** Filters and sorts anew, and takes in what came since. When cancelled, the view is as it was. */
export async function arrange(db: StoreDb, no: number, order: ViewOrder, task: Task): Promise<ViewInfo> {
  const view = viewOf(db, no);
  await build(db, view, order, task);
  return infoOf(view);
}

export function close(db: StoreDb, no: number): void {
  const view = registry(db).get(no);
  registry(db).delete(no);
  if (view?.generation === db.generation) {
    db.exec(`drop table if exists ${tableOf(no)}`);
  }
}

/** A window of the view; fewer rows at its end. */
export function rows(db: StoreDb, no: number, start: number, count: number): readonly ViewRow[] {
  const view = viewOf(db, no);
  const from = Math.max(0, start);
  const table = recordTables[view.kind];
  const shown = windowColumns(view.kind, view.order.columns);
  // A record without a name is called by something else, which its JSON tells.
  const titles =
    view.kind === "company"
      ? "coalesce(nullif(trim(m.name), ''), nullif(trim(m.domain), ''))"
      : "nullif(trim(m.name), '')";
  const cells = shown === undefined ? ["null"] : shown.map((sql) => `cast(${sql} as text)`);
  const place =
    view.plainFrom === undefined
      ? `${tableOf(no)} v join ${table} m on m.key = v.key where v.pos between ? and ? order by v.pos`
      : `${table} m where m.key between ? and ? order by m.key`;
  const base = view.plainFrom ?? 1;
  const found = db.all<Record<string, string | number | null>>(
    `select m.key as key, m.id as id, ${titles} as title, ${[`${shown === undefined ? "1" : "m.raw"} as raw`, ...cells.map((sql, index) => `${sql} as c${index}`)].join(", ")} from ${place}`,
    base + from,
    base + Math.min(from + count, view.count) - 1,
  );
  const json = jsonOfRows(
    db,
    found.filter(({ raw, title }) => raw === 1 || title === null).map(({ key }) => Number(key)),
  );
  const columns = json.size === 0 ? [] : view.order.columns.map((id) => columnOf(view.kind, id));
  return found.map((row) => {
    const key = Number(row["key"]);
    const text = json.get(key);
    const place = { key, row: key % 2 ** 32 };
    if (text === undefined) {
      return {
        ...place,
        id: row["id"] === null ? undefined : String(row["id"]),
        title: String(row["title"] ?? ""),
        cells: view.order.columns.map((_, index) => String(row[`c${index}`] ?? "")),
      };
    }
    const record = parseExact(text);
    return {
      ...place,
      id: recordId(view.kind, record),
      title: recordTitle(view.kind, record),
      cells: columns.map((column) => cellText(column?.value(record))),
    };
  });
}

function jsonOfRows(db: StoreDb, keys: readonly number[]): ReadonlyMap<number, string> {
  if (keys.length === 0) {
    return new Map();
  }
  return new Map(
    db
      .all<{ readonly key: number; readonly json: string }>(
        "select key, json from record_json where key in (select value from json_each(?))",
        JSON.stringify(keys),
      )
      .map(({ key, json }) => [key, json]),
  );
}

/** Ranges of positions, each from the first to before the second. */
export type Ranges = readonly (readonly [number, number])[];

/** The keys at these positions of a view, in its order; of the whole view when absent. */
export function keysAt(db: StoreDb, no: number, ranges?: Ranges): readonly number[] {
  const view = viewOf(db, no);
  return (ranges ?? [[0, view.count]]).flatMap(([from, to]) => {
    const [first, end] = [Math.max(0, from), Math.min(to, view.count)];
    if (view.plainFrom !== undefined) {
      const base = view.plainFrom;
      return Array.from({ length: Math.max(0, end - first) }, (_, index) => base + first + index);
    }
    return db
      .all<{ readonly key: number }>(
        `select key from ${tableOf(no)} where pos between ? and ? order by pos`,
        first + 1,
        end,
      )
      .map(({ key }) => key);
  });
}

/** Where records are in a view. */
export interface Located {
  /** Ascending and disjoint. */
  readonly ranges: Ranges;
  /** Keys of the records that the view leaves out. */
  readonly hidden: Float64Array;
}

/** Finds records in a view by their keys, which come as bytes: they may be very many. */
export function locate(db: StoreDb, no: number, keys: Float64Array): Located {
  const { plainFrom, count } = viewOf(db, no);
  const ranges: [number, number][] = [];
  const add = (at: number): void => {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] >= at) {
      last[1] = at + 1;
    } else {
      ranges.push([at, at + 1]);
    }
  };
  if (plainFrom !== undefined) {
    const isShown = (key: number): boolean => key >= plainFrom && key < plainFrom + count;
    keys
      .filter(isShown)
      .sort()
      .forEach((key) => add(key - plainFrom));
    return { ranges, hidden: keys.filter((key) => !isShown(key)) };
  }
  const found = new Set<number>();
  for (const [at, key] of db.arrays(
    `select pos - 1, key from ${tableOf(no)} where key in (select value from json_each(?)) order by pos`,
    JSON.stringify(Array.from(keys)),
  )) {
    add(Number(at));
    found.add(Number(key));
  }
  return { ranges, hidden: keys.filter((key) => !found.has(key)) };
}

/** The records of a view for those who go through all of them: by position, in pieces. */
export interface ViewReader {
  readonly kind: RecordKind;
  readonly count: number;
  /** SQL that reads `columns` of rows `from` to before `to`, over the table `m` and, with JSON, `j`. */
  read(columns: string, from: number, to: number, withJson: boolean): SQLOutputValue[][];
}

export function readerOf(db: StoreDb, no: number): ViewReader {
  const { kind } = viewOf(db, no);
  return {
    kind,
    get count() {
      return viewOf(db, no).count;
    },
    read: (columns, from, to, withJson) => {
      const view = viewOf(db, no);
      const json = (key: string): string => (withJson ? `join record_json j on j.key = ${key}` : "");
      const base = view.plainFrom ?? 1;
      const place =
        view.plainFrom === undefined
          ? `${tableOf(no)} v join ${recordTables[kind]} m on m.key = v.key ${json("v.key")} where v.pos between ? and ? order by v.pos`
          : `${recordTables[kind]} m ${json("m.key")} where m.key between ? and ? order by m.key`;
      return db.arrays(`select ${columns} from ${place}`, base + from, base + Math.min(to, view.count) - 1);
    },
  };
}

function viewOf(db: StoreDb, no: number): View {
  const view = registry(db).get(no);
  // When the file was opened anew, temporary tables are gone, and another file may have other records by these keys.
  if (view?.generation !== db.generation) {
    registry(db).delete(no);
    throw viewClosed();
  }
  return view;
}

const infoOf = ({ no, kind, count, sourceCount }: View): ViewInfo => ({
  view: no,
  recordKind: kind,
  count,
  sourceCount,
});

function kindOf(db: StoreDb, source: ViewSource): RecordKind {
  if (source.kind === "owned" || source.kind === "keys") {
    return source.recordKind;
  }
  const row = db.get<{ readonly kind: RecordKind }>("select record_kind as kind from run where id = ?", source.run);
  if (row === undefined) {
    throw notFound();
  }
  return row.kind;
}

interface SourceSql {
  readonly from: string;
  readonly where: string;
  readonly values: readonly Value[];
  readonly order: string;
}

function sourceSql(
  db: StoreDb,
  source: ViewSource,
  kind: RecordKind,
): SourceSql & { readonly firstKey: number; readonly count: number } {
  const table = recordTables[kind];
  switch (source.kind) {
    case "run":
    case "batch": {
      const run = db.get<{ readonly no: number; readonly records: number }>(
        "select no, records from run where id = ?",
        source.run,
      );
      if (run === undefined) {
        throw notFound();
      }
      const [first, last] = keysOfRun(run.no);
      if (source.kind === "run") {
        return {
          from: `${table} m`,
          where: "m.key between ? and ?",
          values: [first, last],
          order: "m.key",
          firstKey: first,
          count: run.records,
        };
      }
      const found =
        db.get<{ readonly n: number }>(
          "select count(*) as n from question where key between ? and ? and record is not null",
          first,
          last,
        )?.n ?? 0;
      return {
        from: `question q join ${table} m on m.key = q.record`,
        where: "q.key between ? and ?",
        values: [first, last],
        order: "q.key",
        firstKey: first,
        count: found,
      };
    }
    case "owned": {
      const ofService =
        source.origin === undefined
          ? ""
          : "where key / 4294967296 in (select run.no from run join connection c on c.id = run.connection where c.origin = ?)";
      const latest = `(select max(key) from ${table} ${ofService} group by coalesce(id, key))`;
      const values = source.origin === undefined ? [] : [source.origin];
      const count =
        db.get<{ readonly n: number }>(`select count(*) as n from ${latest.slice(0, -1)})`, ...values)?.n ?? 0;
      return { from: `${table} m`, where: `m.key in ${latest}`, values, order: "m.key desc", firstKey: 0, count };
    }
    case "keys":
      return {
        from: `json_each(?) e join ${table} m on m.key = e.value`,
        where: "1",
        values: [JSON.stringify(source.keys)],
        order: "e.key",
        firstKey: 0,
        count: source.keys.length,
      };
  }
}

async function build(db: StoreDb, view: View, order: ViewOrder, task: Task): Promise<void> {
  const { no, kind } = view;
  const source = sourceSql(db, view.source, kind);
  const conditions: readonly Sql[] = [
    filterSql(kind, order.filter ?? "", order.columns),
    ...(order.conditions ?? []).map((one) => conditionSql(kind, one, order.now)),
  ];
  const sort = order.sort === undefined ? undefined : sortSql(kind, order.sort.column);
  const isPlain = view.source.kind === "run" && sort === undefined && conditions.every(({ sql }) => sql === "1");
  if (isPlain) {
    db.exec(`drop table if exists ${tableOf(no)}`);
    Object.assign(view, { order, count: source.count, sourceCount: source.count, plainFrom: source.firstKey });
    return;
  }
  const fresh = `temp.view_${no}_new`;
  db.exec(`drop table if exists ${fresh}; create table ${fresh} (pos integer primary key, key integer)`);
  try {
    const where = conditions.map(({ sql }) => sql).join(" and ");
    const values = conditions.flatMap((condition) => condition.values);
    const direction = order.sort?.descending === true ? " desc nulls last" : " nulls last";
    if (sort?.readsJson === true || conditions.some(({ readsJson }) => readsJson)) {
      await buildFromJson(
        db,
        fresh,
        source,
        { table: recordTables[kind], where, values, sort: sort?.sql ?? "null", direction },
        task,
      );
    } else {
      const by = sort === undefined ? source.order : `${sort.sql}${direction}, ${source.order}`;
      db.run(
        `insert into ${fresh} (key) select m.key from ${source.from} where ${source.where} and ${where} order by ${by}`,
        ...source.values,
        ...values,
      );
    }
    // Who gave it up meanwhile keeps the rows of before.
    await task.breathe();
    const count = db.get<{ readonly n: number }>(`select count(*) as n from ${fresh}`)?.n ?? 0;
    db.exec(`drop table if exists ${tableOf(no)}; alter table ${fresh} rename to view_${no}`);
    Object.assign(view, { order, count, sourceCount: source.count, plainFrom: undefined });
  } catch (error) {
    db.exec(`drop table if exists ${fresh}`);
    throw error;
  }
}

interface JsonBuild {
  readonly table: string;
  readonly where: string;
  readonly values: readonly Value[];
  readonly sort: string;
  readonly direction: string;
}

/** The same where JSON must be read: in pieces, so that others are answered between two of them. */
async function buildFromJson(
  db: StoreDb,
  fresh: string,
  source: SourceSql,
  { table, where, values, sort, direction }: JsonBuild,
  task: Task,
): Promise<void> {
  const [keys, sorted] = [`${fresh}_keys`, `${fresh}_sorted`];
  const drop = `drop table if exists ${keys}; drop table if exists ${sorted}`;
  db.exec(
    `${drop}; create table ${keys} (pos integer primary key, key integer); create table ${sorted} (pos integer primary key, key integer, sort)`,
  );
  try {
    db.run(
      `insert into ${keys} (key) select m.key from ${source.from} where ${source.where} order by ${source.order}`,
      ...source.values,
    );
    const total = db.get<{ readonly n: number }>(`select count(*) as n from ${keys}`)?.n ?? 0;
    for (let start = 1; start <= total; start += jsonAtOnce) {
      db.run(
        `insert into ${sorted} (pos, key, sort) select s.pos, s.key, ${sort} from ${keys} s join ${table} m on m.key = s.key join record_json j on j.key = s.key where s.pos between ? and ? and ${where}`,
        start,
        start + jsonAtOnce - 1,
        ...values,
      );
      task.progress(Math.min(total, start + jsonAtOnce - 1), total);
      await task.breathe();
    }
    db.run(`insert into ${fresh} (key) select key from ${sorted} order by sort${direction}, pos`);
  } finally {
    db.exec(drop);
  }
}
