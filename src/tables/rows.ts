// Reads the records of a CSV text with csv-parse, also in unusual formats: with spaces or backslashes before quotes,
// and with curly quotes.
import { finished } from "node:stream/promises";
import { CsvError as ParseError, parse } from "csv-parse";
import { parse as parseAtOnce } from "csv-parse/sync";
import { CsvError, pieceSize, type ByteSource } from "./bytes";
import { decodedText } from "./encoding";

export type Cells = readonly string[];

/** The format of the records in a text. */
export interface RowFormat {
  readonly separator: string;
  /** Spaces around quoted cells are not part of them. */
  readonly trim: boolean;
  /** There are backslashes before quotation marks inside quoted cells. */
  readonly isEscaped: boolean;
  /** The character around quoted cells. */
  readonly quote: '"' | "'";
  /** Quoted cells begin with “ or „. */
  readonly curly: boolean;
}

/** Whether a record has no text: spreadsheets leave such lines at the end of a table. */
export const isBlank = (cells: Cells): boolean => cells.length === 1 && cells[0]?.trim() === "";

const longestRow = 4 * 1024 * 1024;

const parseOptions = ({ separator, trim, quote }: RowFormat) => ({
  delimiter: separator,
  quote,
  escape: quote,
  trim,
  relax_quotes: true,
  relax_column_count: true,
  record_delimiter: ["\r\n", "\n", "\r"],
  max_record_size: longestRow,
});

/** Yields records in groups. Rejects with a `CsvError` that names the record that cannot be read. */
export async function* csvRows(
  source: ByteSource,
  encoding: string,
  format: RowFormat,
): AsyncGenerator<readonly Cells[], void, undefined> {
  const text = decodedText(source, encoding);
  const parser = parse(parseOptions(format));
  let failure: unknown;
  parser.on("error", (error) => (failure ??= error));
  const completed = (): readonly Cells[] => {
    const rows: Cells[] = [];
    for (let cells: unknown = parser.read(); cells !== null; cells = parser.read()) {
      rows.push(cells as Cells);
    }
    return rows;
  };
  for await (const piece of format.curly || format.isEscaped ? straightened(text, format) : text) {
    for (let from = 0; from < piece.length; from += pieceSize) {
      // The parser reads each piece immediately, and its records are taken immediately, so nothing is buffered.
      const written = new Promise((resolve) => parser.write(piece.slice(from, from + pieceSize), resolve));
      const rows = completed();
      await written;
      if (rows.length > 0) {
        yield rows;
      }
      if (failure !== undefined) {
        throw readableError(failure);
      }
    }
  }
  const ended = finished(parser).catch(() => undefined);
  parser.end();
  const last = completed();
  if (last.length > 0) {
    yield last;
  }
  await ended;
  if (failure !== undefined) {
    throw readableError(failure);
  }
}

/** The first records of a text. Throws a `CsvError` when the whole text cannot be read in this format. */
export function sampleRows(text: string, format: RowFormat, isWhole: boolean): readonly Cells[] {
  const rows: Cells[] = [];
  const onRecord = (cells: string[]): string[] => {
    rows.push(cells);
    return cells;
  };
  try {
    parseAtOnce(withStraightQuotes(text, format), {
      ...parseOptions(format),
      to: mostSampled,
      on_record: onRecord,
    });
  } catch (error) {
    if (isWhole || rows.length === 0) {
      throw readableError(error);
    }
    return rows;
  }
  // The last record of a part of the file is cut off.
  return isWhole || rows.length === mostSampled || rows.length < 2 ? rows : rows.slice(0, -1);
}

const mostSampled = 1_000;

function readableError(error: unknown): unknown {
  if (!(error instanceof ParseError)) {
    return error;
  }
  const row = Number(error["records"] ?? 0) + 1;
  switch (error.code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return new CsvError(
        `Row ${row} has a quotation mark that is never closed, so the rows after it cannot be read. ` +
          "Correct the file and try again.",
      );
    case "CSV_MAX_RECORD_SIZE":
      return new CsvError(
        `Row ${row} is longer than 4 MB: it has a quotation mark that is never closed, or this is not a CSV table.`,
      );
    default:
      return new CsvError(`Row ${row} cannot be read. ${error.message}`);
  }
}

/** Detects the format of quoted cells from the beginning of a text. */
export function quotingOf(text: string, separator: string): Omit<RowFormat, "separator"> {
  const between = betweenCells(separator);
  const has = (pattern: string): boolean => new RegExp(pattern, "u").test(text);
  return {
    // A tab is white space, too.
    trim:
      separator !== "\t" &&
      (has(`(?:^|${between})[ \\t]+"[^"]`) || has(`(?:^|${between})"[^"\\r\\n]*"[ \\t]+(?:${between}|$)`)),
    isEscaped: has(`\\\\"(?!"|${between}|$)`),
    quote: has(`(?:^|${between})"`) ? '"' : quoteOf(text, separator),
    curly: !has(`(?:^|${between})"`) && has(`(?:^|${between})[“„‟][^“”„\\r\\n]*[”“](?:${between}|$)`),
  };
}

/** Apostrophes are around cells if all are closed, and most cells have them or one has a separator in them. */
function quoteOf(text: string, separator: string): RowFormat["quote"] {
  const whole = text.slice(0, text.lastIndexOf("\n") + 1) || text;
  const between = betweenCells(separator);
  const opened = whole.match(new RegExp(`(?<=^|${between})'`, "gu")) ?? [];
  const quoted = whole.match(new RegExp(`(?<=^|${between})'(?:[^']|'')*'(?=$|${between})`, "gu")) ?? [];
  const cells = whole.trimEnd().match(new RegExp(between, "gu"))?.length ?? 0;
  const isUsed = quoted.length > cells / 2 || quoted.some((cell) => cell.includes(separator) || /[\r\n]/u.test(cell));
  return quoted.length > 0 && quoted.length === opened.length && isUsed ? "'" : '"';
}

/** The pattern of a character that ends a cell. */
const betweenCells = (separator: string): string => `[${separator.replace(/[\\\]^-]/u, "\\$&")}\\r\\n]`;

/**
 * Makes curly quotes at the ends of cells straight, and doubles quotes after a backslash: not at the end of a cell,
 * which can be a path, unless a sentence goes on after a comma.
 */
function withStraightQuotes(text: string, { separator, curly, isEscaped }: RowFormat): string {
  const between = betweenCells(separator);
  const straight = curly
    ? text
        .replace(new RegExp(`(?<=^|${between})[“„‟]`, "gu"), '"')
        .replace(new RegExp(`[”“](?=${between}|$)`, "gu"), '"')
    : text;
  return isEscaped ? straight.replace(new RegExp(`\\\\"(?!${between}(?! +[^" ])|$)`, "gu"), '""') : straight;
}

async function* straightened(text: AsyncIterable<string>, format: RowFormat): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of text) {
    const all = rest + piece;
    const end = all.lastIndexOf("\n") + 1;
    rest = all.slice(end);
    yield withStraightQuotes(all.slice(0, end), format);
  }
  yield withStraightQuotes(rest, format);
}
