// The types of values, and of whole columns, in formats with types.
import { cellText, type CellValue } from "../records/columns";
import type { Task } from "../store/task";
import type { ViewReader } from "../store/views";
import type { ExportColumn } from "./columnProfile";
import type { ColumnReader } from "./columnReader";

/**
 * `integer`: a number, or a text for an integer that no number represents exactly; it has at most 64 bits. `date`:
 * 2024-03-01. `timestamp`: 2024-03-01T09:30:00Z, to the millisecond.
 */
export type ValueType = "integer" | "double" | "boolean" | "date" | "timestamp" | "list" | "text";

const fullDate = /^\d{4}-\d{2}-\d{2}$/;
const exactTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;
const longInteger = /^-?[1-9]\d{15,18}$/;
const [smallest, largest] = [-(2n ** 63n), 2n ** 63n - 1n];

/** What a value is in its column; texts are dates and numbers only in columns of such. */
export function valueType({ type }: Pick<ExportColumn, "type">, value: NonNullable<CellValue>): ValueType {
  switch (typeof value) {
    case "number":
      return Number.isSafeInteger(value) ? "integer" : "double";
    case "boolean":
      return "boolean";
    case "string":
      return type === "date" ? dateType(value) : type === "number" && isLongInteger(value) ? "integer" : "text";
    default:
      return Array.isArray(value) ? "list" : "text";
  }
}

function dateType(text: string): "date" | "timestamp" | "text" {
  const type = fullDate.test(text) ? "date" : exactTimestamp.test(text) ? "timestamp" : "text";
  // `Date` accepts February 30 and makes it March 1.
  return type !== "text" && dateText(new Date(text)) === text.slice(0, 10) ? type : "text";
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

/** Reads all rows to find the type of each column: the one that represents every value exactly, or else text. */
export async function columnTypes(
  reader: ViewReader,
  { columns, sql, cells }: ColumnReader,
  task: Task,
): Promise<readonly ValueType[]> {
  const found = columns.map(() => new Set<ValueType | "long">());
  for (let from = 0; from < reader.count; from += rowsPerStep) {
    for (const row of reader.read(sql, from, Math.min(reader.count, from + rowsPerStep))) {
      addTypes(columns, cells(row), found);
    }
    await task.breathe();
  }
  return columns.map((column, index) => typeOf(column, found[index] ?? new Set()));
}

/** Rows that are read without a pause. */
const rowsPerStep = 200;

function addTypes(
  columns: readonly ExportColumn[],
  cells: (column: number) => CellValue,
  found: readonly Set<ValueType | "long">[],
): void {
  for (const [index, column] of columns.entries()) {
    const value = cells(index);
    if (value !== undefined) {
      const type = valueType(column, value);
      found[index]?.add(type === "integer" && typeof value === "string" ? "long" : type);
    }
  }
}

/** Without values, the usual type of such a column: files of the same columns shall have the same types. */
function typeOf({ type }: ExportColumn, found: ReadonlySet<ValueType | "long">): ValueType {
  const [first, ...others] = found;
  if (first === undefined) {
    return type === "number" ? "integer" : type === "date" ? "timestamp" : type === "list" ? "list" : "text";
  }
  const areNumbers = [...found].every((one) => one === "integer" || one === "double" || one === "long");
  if (areNumbers) {
    // A double has no more digits than a number.
    return !found.has("double") ? "integer" : found.has("long") ? "text" : "double";
  }
  return others.length === 0 && first !== "long" ? first : "text";
}

/** Names of columns that are unique without regard to case, as databases compare them. */
export function uniqueNames(columns: readonly ExportColumn[], taken: readonly string[] = []): readonly string[] {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return columns.map(({ header, id }) => {
    const plain = header.replace(/[\p{Cc}\p{Cs}]+/gu, " ").trim();
    const base = plain === "" ? id : plain;
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
