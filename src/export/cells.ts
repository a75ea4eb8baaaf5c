// How the value of a column becomes a cell in each format: the one place for rules of representation. A value without
// a rule here is written as the service sent it, in the grid, in copies and in every export.
//
// - Lists are joined with “; ”, unless the column profile wants a column for each item or JSON.
// - CSV, with the formula guard: an apostrophe before text that a spreadsheet would calculate.
// - CSV for people: 1–10 and “10001 or more” instead of 1-10 and 10001+, and dates as in the grid.
// - Markdown: line breaks and other control characters become spaces, markup is escaped.
// - Formats with types (Excel, SQLite, Parquet): see columnTypes.ts.
import { cellText, type CellValue } from "../records/columns";
import { guardFormula } from "../tables/formulaGuard";
import type { CsvOptions } from "../tables/writer";
import { dateText } from "../text/dates";
import type { ExportColumn } from "./columnProfile";

/** The text of a CSV cell, before quoting. */
export function csvCell(column: Pick<ExportColumn, "range" | "type">, value: CellValue, options: CsvOptions): string {
  if (typeof value === "number" || value === undefined) {
    return value === undefined ? "" : String(value);
  }
  let text = cellText(value);
  if (column.range && options.forReading) {
    text = text.replace(/^(\d{1,5})-(\d{1,5})$/, "$1–$2").replace(/^(\d{1,6})\+$/, "$1 or more");
  }
  if (column.type === "date" && options.forReading) {
    text = dateText(text);
  }
  return options.guard && text !== "" ? guardFormula(text) : text;
}

export function markdownCell(value: CellValue): string {
  return escapeMarkup(cellText(value));
}

export function escapeMarkup(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replace(/[\\`*_{}[\]<>()#!|~$&]/g, "\\$&");
}
