// The types of values, and of whole columns, in formats with types.
import { cellText, columnOf, type CellValue, type ColumnType } from "../records/columns";
import type { RecordKind } from "../service/operations";
import { fieldType } from "../service/recordSchemas";
import type { ExportColumn } from "./columnProfile";

/**
 * `integer`: a number, or a text for an integer that no number represents exactly; it has at most 64 bits. `date`:
 * 2024-03-01. `timestamp`: 2024-03-01T09:30:00Z, to the millisecond.
 */
export type ValueType = "integer" | "double" | "boolean" | "date" | "timestamp" | "list" | "text";

const fullDate = /^\d{4}-\d{2}-\d{2}$/;
const exactTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;
const longInteger = /^-?[1-9]\d{15,18}$/;
const smallest = -(2n ** 63n);
const largest = 2n ** 63n - 1n;

/** The type of a value in its column; a text is a date or a number only in a column of that type. */
export function valueType({ type }: Pick<ExportColumn, "type">, value: NonNullable<CellValue>): ValueType {
  switch (typeof value) {
    case "number":
      return Number.isSafeInteger(value) ? "integer" : "double";
    case "boolean":
      return "boolean";
    case "string":
      if (type === "date") {
        return dateType(value);
      }
      return type === "number" && isLongInteger(value) ? "integer" : "text";
    default:
      return Array.isArray(value) ? "list" : "text";
  }
}

function dateType(text: string): "date" | "timestamp" | "text" {
  // `Date` accepts February 30 and makes it March 1.
  if (dateText(new Date(text)) !== text.slice(0, 10)) {
    return "text";
  }
  if (fullDate.test(text)) {
    return "date";
  }
  return exactTimestamp.test(text) ? "timestamp" : "text";
}

function dateText(date: Date): string {
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

function isLongInteger(text: string): boolean {
  return longInteger.test(text) && BigInt(text) >= smallest && BigInt(text) <= largest;
}

/** The items of a list as text, as `cellText` joins them. */
export function listItems(value: readonly unknown[]): readonly string[] {
  return value.map((item) => cellText((item ?? undefined) as CellValue)).filter((text) => text !== "");
}

const types: Readonly<Record<ColumnType, ValueType>> = {
  text: "text",
  url: "text",
  email: "text",
  phone: "text",
  list: "list",
  number: "double",
  date: "timestamp",
};

/** Whether the ids can have more digits than a double. */
const isLongId = (id: string): boolean => id.endsWith("network_id");

/**
 * The type of a column in every file. It does not depend on the values, so that readers can combine files. A
 * field without a known column has the type that the interface documents.
 */
export function columnType(kind: RecordKind, { id, type }: Pick<ExportColumn, "id" | "type">): ValueType {
  const known = types[type];
  if (isLongId(id) || known !== "text") {
    return isLongId(id) ? "text" : known;
  }
  const field = fieldType(kind, columnOf(kind, id)?.paths?.[0] ?? id);
  return field === "number" ? "double" : (field ?? "text");
}

/** The value in a column of this type; `undefined` if it does not fit. */
export function fittingValue(type: ValueType, value: CellValue): CellValue {
  if (value === undefined) {
    return undefined;
  }
  switch (type) {
    case "double": {
      const number = typeof value === "boolean" || typeof value === "object" ? Number.NaN : Number(value);
      return Number.isFinite(number) ? number : undefined;
    }
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "timestamp":
      return ["date", "timestamp"].includes(valueType({ type: "date" }, value)) ? value : undefined;
    case "list":
      return Array.isArray(value) ? value : [cellText(value)];
    default:
      return value;
  }
}

/** The ids of columns, unique without regard to case, as databases compare them. */
export function columnNames(columns: readonly ExportColumn[], taken: readonly string[] = []) {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return columns.map(({ id }): string => {
    const plain = id.replace(/[\p{Cc}\p{Cs}]+/gu, " ").trim();
    const base = plain === "" ? "column" : plain;
    let name = base;
    for (let number = 2; used.has(name.toLowerCase()); number += 1) {
      name = `${base} (${number})`;
    }
    used.add(name.toLowerCase());
    return name;
  });
}

/** The name of a fact about an export where names are like those of columns: `Run started` → `run_started`. */
export function infoKey(label: string): string {
  return label.toLowerCase().replace(/\W+/g, "_");
}
