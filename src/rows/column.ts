// One column: how a value is read from a record, shown as text, and put in order.
import { shownLabel } from "./columnWords";
import { pathReader } from "./recordPath";

export type ColumnType = "text" | "number" | "date" | "list" | "url" | "email" | "phone";

/** A value as the record holds it; `undefined` for everything that means “unknown”. */
export type CellValue = string | number | boolean | readonly unknown[] | object | undefined;

/** The plain data of a column. */
export interface ColumnInfo {
  readonly id: string;
  /** What is shown: of a known column in the language spoken now. Files use the column's `header`. */
  readonly label: string;
  readonly type: ColumnType;
  /** Shown until the user chooses otherwise. */
  readonly visible: boolean;
  /** Pixels at the normal font size. */
  readonly width: number;
}

export interface Column extends ColumnInfo {
  /** The column's name in files: English whatever is spoken, since a file must not depend on who writes it. */
  readonly header: string;
  /** Every path the column reads; a record reduced to these gives the same value. Absent: it may read anything. */
  readonly paths?: readonly string[] | undefined;
  value(record: unknown): CellValue;
  /** What rows are put in order by: numbers among numbers, dates as ms since 1970. `undefined` when unknown. */
  sortKey(record: unknown): string | number | undefined;
}

const widths: Readonly<Record<ColumnType, number>> = {
  text: 180,
  number: 100,
  date: 110,
  list: 220,
  url: 220,
  email: 220,
  phone: 150,
};

interface ColumnOptions {
  readonly visible?: boolean;
  readonly width?: number;
  /** The service writes 0 where it does not know (interface, "Company"). */
  readonly zeroIsUnknown?: boolean;
  readonly sortKey?: (record: unknown) => string | number | undefined;
  readonly paths?: readonly string[];
}

/** A known column whose value is computed. */
export function column(
  id: string,
  header: string,
  type: ColumnType,
  read: (record: unknown) => unknown,
  options: ColumnOptions = {},
): Column {
  const value = (record: unknown): CellValue => {
    const found = read(record);
    return found === null || found === "" || (found === 0 && options.zeroIsUnknown === true)
      ? undefined
      : (found as CellValue);
  };
  return {
    id,
    header,
    get label() {
      return shownLabel(header);
    },
    type,
    visible: options.visible ?? false,
    width: options.width ?? widths[type],
    paths: options.paths,
    value,
    sortKey: options.sortKey ?? ((record) => sortKeyOf(type, value(record))),
  };
}

/** A known column over one path of the record. */
export function fieldColumn(
  id: string,
  header: string,
  type: ColumnType,
  path: string,
  options?: ColumnOptions,
): Column {
  return column(id, header, type, pathReader(path), { ...options, paths: [path] });
}

/** A column for a path that is no known column; the path is its id, its header and its label, in every language. */
export function pathColumn(path: string, type: ColumnType = "text"): Column {
  return Object.defineProperty(fieldColumn(path, path, type, path), "label", { value: path, enumerable: true });
}

function sortKeyOf(type: ColumnType, value: CellValue): string | number | undefined {
  if (value === undefined || typeof value === "number") {
    return value;
  }
  if (type === "number" && typeof value === "string") {
    const number = Number(value);
    return Number.isNaN(number) ? undefined : number;
  }
  if (type === "date" && typeof value === "string") {
    const time = Date.parse(value);
    return Number.isNaN(time) ? undefined : time;
  }
  const text = cellText(value);
  return text === "" ? undefined : text;
}

/** A value as text: lists joined with “; ”, objects as JSON, the unknown as nothing, dates and all else as sent. */
export function cellText(value: CellValue): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
      return String(value);
    case "object":
      return Array.isArray(value)
        ? (value as readonly unknown[])
            .map(itemText)
            .filter((text) => text !== "")
            .join("; ")
        : JSON.stringify(value);
    default:
      return "";
  }
}

function itemText(item: unknown): string {
  return item === null || item === undefined
    ? ""
    : typeof item === "object"
      ? JSON.stringify(item)
      : String(item as string | number | boolean);
}
