// One column: how its value is read from a record, shown as text and sorted.
import { spacePhoneNumber } from "./phoneNumber";
import { pathReader } from "./recordPath";

export type ColumnType = "text" | "number" | "date" | "list" | "url" | "email" | "phone";

/** A value as in the record; `undefined` for everything that means “unknown”. */
export type CellValue = string | number | boolean | readonly unknown[] | object | undefined;

/** The plain data of a column. */
export interface ColumnInfo {
  readonly id: string;
  /** The name in the grid. Files use `header`. */
  readonly label: string;
  readonly type: ColumnType;
  /** Shown until the user chooses otherwise. */
  readonly visible: boolean;
  /** Pixels at the normal font size. */
  readonly width: number;
  /** The user's own text. */
  readonly isEditable?: true | undefined;
}

/**
 * A value that the store reads beside a record: the row of a list of companies or of a table that led to it, a cell of
 * this row, the status of its lookup, the user's lists and notes, the change since an earlier run, and
 * the `earlier` value of a column.
 */
export type ExtraValue =
  | ("row" | "entry" | "lookupStatus" | "note" | "lists" | "formerEmail" | "change")
  | { readonly inList: string }
  | { readonly earlier: string };

export interface Column extends ColumnInfo {
  /** The column's name in files. */
  readonly header: string;
  /** The paths that the column reads; absent if it may read any path. */
  readonly paths?: readonly string[] | undefined;
  /** Long texts are read from the record's JSON; all other known columns are stored when a record is. */
  readonly isLong?: true | undefined;
  /** Ids of stored columns: the value is that of the first one that has any. */
  readonly firstOf?: readonly [string, string] | undefined;
  /** Present if the value is no part of the record. */
  readonly extra?: ExtraValue | undefined;
  value(record: unknown): CellValue;
  /** The sort key: numbers, dates as ms since 1970, or text; `undefined` when unknown. */
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

export interface ColumnOptions {
  /** The header when absent. */
  readonly label?: string;
  readonly visible?: boolean;
  readonly width?: number;
  /** The service sends 0 for unknown numbers (interface, "Company"). */
  readonly zeroIsUnknown?: boolean;
  readonly sortKey?: (record: unknown) => string | number | undefined;
  readonly paths?: readonly string[];
  readonly isLong?: true;
  readonly firstOf?: readonly [string, string];
  readonly extra?: ExtraValue;
  readonly isEditable?: true;
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
    label: options.label ?? header,
    type,
    visible: options.visible ?? false,
    width: options.width ?? widths[type],
    paths: options.paths,
    isLong: options.isLong,
    firstOf: options.firstOf,
    extra: options.extra,
    ...(options.isEditable === true && { isEditable: true }),
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
  const read = pathReader(path);
  const value = isPhonePath.test(path) ? (record: unknown) => spaced(read(record)) : read;
  return column(id, header, type, value, { ...options, paths: [path] });
}

const isPhonePath = /(?:^|[._])phones?(?:\[\d*\])?\.number$/;

function spaced(value: unknown): unknown {
  return typeof value === "string"
    ? spacePhoneNumber(value)
    : Array.isArray(value)
      ? (value as readonly unknown[]).map(spaced)
      : value;
}

/** A column for a path without a known column. The path is its id, header, and label. */
export const pathColumn = (path: string, type: ColumnType = "text"): Column => fieldColumn(path, path, type, path);

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

/** A value as text: lists joined with “; ”, objects as JSON, unknown values as "", other values unchanged. */
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

/** An item of a list as text. */
export function itemText(item: unknown): string {
  return item === null || item === undefined
    ? ""
    : typeof item === "object"
      ? JSON.stringify(item)
      : String(item as string | number | boolean);
}
