// The stored columns. Every column of a record, except long texts, has a column in one of the two tables of its kind.
// All are computed here, once, when a record is stored.
import { cellText, columnsOf, type CellValue, type Column } from "../records/columns";
import { recordId } from "../records/record";
import { storedValue, type StoredValue } from "../records/storedValue";
import { parseExact } from "../service/exactJson";
import type { RecordKind } from "../service/operations";
import { mainColumns, moreColumns } from "./kinds";
import { folded, normalizedAddress, sortable } from "./text";

/** The table's column with the record's identity. Its field `id` is stored separately, because it may not be a text. */
export const idColumn = "id";
export const otherIdColumn = "id_value";

const main: Readonly<Record<RecordKind, ReadonlySet<string>>> = {
  company: new Set(mainColumns.company),
  person: new Set(mainColumns.person),
  contact: new Set(mainColumns.contact),
};

/** Whether a stored column is in the main table of its kind, and not in the other one. */
export const isMain = (kind: RecordKind, id: string): boolean => main[kind].has(id);

/** Columns that are computed from others: for sorting, searching and comparing. */
const derived: Readonly<Record<RecordKind, readonly string[]>> = {
  company: ["name_key", "url_key", "domain_key", "search"],
  person: ["name_key", "url_key", "search"],
  contact: ["name_key", "url_key", "search"],
};

/** All columns of a table except its key, in the order of `rowOf`. */
export const mainNames = (kind: RecordKind): readonly string[] => [idColumn, ...derived[kind], ...mainColumns[kind]];
export const moreNames = (kind: RecordKind): readonly string[] => [otherIdColumn, ...moreColumns[kind]];

export interface StoredRow {
  readonly main: readonly StoredValue[];
  readonly more: readonly StoredValue[];
}

/** In characters. Hostile texts of 16 MB are copied several times, and nobody sorts or searches by their ends. */
const longestKey = 1_000;
const longestSearched = 100_000;

const isSearched = new Map<RecordKind, ReadonlySet<string>>();

/** Ids of the columns in `search`, for the quick filter: those that are visible by default. */
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
  const inMain = named(mainColumns[kind]);
  const inMore = named(moreColumns[kind]);
  const at = (id: string): number => inMain.findIndex((column) => column.id === id);
  const name = at("name");
  const url = at(kind === "contact" ? "profile_network_url" : "network_url");
  const domain = at("domain");
  const idField = known.get(idColumn);
  const searched = named([...searchedColumns(kind)]).map((column) => ({ column, index: at(column.id) }));
  const stored = (columns: readonly Column[], values: readonly CellValue[]): readonly StoredValue[] =>
    values.map((value, index) => storedValue(columns[index]?.type ?? "text", value));
  return (json) => {
    const record = parseExact(json);
    const id = recordId(kind, record) ?? null;
    const own = idField?.value(record);
    const values = inMain.map((column) => column.value(record));
    const keyText = (index: number): string => cellText(values[index]).slice(0, longestKey);
    // Joined by spaces, so that no word matches across two columns.
    const search = searched
      .map(({ column, index }) => cellText(index < 0 ? column.value(record) : values[index]))
      .filter((text) => text !== "")
      .join(" ");
    const main: StoredValue[] = [
      id,
      typeof values[name] === "string" ? sortable(keyText(name)) : storedValue("text", values[name]),
      normalizedAddress(keyText(url)) || null,
    ];
    if (kind === "company") {
      main.push(normalizedAddress(keyText(domain)) || null);
    }
    main.push(folded(search.slice(0, longestSearched)), ...stored(inMain, values));
    return {
      main,
      more: [
        // SQLite reads a text only up to a NUL character.
        own === undefined || (own === id && !id.includes("\0")) ? null : storedValue("text", own),
        ...stored(
          inMore,
          inMore.map((column) => column.value(record)),
        ),
      ],
    };
  };
}
