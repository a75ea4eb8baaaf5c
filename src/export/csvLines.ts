// Records as lines of CSV: the text of each cell by its column, and what a file begins with.
import { guardFormula, spacePhoneNumber } from "../csv/formulaGuard";
import { byteOrderMark, lineWriter, quoteCell, type CsvOptions } from "../csv/writer";
import { cellText, type CellValue } from "../rows/columns";
import type { ExportColumn } from "./columnProfile";

/** The text of a cell, before quoting. */
export function cellContent(
  column: Pick<ExportColumn, "phone" | "range">,
  value: CellValue,
  options: CsvOptions,
): string {
  if (typeof value === "number" || value === undefined) {
    return value === undefined ? "" : String(value);
  }
  let text: string;
  if (column.phone && options.guard) {
    text = Array.isArray(value)
      ? (value as readonly unknown[]).map((item) => spacePhoneNumber(cellText(item as CellValue))).join("; ")
      : spacePhoneNumber(cellText(value));
    return text.startsWith("+") && text.split("; ").every((item) => /^\+\d[\d ]*$/.test(item))
      ? text
      : guardFormula(text);
  }
  text = cellText(value);
  if (column.range && options.keepRangesText) {
    text = text.replace(/^(\d{1,5})-(\d{1,5})$/, "$1–$2").replace(/^(\d{1,6})\+$/, "$1 or more");
  }
  return options.guard && text !== "" ? guardFormula(text) : text;
}

/** A function that makes the line of a record, with its line end. */
export function recordLineWriter(columns: readonly ExportColumn[], options: CsvOptions): (record: unknown) => string {
  return lineWriter(
    columns.map((column) => (record: unknown) => cellContent(column, column.value(record), options)),
    options,
  );
}

/** The byte-order mark and the header line, each when the options ask for it. */
export function csvBeginning(columns: readonly ExportColumn[], options: CsvOptions): string {
  const { delimiter, lineEnd, bom, header: hasHeader } = options;
  // Excel reads a file that begins with ID as SYLK; quotes prevent that.
  const headers = columns.map(({ header }, index) =>
    index === 0 && header.startsWith("ID") && quoteCell(header, delimiter) === header
      ? `"${header}"`
      : quoteCell(options.guard ? guardFormula(header) : header, delimiter),
  );
  return (bom ? byteOrderMark : "") + (hasHeader ? headers.join(delimiter) + lineEnd : "");
}
