// The stored columns: every column of a record but its long texts has a column in one of the two tables of its kind.
// All are computed here, once, when a record is stored.
import type { DatabaseSync } from "node:sqlite";
import { cellText, columnsOf, type CellValue, type Column } from "../rows/columns";
import { recordId } from "../rows/record";
import { storedValue, type StoredValue } from "../rows/storedValue";
import { parseExact } from "../service/exactJson";
import { type RecordKind, recordKinds } from "../service/operations";
import { fillIndexSql } from "./everything";
import { addedColumns, firstColumns, moreTables, recordTables } from "./kinds";
import type { Progress } from "./task";
import { folded, normalizedAddress, sortable } from "./text";

/** The column of the table with the identity of a record is not that of its field `id`, which may be no text. */
export const idColumn = "id";
export const otherIdColumn = "id_value";

/** What `filled` says of rows that have a row in the other table. Of rows of earlier versions it is null. */
const filled = 1;

const main: Readonly<Record<RecordKind, ReadonlySet<string>>> = {
  company: new Set(firstColumns.company),
  person: new Set(firstColumns.person),
  contact: new Set(firstColumns.contact),
};

/** Whether a stored column is in the table of its kind, and not in the one beside it. */
export const isMain = (kind: RecordKind, id: string): boolean => main[kind].has(id);

/** Columns of the table that are computed from others: for sorting, searching and comparing. */
const derived: Readonly<Record<RecordKind, readonly string[]>> = {
  company: ["name_key", "url_key", "domain_key", "search"],
  person: ["name_key", "url_key", "search"],
  contact: ["name_key", "url_key", "search"],
};

/** All columns of a table but its key, in the order of `rowOf`. */
export const mainNames = (kind: RecordKind): readonly string[] => [
  idColumn,
  ...derived[kind],
  "filled",
  ...firstColumns[kind],
];
export const moreNames = (kind: RecordKind): readonly string[] => [otherIdColumn, ...addedColumns[kind]];

export interface StoredRow {
  readonly main: readonly StoredValue[];
  readonly more: readonly StoredValue[];
}

/** In characters: hostile texts of 16 MB are copied several times, and nobody sorts or searches by their ends. */
const longestKey = 1_000;
const longestSearched = 100_000;

const isSearched = new Map<RecordKind, ReadonlySet<string>>();

/** Ids of the columns whose texts the quick filter finds in `search`: those that are visible by default. */
export function searchedColumns(kind: RecordKind): ReadonlySet<string> {
  const known = isSearched.get(kind) ?? new Set(columnsOf(kind).flatMap(({ id, visible }) => (visible ? [id] : [])));
  isSearched.set(kind, known);
  return known;
}

const readers: Partial<Record<RecordKind, (json: string) => StoredRow>> = {};

/** The rows of a record in both tables, given its JSON; throws a `SyntaxError` if that is damaged. */
export const rowOf = (kind: RecordKind, json: string): StoredRow => (readers[kind] ??= rowReader(kind))(json);

function rowReader(kind: RecordKind): (json: string) => StoredRow {
  const known = new Map(columnsOf(kind).map((column) => [column.id, column]));
  const named = (ids: readonly string[]): readonly Column[] => ids.flatMap((id) => known.get(id) ?? []);
  const [mainColumns, moreColumns] = [named(firstColumns[kind]), named(addedColumns[kind])];
  const at = (id: string): number => mainColumns.findIndex((column) => column.id === id);
  const [name, url, domain] = [
    at("name"),
    at(kind === "contact" ? "profile_network_url" : "network_url"),
    at("domain"),
  ];
  const idField = known.get(idColumn);
  const searched = named([...searchedColumns(kind)]).map((column) => ({ column, index: at(column.id) }));
  const stored = (columns: readonly Column[], values: readonly CellValue[]): readonly StoredValue[] =>
    values.map((value, index) => storedValue(columns[index]?.type ?? "text", value));
  return (json) => {
    const record = parseExact(json);
    const id = recordId(kind, record) ?? null;
    const own = idField?.value(record);
    const values = mainColumns.map((column) => column.value(record));
    const keyText = (index: number): string => cellText(values[index]).slice(0, longestKey);
    // Joined by spaces, so that no word matches across two columns.
    const search = searched
      .map(({ column, index }) => cellText(index < 0 ? column.value(record) : values[index]))
      .filter((text) => text !== "")
      .join(" ");
    return {
      main: [
        id,
        typeof values[name] === "string" ? sortable(keyText(name)) : storedValue("text", values[name]),
        normalizedAddress(keyText(url)) || null,
        ...(kind === "company" ? [normalizedAddress(keyText(domain)) || null] : []),
        folded(search.slice(0, longestSearched)),
        filled,
        ...stored(mainColumns, values),
      ],
      more: [
        // SQLite reads a text only up to a NUL character.
        own === undefined || (own === id && !id.includes("\0")) ? null : storedValue("text", own),
        ...stored(
          moreColumns,
          moreColumns.map((column) => column.value(record)),
        ),
      ],
    };
  };
}

/** Records of one transaction: some tens of milliseconds of work. */
const rowsAtOnce = 500;

/** `onProgress` is called only if there are such records. */
export function fillColumns(connection: DatabaseSync, onProgress?: (progress: Progress) => void): void {
  const total = unfilledRows(connection);
  for (let left = total; left > 0;) {
    left = fillSome(connection);
    onProgress?.({ done: total - left, total });
  }
}

const unfilledRows = (connection: DatabaseSync): number =>
  recordKinds.reduce((sum, kind) => {
    const row = connection.prepare(`select count(*) as n from ${recordTables[kind]} where filled is null`).get();
    return sum + Number(row?.["n"]);
  }, 0);

interface Unfilled {
  readonly key: number;
  readonly id: string | null;
  /** Null if it is lost or damaged. */
  readonly json: string | null;
}

/** Returns how many are left. The full-text index is filled anew with the last of them. */
function fillSome(connection: DatabaseSync): number {
  connection.exec("begin immediate");
  try {
    for (const kind of recordKinds) {
      fillKind(connection, kind);
    }
    const left = unfilledRows(connection);
    if (left === 0) {
      connection.exec(fillIndexSql);
    }
    connection.exec("commit");
    return left;
  } catch (error) {
    connection.exec("rollback");
    throw error;
  }
}

function fillKind(connection: DatabaseSync, kind: RecordKind): void {
  const table = recordTables[kind];
  const unfilled = connection
    .prepare(
      `select m.key, m.id, iif(json_valid(j.json), j.json, null) as json
       from ${table} m left join record_json j on j.key = m.key
       where m.filled is null order by m.key limit ${rowsAtOnce}`,
    )
    .all() as unknown as readonly Unfilled[];
  const set = mainNames(kind).map((name) => `${name} = ?`);
  const update = connection.prepare(`update ${table} set ${set.join(", ")} where key = ?`);
  const more = moreNames(kind);
  const insert = connection.prepare(
    `insert or replace into ${moreTables[kind]} (key, ${more.join(", ")})
     values (?, ${more.map(() => "?").join(", ")})`,
  );
  // A record whose JSON is damaged keeps the columns that it has.
  const keep = connection.prepare(`update ${table} set filled = 1 where key = ?`);
  for (const { key, id, json } of unfilled) {
    if (json === null) {
      keep.run(key);
      continue;
    }
    // Lists of the user name records by their ids, so these stay.
    const { main, more: values } = rowOf(kind, json);
    const [identity = null, ...others] = main;
    const [own = null, ...rest] = values;
    update.run(id, ...others, key);
    insert.run(key, id === identity ? own : (own ?? identity), ...rest);
  }
}
