// Views: the records of a grid, filtered and sorted, read in windows of rows.
import type { SQLOutputValue } from "node:sqlite";
import { cellText, offeredColumns, type Column } from "../records/columns";
import { changeColumnId, isAboutList } from "../records/extraColumns";
import { recordTitle } from "../records/record";
import { valueOfStored } from "../records/storedValue";
import { parseExact } from "../service/exactJson";
import type { RecordKind } from "../service/operations";
import { buildView, contextOf, dropView, type BuiltView, type ViewToBuild } from "./buildView";
import { changeSql, joinSql, type RowChange } from "./changes";
import { columnSql, readsJson, type ColumnContext } from "./columnSql";
import { extraDataOfRun } from "./companies";
import { rowOfKey } from "./kinds";
import { jsonByKey } from "./records";
import { findRun } from "./runs";
import { recordsOf } from "./sourceKeys";
import type { StoreDb } from "./storeDb";
import { notFound, viewClosed } from "./storeError";
import type { Task } from "./task";
import { runOfSource, type ViewOrder, type ViewSource } from "./viewSource";

export interface ViewRow {
  /** The record's key, which identifies it in a selection. */
  readonly key: number;
  /** The row in its run, from 0. */
  readonly row: number;
  readonly id: string | undefined;
  readonly title: string;
  /** One text for each column of the order. */
  readonly cells: readonly string[];
  /** The change from the source's earlier run, or from the earlier version; absent if unchanged. */
  readonly change?: RowChange | undefined;
  /** The earlier values of changed columns, by column id; null if the value was unknown. */
  readonly before?: Readonly<Record<string, string | null>> | undefined;
}

export interface ViewInfo {
  readonly view: number;
  readonly recordKind: RecordKind;
  readonly count: number;
  /** Records of the source, before any filter. */
  readonly sourceCount: number;
  /** Records of the source that leave-out lists hide. */
  readonly leftOut: number;
}

export interface View extends ViewToBuild {
  readonly no: number;
  order: ViewOrder;
  built: BuiltView;
  /** The database's generation when the view was opened: its tables are dropped when that connection ends. */
  readonly generation: number;
}

/** The open views, by number. */
const views = new Map<number, View>();
let lastView = 0;

/** Opens a view; `close` frees its memory. */
export async function open(db: StoreDb, source: ViewSource, order: ViewOrder, task: Task): Promise<ViewInfo> {
  lastView += 1;
  const no = db.generation * 2 ** 32 + lastView;
  const kind = source.kind === "run" || source.kind === "batch" ? findRun(db, source.run).kind : source.recordKind;
  const built = await buildView(db, { kind, source }, order, task);
  const opened: View = { no, source, kind, order, built, generation: db.generation };
  views.set(no, opened);
  return infoOf(opened);
}

/** Filters and sorts again, including new records. When canceled, the view does not change. */
export async function arrange(db: StoreDb, no: number, order: ViewOrder, task: Task): Promise<ViewInfo> {
  const view = viewOf(db, no);
  const built = await buildView(db, view, order, task);
  dropView(db, view.built);
  view.built = built;
  view.order = order;
  return infoOf(view);
}

export function close(db: StoreDb, no: number): void {
  const view = views.get(no);
  views.delete(no);
  if (view?.generation === db.generation) {
    dropView(db, view.built);
  }
}

/** A window of the view; fewer rows at its end. */
export function rows(db: StoreDb, no: number, start: number, count: number): readonly ViewRow[] {
  const view = viewOf(db, no);
  const from = Math.max(0, start);
  const columns = view.order.columns.map((id) => columnSql(contextOf(view, view.built.changes), id));
  const cells = columns.map(({ sql }, index) => `, ${sql} as c${index}`).join("");
  // The title of a record without a name is only in its JSON.
  const text = (name: string): string => `iif(typeof(m.${name}) = 'blob', null, nullif(trim(m.${name}), ''))`;
  const title = view.kind === "company" ? `coalesce(${text("name")}, ${text("domain")})` : text("name");
  const isCompared = view.built.changes !== undefined;
  const { change, before } = isCompared ? changeSql(view.kind) : { change: "null", before: "null" };
  const found = db.all<Record<string, SQLOutputValue>>(
    `select m.key as key, m.id as id, ${title} as title, ${change} as change, ${before} as "before:json" ${cells}
     from ${windowSql(view, cells)}`,
    from + 1,
    from + count,
  );
  const untitled = jsonByKey(
    db,
    found.filter((row) => row["title"] === undefined).map((row) => Number(row["key"])),
  );
  return found.map((row) => {
    const key = Number(row["key"]);
    const json = untitled.get(key);
    return {
      key,
      row: rowOfKey(key),
      change: row["change"] as RowChange | undefined,
      before: row["before"] as ViewRow["before"],
      id: row["id"] === undefined ? undefined : String(row["id"]),
      title: json === undefined ? String(row["title"]) : recordTitle(view.kind, parseExact(json)),
      cells: columns.map(({ type }, index) => cellText(valueOfStored(type, row[`c${index}`]))),
    };
  });
}

/** Ranges of positions, each from the first to before the second. */
export type Ranges = readonly (readonly [number, number])[];

/** The keys at these positions of a view, in its order; without `ranges`, all keys. */
export function keysAt(db: StoreDb, no: number, ranges?: Ranges): readonly number[] {
  const { rows: table, count } = viewOf(db, no).built;
  return (ranges ?? [[0, count]]).flatMap(([from, end]) =>
    db.column<number>(`select key from ${table} where pos between ? and ? order by pos`, from + 1, end),
  );
}

/** Positions of records in a view. */
export interface Located {
  /** Ascending and disjoint. */
  readonly ranges: Ranges;
  /** Keys of records that are not in the view. */
  readonly hidden: Float64Array;
}

/** Finds records in a view by their keys, passed as bytes because there may be very many. */
export function locate(db: StoreDb, no: number, keys: Float64Array): Located {
  const ranges: [number, number][] = [];
  const found = new Set<number>();
  for (const [position, key] of db.arrays(
    `select pos - 1, key from ${viewOf(db, no).built.rows}
     where key in (select value from json_each(?)) order by pos`,
    Array.from(keys),
  )) {
    const at = Number(position);
    const last = ranges.at(-1);
    if (last?.[1] === at) {
      last[1] = at + 1;
    } else {
      ranges.push([at, at + 1]);
    }
    found.add(Number(key));
  }
  return { ranges, hidden: keys.filter((key) => !found.has(key)) };
}

/** Reads all records of a view by position, in chunks. */
export interface ViewReader {
  readonly kind: RecordKind;
  readonly count: number;
  /** The tables for reading its columns. */
  readonly columns: ColumnContext;
  /** Columns that are not part of the records: of the company list that led to them, and of a comparison. */
  readonly extra: readonly Column[];
  /**
   * Reads the SQL `columns` of rows `from` to before `to`, over the tables `m`, `more`, and `j` with their JSON.
   * NOT_FOUND when records were deleted in the meantime.
   */
  read(columns: string, from: number, to: number): SQLOutputValue[][];
}

export function readerOf(db: StoreDb, no: number): ViewReader {
  const opened = viewOf(db, no);
  return {
    kind: opened.kind,
    columns: contextOf(opened, opened.built.changes),
    extra: extraOf(db, opened),
    get count() {
      return viewOf(db, no).built.count;
    },
    read: (columns, from, to) => {
      const view = viewOf(db, no);
      const end = Math.min(to, view.built.count);
      const found = db.arrays(`select ${columns} from ${windowSql(view, columns)}`, from + 1, end);
      if (found.length < end - from) {
        throw notFound();
      }
      return found;
    },
  };
}

function extraOf(db: StoreDb, { kind, source, built }: View): readonly Column[] {
  const run = runOfSource(source);
  const extraData = { ...(run !== undefined && extraDataOfRun(db, run)), isCompared: built.changes !== undefined };
  return offeredColumns(kind, extraData).filter(({ id }) => isAboutList(id) || id === changeColumnId);
}

/** SQL for the rows of a view between two positions from 1, over the table `m` and, with JSON, `j`. */
function windowSql({ kind, built: { rows: table, changes } }: View, columns: string): string {
  const joined = changes === undefined ? "" : joinSql(kind, changes);
  return `${recordsOf(table, kind, readsJson(columns))} ${joined} where s.pos between ? and ? order by s.pos`;
}

export function viewOf(db: StoreDb, no: number): View {
  const view = views.get(no);
  // After reopening the file, the table is gone, and another file may have other records with these keys.
  if (view?.generation !== db.generation) {
    views.delete(no);
    throw viewClosed();
  }
  return view;
}

const infoOf = ({ no, kind, built: { count, sourceCount, leftOut } }: View): ViewInfo => ({
  view: no,
  recordKind: kind,
  count,
  sourceCount,
  leftOut,
});
