// The tables of a dataset. Every file of a table has the same columns and types, so that readers take them as one.
import { cellText, columnsOf, type CellValue, type ColumnType } from "../rows/columns";
import type { RecordKind } from "../service/operations";
import type { StoreDb } from "../store/storeDb";
import { customColumn } from "./columnProfile";
import { valueType, type ValueType } from "./columnTypes";
import type { ParquetColumn } from "./parquetFormat";

const types: Readonly<Record<ColumnType, ValueType>> = {
  text: "text",
  url: "text",
  email: "text",
  phone: "text",
  list: "list",
  number: "double",
  date: "timestamp",
};

/** Has more digits than a double. */
const isLongId = (id: string): boolean => id.endsWith("network_id");

/** Of a record. A column that is a number or else a label is two others; the caller's own values are in its JSON. */
export const recordColumns = (kind: RecordKind): readonly ParquetColumn[] =>
  columnsOf(kind)
    .filter(({ id, firstOf }) => firstOf === undefined && id !== customColumn)
    .map(({ id, type }) => ({ name: id, type: isLongId(id) ? "text" : types[type] }));

/** The value in a column of this type; what does not fit is in the JSON of its record alone. */
export function fittingValue(type: ValueType, value: CellValue): CellValue {
  if (value === undefined) {
    return undefined;
  }
  switch (type) {
    case "double": {
      const number = typeof value === "boolean" || typeof value === "object" ? Number.NaN : Number(value);
      return Number.isFinite(number) ? number : undefined;
    }
    case "timestamp":
      return ["date", "timestamp"].includes(valueType({ type: "date" }, value)) ? value : undefined;
    case "list":
      return Array.isArray(value) ? value : [cellText(value)];
    default:
      return value;
  }
}

export interface DatasetTable {
  readonly columns: readonly ParquetColumn[];
  readonly rows: readonly (readonly CellValue[])[];
}

const moment = (column: string): string => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;

type Definition = Readonly<Record<string, readonly [type: ValueType, sql: string]>>;

/** The title of a lookup may name somebody. */
const runTable: Definition = {
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

const paymentTable: Definition = {
  payment: ["text", "(select database from content) || '-' || call.no"],
  run: ["text", "run.id"],
  operation: ["text", "call.operation"],
  paid_at: ["timestamp", moment("call.at")],
  state: ["text", "call.state"],
  asked: ["integer", "call.asked"],
  records: ["integer", "call.records"],
  credits: ["double", "call.credits"],
  possible_credits: ["double", "call.possible"],
  status: ["integer", "call.status"],
};

const listTable: Definition = {
  list: ["text", "l.name"],
  record_kind: ["text", "r.record_kind"],
  id: ["text", "r.record_id"],
  added_at: ["timestamp", moment("r.added_at")],
  note: ["text", "r.note"],
};

function tableOf(db: StoreDb, definition: Definition, from: string, value?: string | number): DatasetTable {
  const sql = Object.values(definition).map(([, one]) => one);
  const found = db.arrays(`select ${sql.join(", ")} from ${from}`, ...(value === undefined ? [] : [value]));
  return {
    columns: Object.entries(definition).map(([name, [type]]) => ({ name, type })),
    rows: found.map((row) => row.map((cell) => (cell === null ? undefined : (cell as string | number)))),
  };
}

export const runRow = (db: StoreDb, no: number): DatasetTable =>
  tableOf(db, runTable, "run join connection c on c.id = run.connection where run.no = ?", no);

export const paymentsOfRun = (db: StoreDb, no: number): DatasetTable =>
  tableOf(db, paymentTable, "call join run on run.no = call.run_no where run.no = ? order by call.no", no);

/** Of runs that were deleted and are not in the dataset, which has the runs with these numbers. */
export const paymentsOfDeleted = (db: StoreDb, inDataset: readonly number[]): DatasetTable =>
  tableOf(
    db,
    paymentTable,
    `call left join run on run.no = call.run_no
     where run.no is null and coalesce(call.run_no, 0) not in (select value from json_each(?)) order by call.no`,
    JSON.stringify(inDataset),
  );

export const listRows = (db: StoreDb): DatasetTable =>
  tableOf(
    db,
    listTable,
    "shortlist l join shortlist_record r on r.list_no = l.no order by l.no, r.record_kind, r.record_id",
  );
