// Converts the value of a column for the database: a text, a number, or a list as a JSON array, which SQL and
// other programs can read; any other value as JSON in a blob. Nothing is lost in either form.
import { parseExact } from "../service/exactJson";
import type { CellValue, ColumnType } from "./column";

export type StoredValue = string | number | bigint | Uint8Array | null;

export function storedValue(type: ColumnType, value: CellValue): StoredValue {
  switch (typeof value) {
    case "undefined":
      return null;
    case "string":
      // Lists begin with a bracket, other texts in their column do not.
      return (type === "list" && value.startsWith("[")) || isInexact(value) ? inBlob(value) : value;
    case "number":
      return storedNumber(value);
    default:
      return type === "list" && Array.isArray(value) ? jsonOf(value) : inBlob(value);
  }
}

export function valueOfStored(type: ColumnType, stored: unknown): CellValue {
  if (typeof stored === "string") {
    return type === "list" && stored.startsWith("[") ? (JSON.parse(stored) as CellValue) : stored;
  }
  return stored instanceof Uint8Array
    ? (parseExact(Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength).toString()) as CellValue)
    : ((stored ?? undefined) as CellValue);
}

/** Returns integers as BigInt: SQLite would bind a number as a real, whose text differs from that of an integer. */
function storedNumber(value: number): StoredValue {
  if (Number.isSafeInteger(value)) {
    return BigInt(value);
  }
  // SQLite and JavaScript write long and very large or small numbers in different ways.
  const isShort = String(value).length <= 16 && Math.abs(value) >= 0.001;
  return isShort || !Number.isFinite(value) ? value : inBlob(value);
}

/** Some versions of Node cut texts at a NUL character, and half of a surrogate pair is no UTF-8. */
const isInexact = (text: string): boolean => text.includes("\0") || !text.isWellFormed();

const inBlob = (value: CellValue): Uint8Array => Buffer.from(jsonOf(value));

/** JSON has no infinite numbers, although `1e999` is one. */
const jsonOf = (value: CellValue): string =>
  JSON.stringify(
    Array.isArray(value)
      ? (value as readonly unknown[]).map((item) => (isInfinite(item) ? String(item) : item))
      : value,
  );

const isInfinite = (item: unknown): boolean => typeof item === "number" && !Number.isFinite(item);
