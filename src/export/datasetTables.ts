// The columns of a dataset. All files of one kind have the same columns, whatever their values, so that readers can
// combine them.
import { columnsOf, type CellValue } from "../records/columns";
import type { RecordKind } from "../service/operations";
import type { StoreDb } from "../store/storeDb";
import { customColumn } from "./columnProfile";
import { columnType, type ValueType } from "./columnTypes";
import type { ParquetColumn } from "./parquetFormat";

/** Columns of records. A column of numbers or labels is split into two; the caller's own values are in the JSON. */
export const recordColumns = (kind: RecordKind): readonly ParquetColumn[] =>
  columnsOf(kind)
    .filter(({ id, firstOf }) => firstOf === undefined && id !== customColumn)
    .map((column) => ({ name: column.id, type: columnType(kind, column) }));

const moment = (column: string): string => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;

/** Does not contain the title of a lookup, which may name a person. */
const runTable: Readonly<Record<string, readonly [type: ValueType, sql: string]>> = {
  run: ["text", "run.id"],
  database: ["text", "(select database from content)"],
  record_kind: ["text", "run.record_kind"],
  purpose: ["text", "run.purpose"],
  title: ["text", "iif(run.purpose = 'lookup', null, run.title)"],
  search: ["text", "run.search_key"],
  service: ["text", "c.origin"],
  connection: ["text", "c.label"],
  started_at: ["timestamp", moment("run.started_at")],
  updated_at: ["timestamp", moment("run.updated_at")],
  state: ["text", "coalesce(run.stop ->> '$.kind', 'running')"],
  records: ["integer", "run.records"],
  returned: ["integer", "run.returned"],
  matching: ["integer", "run.last_total"],
  credits: ["double", "run.credits"],
  possible_credits: ["double", "run.possible_credits"],
};

export const runColumns = Object.entries(runTable).map(([name, [type]]): ParquetColumn => ({ name, type }));

export function runValues(db: StoreDb, no: number): readonly CellValue[] {
  const sql = Object.values(runTable).map(([, one]) => one);
  const [row = []] = db.arrays(
    `select ${sql.join(", ")} from run join connection c on c.id = run.connection where run.no = ?`,
    no,
  );
  return row.map((cell) => (cell === null ? undefined : (cell as string | number)));
}
