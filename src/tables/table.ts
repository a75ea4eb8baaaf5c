// A CSV file as a table: detects its encoding, separator, and header row if not given, and streams its rows.
import { CsvError, type ByteSource } from "./bytes";
import { decodedText, detectEncoding, encodingLabel } from "./encoding";
import { findHeaderRow } from "./headerRow";
import { csvRows, isBlank, quotingOf, sampleRows, type Cells, type RowFormat } from "./rows";

/** Options to read a file; absent ones are detected. */
export interface TableOptions {
  /** A label of the Encoding Standard. A byte-order mark takes precedence. */
  readonly encoding?: string | undefined;
  /** One character. */
  readonly separator?: string | undefined;
  /** The number of the record that names the columns, from 1. */
  readonly headerRow?: number | "none" | undefined;
}

export interface CsvTable {
  readonly encoding: string;
  /** Whether it begins with a byte-order mark. */
  readonly hasMark: boolean;
  readonly separator: string;
  readonly lineEnd: CsvLineEnd;
  /** The number of the record that names the columns, from 1; `undefined` when all rows are data. */
  readonly headerRow: number | undefined;
  /** The names of the columns; `undefined` when the first row is data. */
  readonly header: Cells | undefined;
  /** The number of cells in the widest of the first rows. */
  readonly width: number;
  /** The first rows with data, 50 at most. */
  readonly sample: readonly Cells[];
  /** All rows in their order, each with its kind. */
  rows(): AsyncGenerator<readonly TableRow[]>;
}

export interface TableRow {
  readonly cells: Cells;
  /** `above` is before the header: a title, notes, or Excel's own `sep=;`. */
  readonly kind: "above" | "header" | "data" | "blank";
  /** The number of the record in the file, from 1: every one counts but `sep=;`, as in a spreadsheet. */
  readonly row: number;
}

export type CsvDelimiter = "," | ";" | "\t" | "|";
export type CsvLineEnd = "\r\n" | "\n" | "\r";

const mostSampled = 50;
/** The length of the sample of a file, in characters. */
const sampleLength = 256 * 1024;

/** Rejects with a `CsvError` when the file is empty or not a table. */
export async function openCsvTable(source: ByteSource, options: TableOptions = {}): Promise<CsvTable> {
  const found = await detectEncoding(source);
  const encoding = found.hasMark ? found.encoding : (encodingLabel(options.encoding ?? "") ?? found.encoding);
  const { start, isWhole } = await startOf(decodedText(source, encoding));
  const separatorLine = /^"?sep=(.)"?(?:\r\n?|\n|$)/iu.exec(start);
  const text = start.slice(separatorLine?.[0].length ?? 0);
  const separator = options.separator ?? separatorLine?.[1] ?? bestSeparator(text, isWhole);
  const format: RowFormat = { separator, ...quotingOf(text, separator) };
  const read = sampleRows(text, format, isWhole);
  const before = separatorLine === null ? 0 : 1;
  const records = read.map((cells, nth) => ({ cells, row: nth + 1 })).filter(({ cells }) => !isBlank(cells));
  if (records.length === 0 && isWhole && text.trim() === "") {
    throw new CsvError("This file has no rows.");
  }
  const headerRow =
    options.headerRow === "none" ? undefined : (options.headerRow ?? findHeaderRow(records)?.row ?? undefined);
  const header = records.find(({ row }) => row === headerRow)?.cells;
  if (headerRow !== undefined && header === undefined) {
    throw new CsvError(`Row ${headerRow} is blank or not among the first rows, so it cannot be the header.`);
  }
  const data = records.filter(({ row }) => row > (headerRow ?? 0)).map(({ cells }) => cells);
  const kindOf = (cells: Cells, row: number): TableRow["kind"] => {
    if (row === headerRow) {
      return "header";
    }
    if (isBlank(cells)) {
      return "blank";
    }
    return row > (headerRow ?? 0) ? "data" : "above";
  };
  return {
    encoding,
    hasMark: found.hasMark,
    separator,
    lineEnd: lineEndOf(start),
    headerRow,
    header,
    width: [header ?? [], ...data].reduce((width, cells) => Math.max(width, cells.length), 1),
    sample: data.slice(0, mostSampled),
    async *rows() {
      // A spreadsheet does not count the line that names the separator.
      let row = -before;
      for await (const batch of csvRows(source, encoding, format)) {
        yield batch.map((cells): TableRow => {
          row += 1;
          return { cells, kind: kindOf(cells, row), row };
        });
      }
    },
  };
}

/** The options to read a table again in the same way, even if its rows have changed. */
export const readingOf = ({ encoding, separator, headerRow }: CsvTable): TableOptions => ({
  encoding,
  separator,
  headerRow: headerRow ?? "none",
});

async function startOf(text: AsyncIterable<string>): Promise<{ readonly start: string; readonly isWhole: boolean }> {
  let start = "";
  for await (const piece of text) {
    start += piece;
    if (start.length >= sampleLength) {
      return { start, isWhole: false };
    }
  }
  return { start, isWhole: true };
}

const separators: readonly CsvDelimiter[] = [",", ";", "\t", "|"];
const rowsCompared = 500;

/** The separator that splits most rows into the same number of cells, more than one. */
function bestSeparator(text: string, isWhole: boolean): string {
  let best = { separator: ",", score: 0 };
  for (const separator of separators) {
    const rows = readable(text, separator, isWhole)
      .filter((cells) => !isBlank(cells))
      .slice(0, rowsCompared);
    const widths = new Map<number, number>();
    for (const { length } of rows) {
      widths.set(length, (widths.get(length) ?? 0) + 1);
    }
    for (const [width, count] of widths) {
      // Agreement counts most; among equals, the separator that finds more columns.
      const score = width > 1 ? (count / rows.length) * 100 + Math.min(width, 50) : 0;
      if (score > best.score) {
        best = { separator, score };
      }
    }
  }
  return best.separator;
}

/** No rows when the text is not a table with this separator. */
function readable(text: string, separator: string, isWhole: boolean): readonly Cells[] {
  try {
    return sampleRows(text, { separator, ...quotingOf(text, separator) }, isWhole);
  } catch (error) {
    if (error instanceof CsvError) {
      return [];
    }
    throw error;
  }
}

function lineEndOf(text: string): CsvLineEnd {
  const [end = "\n"] = /\r\n|\n|\r/u.exec(text) ?? [];
  return end === "\r\n" || end === "\r" ? end : "\n";
}
