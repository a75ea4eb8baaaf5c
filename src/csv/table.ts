// A CSV file as a table: its dialect and header detected, its rows read as a stream.
import { endsWithLegalForm } from "../language/legalForms";
import { bytesPerUnit, decodeText, encodingOfStart, utf8Check, type CsvEncoding, type EncodingFound } from "./encoding";
import { CsvError, CsvRowReader, csvRows, isBlank, type ByteSource, type CsvRow } from "./rows";

export interface CsvTable {
  readonly dialect: CsvDialect;
  /** The names of the columns; `undefined` when the first row is data. */
  readonly header: readonly string[] | undefined;
  /** Cells of the widest of the first rows. */
  readonly width: number;
  /** The first rows with data, 50 at most. */
  readonly sample: readonly (readonly string[])[];
  /** All rows in their order, each with its kind. */
  rows(): AsyncGenerator<readonly TableRow[]>;
}

export interface TableRow extends CsvRow {
  /** `separator` is Excel's own first line, such as `sep=;`. */
  readonly kind: "separator" | "header" | "data" | "blank";
  /** 0 for the first row with data; -1 for all others. */
  readonly index: number;
}

const mostSampled = 50;

/** Rejects with a `CsvError` when the file is empty or not a table. */
export async function openCsvTable(source: ByteSource): Promise<CsvTable> {
  const { dialect, hasSeparatorLine, rows: start } = await detectDialect(source);
  const first = start[0];
  if (first === undefined) {
    throw new CsvError("This file has no rows.");
  }
  const header = looksLikeHeader(first.cells) ? first.cells : undefined;
  return {
    dialect,
    header,
    width: start.reduce((width, { cells }) => Math.max(width, cells.length), 1),
    sample: start
      .slice(header === undefined ? 0 : 1, mostSampled + 1)
      .map(({ cells }) => cells)
      .slice(0, mostSampled),
    async *rows() {
      let index = 0;
      let awaitsSeparator = hasSeparatorLine;
      let awaitsHeader = header !== undefined;
      const withKind = (row: CsvRow): TableRow => {
        if (awaitsSeparator) {
          awaitsSeparator = false;
          return { ...row, kind: "separator", index: -1 };
        }
        if (isBlank(row)) {
          return { ...row, kind: "blank", index: -1 };
        }
        if (awaitsHeader) {
          awaitsHeader = false;
          return { ...row, kind: "header", index: -1 };
        }
        index += 1;
        return { ...row, kind: "data", index: index - 1 };
      };
      for await (const batch of csvRows(source, dialect, dialect.mark.length)) {
        yield batch.map(withKind);
      }
    },
  };
}

/** Names of columns are no addresses, numbers, or names of companies, and at least one is not empty. */
function looksLikeHeader(cells: readonly string[]): boolean {
  const isValue = (cell: string): boolean =>
    /@|:\/\/|^\d[\d\s.,/-]*$|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/\S*)?$/iu.test(cell.trim()) || endsWithLegalForm(cell);
  return cells.some((cell) => cell.trim() !== "") && !cells.some(isValue);
}

export type CsvDelimiter = "," | ";" | "\t" | "|";
export type CsvLineEnd = "\r\n" | "\n" | "\r";

export interface CsvDialect {
  readonly encoding: CsvEncoding;
  /** The byte-order mark, empty when there is none. */
  readonly mark: Uint8Array;
  readonly delimiter: CsvDelimiter;
  readonly lineEnd: CsvLineEnd;
}

interface DetectedDialect {
  readonly dialect: CsvDialect;
  /** Whether the first line is Excel's own `sep=;`, which is no row of the table. */
  readonly hasSeparatorLine: boolean;
  /** Rows at the beginning of the file, without the separator line and blank rows. */
  readonly rows: readonly CsvRow[];
}

const delimiters: readonly CsvDelimiter[] = [",", ";", "\t", "|"];
/** How much of a file is looked at. */
const sampleBytes = 256 * 1024;
const rowsCompared = 500;
/** More rows, which must be very short, say nothing new. */
const mostRows = 1000;
const pieceBytes = 4 * 1024;

/**
 * Reads the whole file when only its end can tell the encoding. Rejects with a `CsvError` when a quotation mark is
 * never closed.
 */
async function detectDialect(source: ByteSource): Promise<DetectedDialect> {
  const { start, ...found } = await detectEncoding(source);
  const separator = separatorOf(start, found);
  const delimiter = separator ?? bestDelimiter(start, found);
  const all = sampleRows(start, found, delimiter);
  return {
    dialect: { ...found, delimiter, lineEnd: lineEndOf(all[0], found.encoding) },
    hasSeparatorLine: separator !== undefined,
    rows: all.slice(separator === undefined ? 0 : 1).filter((row) => !isBlank(row)),
  };
}

/** By a mark or the zero bytes of UTF-16; else it is UTF-8 if all bytes are valid. `start` is what was read of it. */
export async function detectEncoding(source: ByteSource): Promise<EncodingFound & { readonly start: Uint8Array }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const check = utf8Check();
  let found: EncodingFound | undefined;
  for await (const piece of source()) {
    if (length < sampleBytes) {
      pieces.push(piece);
      length += piece.length;
      found = length >= 4 ? encodingOfStart(Buffer.concat(pieces)) : undefined;
    }
    const isUtf8 = check.add(piece);
    if (length >= sampleBytes && (found !== undefined || !isUtf8)) {
      break;
    }
  }
  const start = Buffer.concat(pieces).subarray(0, sampleBytes);
  found ??= encodingOfStart(start);
  return { start, ...(found ?? { encoding: check.end() ? "utf-8" : "windows-1252", mark: new Uint8Array(0) }) };
}

function separatorOf(start: Uint8Array, { encoding, mark }: EncodingFound): CsvDelimiter | undefined {
  const text = decodeText(start, encoding, mark.length, Math.min(start.length, mark.length + 32));
  return delimiters.find((one) => one === /^"?sep=(.)"?[\r\n]/iu.exec(text)?.[1]);
}

/** The rows of the sample. Its last row may be cut off and is used only when it is the only one. */
function sampleRows(start: Uint8Array, { encoding, mark }: EncodingFound, delimiter: CsvDelimiter): readonly CsvRow[] {
  const reader = new CsvRowReader({ encoding, delimiter });
  const end = start.length - (start.length % bytesPerUnit(encoding));
  const rows: CsvRow[] = [];
  for (let from = mark.length; from < end; from += pieceBytes) {
    rows.push(...reader.add(start.subarray(from, Math.min(from + pieceBytes, end))));
    if (rows.length >= mostRows) {
      return rows;
    }
  }
  return start.length >= sampleBytes && rows.length > 0 ? rows : [...rows, ...reader.end()];
}

/** The delimiter that splits most rows into the same number of cells, more than one. */
function bestDelimiter(start: Uint8Array, found: EncodingFound): CsvDelimiter {
  let best: { readonly delimiter: CsvDelimiter; readonly score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of delimiters) {
    const rows = readableRows(start, found, delimiter);
    const widths = new Map<number, number>();
    for (const { cells } of rows.slice(0, rowsCompared)) {
      widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    }
    for (const [width, count] of widths) {
      // Agreement counts most; among equals, the delimiter that finds more columns.
      const share = count / Math.min(rows.length, rowsCompared);
      const score = width > 1 ? share * 100 + Math.min(width, 50) : 0;
      if (score > best.score) {
        best = { delimiter, score };
      }
    }
  }
  return best.delimiter;
}

/** No rows when the sample is not a table with this delimiter. */
function readableRows(start: Uint8Array, found: EncodingFound, delimiter: CsvDelimiter): readonly CsvRow[] {
  try {
    return sampleRows(start, found, delimiter).filter((row) => !isBlank(row));
  } catch (error) {
    if (error instanceof CsvError) {
      return [];
    }
    throw error;
  }
}

function lineEndOf(row: CsvRow | undefined, encoding: CsvEncoding): CsvLineEnd {
  const text = row === undefined ? "" : decodeText(row.lineEnd, encoding);
  return text === "\r\n" || text === "\r" ? text : "\n";
}
