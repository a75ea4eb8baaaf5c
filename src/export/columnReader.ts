// Reads the columns of a profile from the rows of a view: from columns of the database when all are there, which is
// faster than parsing the JSON of each record.
import type { SQLOutputValue } from "node:sqlite";
import { columnOf, type CellValue, type Column } from "../rows/columns";
import { listColumns } from "../rows/listColumns";
import { textOf } from "../rows/record";
import type { ColumnProfile } from "../searches/columnProfiles";
import { parseExact } from "../service/exactJson";
import type { RecordKind } from "../service/operations";
import { mainColumns } from "../store/mainColumns";
import { mainText } from "../store/searchText";
import type { Task } from "../store/task";
import type { ViewReader } from "../store/views";
import { changeColumn, type RecordChange } from "./changeColumns";
import { resolveProfile, type ExportColumn, type FindColumn, type ProfileScan } from "./columnProfile";
import { jsonBytes, scanRecords } from "./writeView";

/** The cells of one row by the index of their column. */
export type RowCells = (column: number) => CellValue;

export interface ColumnReader {
  readonly columns: readonly ExportColumn[];
  /** As a `RowWriter` needs it. */
  readonly sql: string;
  readonly withJson: boolean;
  /** `values`: a row read with `sql`. */
  readonly cells: (values: readonly SQLOutputValue[]) => RowCells;
}

interface ColumnsRequest {
  readonly reader: ViewReader;
  readonly profile: ColumnProfile;
  /** Reads the JSON of each record, as bytes: the first value of a row. */
  readonly json?: boolean;
}

export async function columnReader(
  { reader, profile, json = false }: ColumnsRequest,
  task: Task,
): Promise<ColumnReader> {
  const scan = await scanRecords(reader, profile, task);
  const given = { kind: reader.kind, profile, scan, changes: changesIn(reader, profile) };
  return (json ? undefined : storedColumns(given)) ?? parsedColumns(given);
}

interface GivenColumns {
  readonly kind: RecordKind;
  readonly profile: ColumnProfile;
  readonly scan: ProfileScan;
  /** SQL of what has changed, if the profile has a column about it. */
  readonly changes: ViewReader["changes"];
}

function changesIn({ kind, changes }: ViewReader, { columns }: ColumnProfile): ViewReader["changes"] {
  return columns !== "everything" && columns.some(({ id }) => changeColumn(kind, id) !== undefined)
    ? (changes ?? { change: "null", before: "null" })
    : undefined;
}

/** What the columns of a row read from. */
interface Row {
  readonly record: unknown;
  /** The values of the columns about a list of companies, which the store reads beside the record. */
  readonly listed: readonly SQLOutputValue[];
  readonly change: RecordChange | undefined;
}

function readChange(change: SQLOutputValue | undefined, before: SQLOutputValue | undefined): RecordChange {
  return {
    change: typeof change === "string" ? change : undefined,
    before: typeof before === "string" ? (JSON.parse(before) as RecordChange["before"]) : {},
  };
}

/** A column about changes, which are read beside the record; `undefined` for other columns. */
function findChange({ kind, changes }: GivenColumns, id: string): ReturnType<FindColumn> {
  const column = changes && changeColumn(kind, id);
  return column && { ...column, value: (row) => column.value((row as Row).change ?? noChange) };
}

/** A column about a list of companies; `undefined` for other columns. */
function findListed({ kind }: GivenColumns, id: string): ReturnType<FindColumn> {
  const at = kind === "person" ? listColumns.findIndex((column) => column.id === id) : -1;
  const column = listColumns[at];
  return column && { ...plain(column), value: (row) => ((row as Row).listed[at] ?? undefined) as CellValue };
}

/** SQL of the columns about a list of companies, if the profile has one of them. */
function listedSql(given: GivenColumns): readonly string[] {
  const { kind, profile } = given;
  return profile.columns !== "everything" && profile.columns.some(({ id }) => findListed(given, id) !== undefined)
    ? listColumns.flatMap(({ id }) => mainText(kind, id) ?? [])
    : [];
}

const noChange: RecordChange = { change: undefined, before: {} };

function parsedColumns(given: GivenColumns): ColumnReader {
  const { kind, profile, scan, changes } = given;
  const columns = resolveProfile(kind, profile, scan, (id) => {
    const column = columnOf(kind, id);
    return (
      findChange(given, id) ??
      findListed(given, id) ??
      (column && { ...plain(column), value: (row) => column.value((row as Row).record) })
    );
  });
  const listed = listedSql(given);
  return {
    columns,
    sql: [jsonBytes, ...(changes === undefined ? [] : [changes.change, changes.before]), ...listed].join(", "),
    withJson: true,
    cells: ([bytes, ...others]) => {
      const record = parseExact(textOf(bytes as Uint8Array));
      const [change, before] = others;
      const row: Row = {
        record,
        listed: others.slice(changes === undefined ? 0 : 2),
        change: changes && readChange(change, before),
      };
      return (column) => columns[column]?.value(row);
    },
  };
}

/** Without the label, which is translated each time it is read. */
const plain = ({ header, type }: Column): Pick<Column, "header" | "type"> => ({ header, type });

/** A row of stored columns; where they do not contain the exact values, its record as well. */
interface StoredRow extends Row {
  readonly values: readonly SQLOutputValue[];
  readonly isExact: boolean;
}

/** `undefined` when not all columns of the profile are stored. */
function storedColumns(given: GivenColumns): ColumnReader | undefined {
  const { kind, profile, scan, changes } = given;
  if (profile.columns === "everything") {
    return undefined;
  }
  const indexes = new Map<string, number>();
  const sql: string[] = [];
  for (const id of profile.columns.flatMap((column) => [column.id, ...(column.or === undefined ? [] : [column.or])])) {
    const isBeside = findChange(given, id) !== undefined || findListed(given, id) !== undefined;
    const value = isBeside ? "" : storedSql(kind, id);
    if (value === undefined) {
      return undefined;
    }
    if (value !== "" && !indexes.has(id)) {
      indexes.set(id, sql.push(value) - 1);
    }
  }
  const last = sql.length;
  const columns = resolveProfile(kind, profile, scan, (id) => {
    const column = columnOf(kind, id);
    const at = indexes.get(id);
    return (
      findChange(given, id) ??
      findListed(given, id) ??
      (column === undefined || at === undefined ? undefined : { ...plain(column), value: storedValue(column, at) })
    );
  });
  // A row whose columns do not contain the exact values has its JSON, too.
  const json = "iif(m.raw, (select json from record_json where key = m.key), null)";
  return {
    columns,
    sql: [...sql, json, ...(changes === undefined ? [] : [changes.change, changes.before]), ...listedSql(given)].join(
      ", ",
    ),
    withJson: false,
    cells: (values) => {
      const text = values[last];
      const row: StoredRow = {
        values,
        isExact: typeof text !== "string",
        record: typeof text === "string" ? parseExact(text) : undefined,
        listed: values.slice(last + (changes === undefined ? 1 : 3)),
        change: changes && readChange(values[last + 1], values[last + 2]),
      };
      return (column) => columns[column]?.value(row);
    },
  };
}

function storedValue(column: Column, at: number): (row: unknown) => CellValue {
  const isList = column.type === "list";
  return (row) => {
    const { values, isExact, record } = row as StoredRow;
    if (!isExact) {
      return column.value(record);
    }
    const stored = (values[at] ?? undefined) as string | number | undefined;
    return isList && stored !== undefined ? (JSON.parse(String(stored)) as readonly unknown[]) : stored;
  };
}

/** SQL with the same value as the column's own `value`, lists as JSON; null in rows that are read from their JSON. */
function storedSql(kind: RecordKind, id: string): string | undefined {
  const main = mainColumns(kind);
  const ofExact = (sql: string): string => `iif(m.raw, null, ${sql})`;
  if (main.some((column) => column.id === `${id}_exact`)) {
    return ofExact(`coalesce(m.${id}_exact, m.${id}_range)`);
  }
  return main.some((column) => column.id === id) || (id === "id" && kind !== "contact")
    ? ofExact(`m.${id}`)
    : undefined;
}
