// Reads the columns of a profile from the rows of a view: known columns as the database stores them, other fields from
// the JSON of each record.
import type { SQLOutputValue } from "node:sqlite";
import { pathColumn } from "../records/column";
import { columnOf, type CellValue, type Column } from "../records/columns";
import { changeColumnId, isOfTable } from "../records/extraColumns";
import { textOf } from "../records/record";
import { valueOfStored } from "../records/storedValue";
import type { ColumnProfile } from "../searches/columnProfiles";
import { parseExact } from "../service/exactJson";
import type { RecordKind } from "../service/operations";
import { columnSql, isKnown } from "../store/columnSql";
import type { Task } from "../store/task";
import type { ViewReader } from "../store/views";
import { lookedUpName } from "../text/phrases";
import { resolveProfile, typedProfile, type ExportColumn, type FindColumn } from "./columnProfile";
import { fitted } from "./longValues";
import { jsonBytes, scanRecords } from "./writeView";

/** The cells of one row by the index of their column. */
export type RowCells = (column: number) => CellValue;

export interface ColumnReader {
  readonly columns: readonly ExportColumn[];
  /** The columns to select; see `RowWriter.columns`. */
  readonly sql: string;
  /** `values`: a row read with `sql`. */
  readonly cells: (values: readonly SQLOutputValue[]) => RowCells;
}

interface ColumnsRequest {
  readonly reader: ViewReader;
  readonly profile: ColumnProfile;
  /** See `WriterContext`. */
  readonly withExtra?: boolean;
  /** The format has types: numbers and labels of ranges get a column each. */
  readonly isTyped?: true;
  /** Values that are too long for their field are not shortened. */
  readonly isUncut?: true;
}

/** The data that the columns of a row are read from. */
interface Row {
  readonly values: readonly SQLOutputValue[];
  /** Undefined if no column needs it. */
  readonly record: unknown;
}

export async function columnReader(
  { reader, profile, withExtra = false, isTyped, isUncut }: ColumnsRequest,
  task: Task,
): Promise<ColumnReader> {
  const { kind, columns: context } = reader;
  const scan = await scanRecords(reader, profile, task);
  const sql: string[] = [];
  const indexes = new Map<string, number>();
  let needsRecord = false;
  const find: FindColumn = (id) => {
    const column = columnOf(kind, id);
    if (column === undefined) {
      return undefined;
    }
    if (profile.columns === "everything" || !isKnown(kind, id)) {
      needsRecord = true;
      // A field may have the name of a column beside the record.
      const { header, type, value } = column.extra === undefined ? column : pathColumn(id);
      return { header, type, value: (row) => value((row as Row).record) };
    }
    return stored(column);
  };
  const stored = ({ id, header, type }: Column): ReturnType<FindColumn> => {
    const { sql: value } = columnSql(context, id);
    const at = indexes.get(id) ?? sql.push(value) - 1;
    indexes.set(id, at);
    return { header, type, value: (row) => valueOfStored(type, (row as Row).values[at]) };
  };
  const extra = withExtra ? extraColumnsOf(reader, profile) : [];
  const columns = namedForTable(kind, [
    ...resolveProfile(kind, isTyped === true ? typedProfile(kind, profile) : profile, scan, find),
    ...extra.flatMap((column) => resolveProfile(kind, { ...profile, columns: [column] }, scan, () => stored(column))),
  ]);
  const recordAt = needsRecord ? sql.push(jsonBytes) - 1 : -1;
  return {
    columns,
    // A profile without columns still has rows.
    sql: sql.length === 0 ? "null" : sql.join(", "),
    cells: (values) => {
      const row: Row = {
        values,
        record: needsRecord ? parseExact(textOf(values[recordAt] as Uint8Array)) : undefined,
      };
      return (index) => {
        const column = columns[index];
        const value = column?.value(row);
        return column === undefined || isUncut === true ? value : fitted(column, value);
      };
    },
  };
}

/** The columns of a table keep their names: record columns with the same name are renamed, as in the table's result. */
function namedForTable(kind: RecordKind, columns: readonly ExportColumn[]): readonly ExportColumn[] {
  const ofTable = columns.filter(({ id }) => isOfTable(id)).map(({ header }) => header);
  return columns.map((column) => {
    const isOwnName = column.header === columnOf(kind, column.id)?.header && !isOfTable(column.id);
    return isOwnName ? { ...column, header: lookedUpName(column.header, ofTable) } : column;
  });
}

/**
 * The columns beside the records to add to the profile's columns: all of them for "everything", otherwise only the
 * change of a compared record, because a record that is gone would look new without it.
 */
const extraColumnsOf = ({ extra }: ViewReader, { columns }: ColumnProfile): readonly Column[] =>
  extra.filter(({ id }) =>
    columns === "everything" ? true : id === changeColumnId && columns.every((column) => column.id !== id),
  );
