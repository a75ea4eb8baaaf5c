// Writes CSV (RFC 4180) for every program that reads it: quoting, lines, and the presets of an export.
import type { CsvDelimiter, CsvLineEnd } from "./table";

export interface CsvOptions {
  readonly delimiter: CsvDelimiter;
  readonly lineEnd: CsvLineEnd;
  /** Begins the file with the UTF-8 byte-order mark, which Excel needs to read it as UTF-8. */
  readonly bom: boolean;
  readonly header: boolean;
  /** Puts an apostrophe before text a spreadsheet would calculate, and spaces into phone numbers. */
  readonly guard: boolean;
  /**
   * For people, not for programs: dates as in the grid, and range labels that stay text, such as `1–10` and `10001 or
   * more`. Excel makes a date of `1-10`, LibreOffice a number of `10001+`.
   */
  readonly forReading: boolean;
}

export const csvPresets = {
  Excel: { delimiter: ",", lineEnd: "\r\n", bom: true, header: true, guard: true, forReading: true },
  Plain: { delimiter: ",", lineEnd: "\n", bom: false, header: true, guard: true, forReading: false },
} as const satisfies Readonly<Record<string, CsvOptions>>;

export const byteOrderMark = "\ufeff";

/**
 * Common delimiters count even when the file uses another: programs that guess it, or split at several, then still find
 * the right cells. So do white space at the ends and single line breaks.
 */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/;

export function quoteCell(text: string, delimiter: string): string {
  return needsQuotes.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The line of one row. */
export const rowLine = (cells: readonly string[], separator: string, lineEnd: string): string =>
  cells.length === 1 && cells[0]?.trim() === ""
    ? lineEnd
    : cells.map((cell) => quoteCell(cell, separator)).join(separator) + lineEnd;

/**
 * A function that makes the line of a row with its line end. `cell` returns the text of a cell, not quoted yet; one
 * function for all columns is faster than one each.
 */
export function lineWriter<Row>(
  columns: number,
  cell: (row: Row, column: number) => string,
  { delimiter, lineEnd }: CsvOptions,
): (row: Row) => string {
  return (row) => {
    let line = "";
    for (let column = 0; column < columns; column += 1) {
      const text = quoteCell(cell(row, column), delimiter);
      line += column === 0 ? text : delimiter + text;
    }
    // Most readers ignore an empty line.
    return (line === "" && columns === 1 ? '""' : line) + lineEnd;
  };
}
