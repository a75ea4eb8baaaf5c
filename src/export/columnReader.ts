// Reads the columns of a profile from the rows of a view: from columns of the database when all are there, which is
// faster than parsing the JSON of each record.
import type { SQLOutputValue } from "node:sqlite";
import { columnOf, type CellValue, type Column } from "../rows/columns";
import { textOf } from "../rows/record";
import type { ColumnProfile } from "../searches/columnProfiles";
import { parseExact } from "../service/exactJson";
import type { RecordKind } from "../service/operations";
import { mainColumns } from "../store/mainColumns";
import type { Task } from "../store/task";
import type { ViewReader } from "../store/views";
import { resolveProfile, type ExportColumn, type ProfileScan } from "./columnProfile";
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
  const { kind } = reader;
  const scan = await scanRecords(reader, profile, task);
  const columns = resolveProfile(kind, profile, scan);
  const fromJson = (text: string): RowCells => {
    const record = parseExact(text);
    return (column) => columns[column]?.value(record);
  };
  const stored = json ? undefined : storedColumns(kind, profile, scan);
  if (stored === undefined) {
    return {
      columns,
      sql: jsonBytes,
      withJson: true,
      cells: ([bytes]) => fromJson(textOf(bytes as Uint8Array)),
    };
  }
  return {
    columns,
    // A row whose columns do not contain the exact values has its JSON, too.
    sql: `${stored.sql}, iif(m.raw, (select json from record_json where key = m.key), null)`,
    withJson: false,
    cells: (values) => {
      const text = values[values.length - 1];
      return typeof text === "string" ? fromJson(text) : (column) => stored.columns[column]?.value(values);
    },
  };
}

interface StoredColumns {
  readonly columns: readonly ExportColumn[];
  readonly sql: string;
}

/** `undefined` when not all columns of the profile are stored. */
function storedColumns(kind: RecordKind, profile: ColumnProfile, scan: ProfileScan): StoredColumns | undefined {
  if (profile.columns === "everything") {
    return undefined;
  }
  const indexes = new Map<string, number>();
  const sql: string[] = [];
  for (const { id } of profile.columns) {
    const value = storedSql(kind, id);
    if (value === undefined) {
      return undefined;
    }
    if (!indexes.has(id)) {
      indexes.set(id, sql.push(value) - 1);
    }
  }
  const find = (id: string): Column | undefined => {
    const column = columnOf(kind, id);
    const index = indexes.get(id) ?? 0;
    const isList = column?.type === "list";
    const value = (row: unknown): CellValue => {
      const stored = (row as readonly (string | number | null)[])[index] ?? undefined;
      return isList && stored !== undefined ? (JSON.parse(String(stored)) as readonly unknown[]) : stored;
    };
    return column && { ...column, label: column.header, value };
  };
  return { columns: resolveProfile(kind, profile, scan, find), sql: sql.join(", ") };
}

/** SQL with the same value as the column's own `value`; lists as JSON. */
function storedSql(kind: RecordKind, id: string): string | undefined {
  const main = mainColumns(kind);
  if (main.some((column) => column.id === `${id}_exact`)) {
    return `coalesce(m.${id}_exact, m.${id}_range)`;
  }
  return main.some((column) => column.id === id) || (id === "id" && kind !== "contact") ? `m.${id}` : undefined;
}
