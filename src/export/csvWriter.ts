// Records as CSV (RFC 4180): cells, quoting, the guard against formulas, and the presets.
import { cellText, type CellValue } from "../rows/columns";
import type { ExportColumn } from "./columnProfile";
import { guarded, readablePhone } from "./formulaGuard";

export interface CsvOptions {
  readonly delimiter: "," | ";" | "\t";
  readonly lineEnd: "\r\n" | "\n";
  /** Begins the file with the UTF-8 byte order mark, which Excel needs to read it as UTF-8. */
  readonly bom: boolean;
  readonly header: boolean;
  /** Puts an apostrophe before text a spreadsheet would calculate, and spaces into phone numbers. Off: raw. */
  readonly guard: boolean;
  /** Writes range labels so that they stay text: `1–10`, `10001 or more`. Excel makes a date of `1-10`, LibreOffice a number of `10001+`. */
  readonly keepRangesText: boolean;
}

export const csvPresets = {
  Excel: { delimiter: ",", lineEnd: "\r\n", bom: true, header: true, guard: true, keepRangesText: true },
  Plain: { delimiter: ",", lineEnd: "\n", bom: false, header: true, guard: true, keepRangesText: false },
} as const satisfies Readonly<Record<string, CsvOptions>>;

export const byteOrderMark = "\ufeff";

/** What a cell holds, before quoting. */
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
      ? (value as readonly unknown[]).map((item) => readablePhone(cellText(item as CellValue))).join("; ")
      : readablePhone(cellText(value));
    return text.startsWith("+") && text.split("; ").every((item) => /^\+\d[\d ]*$/.test(item)) ? text : guarded(text);
  }
  text = cellText(value);
  if (column.range && options.keepRangesText) {
    text = text.replace(/^(\d{1,5})-(\d{1,5})$/, "$1–$2").replace(/^(\d{1,6})\+$/, "$1 or more");
  }
  return options.guard && text !== "" ? guarded(text) : text;
}

/**
 * All usual delimiters count, not only the file's own: programs that guess it, or split at several, then still find the
 * cells as they were. So do white space at the ends and lone line breaks.
 */
const needsQuotes = /[",;\t\r\n]|^[ \u00a0]|[ \u00a0]$/;

export function quoted(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A function that makes one line, including its line end. */
export function lineWriter(columns: readonly ExportColumn[], options: CsvOptions): (record: unknown) => string {
  const { delimiter, lineEnd } = options;
  const only = columns.length === 1;
  return (record) => {
    let line = "";
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index];
      if (column !== undefined) {
        const text = quoted(cellContent(column, column.value(record), options));
        line += index === 0 ? text : delimiter + text;
      }
    }
    // An empty line is no record to most readers.
    return (only && line === "" ? '""' : line) + lineEnd;
  };
}

/** What a file begins with: the byte order mark and the header, each if wanted. */
export function csvBeginning(columns: readonly ExportColumn[], options: CsvOptions): string {
  // Excel takes a file that begins with ID for another format; quotes prevent that.
  const headers = columns.map(({ header }, index) =>
    index === 0 && header.startsWith("ID") && quoted(header) === header
      ? `"${header}"`
      : quoted(options.guard ? guarded(header) : header),
  );
  return (options.bom ? byteOrderMark : "") + (options.header ? headers.join(options.delimiter) + options.lineEnd : "");
}
