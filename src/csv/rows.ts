// Splits the bytes of a CSV file into rows. Memory holds one row and one piece of the file at a time.
// Not a library: batch results repeat each row byte for byte in the file's encoding, but libraries return only decoded
// text. This reader is as fast as Papa Parse, which the tests compare it with.
import { bytesPerUnit, decodeText, type CsvEncoding } from "./encoding";

/** The bytes of a file from its beginning, again each time it is called. */
export type ByteSource = () => AsyncIterable<Uint8Array>;

export interface CsvRow {
  /** The unchanged bytes of the row without its line end. */
  readonly bytes: Uint8Array;
  /** The unchanged bytes of its line end; empty for a last row without one. */
  readonly lineEnd: Uint8Array;
  readonly cells: readonly string[];
}

/** The file cannot be read as a table; the message is a sentence for the user. */
export class CsvError extends Error {
  override readonly name = "CsvError";
}

export interface RowFormat {
  readonly encoding: CsvEncoding;
  /** One ASCII character. */
  readonly delimiter: string;
}

/** Whether a row has no text: spreadsheets leave such lines at the end of a table. */
export function isBlank({ cells }: CsvRow): boolean {
  return cells.length === 1 && cells[0]?.trim() === "";
}

/**
 * Of what is read from a file at once, in bytes. The rows of one piece are processed without a pause, so that it stays
 * small: 8,000 of them are blank lines of a hostile file.
 */
export const pieceSize = 8 * 1024;

/** Yields rows in batches and leaves out the first `skip` bytes (the byte-order mark). Rejects with a `CsvError`. */
export async function* csvRows(
  source: ByteSource,
  format: RowFormat,
  skip = 0,
): AsyncGenerator<readonly CsvRow[], void, undefined> {
  const reader = new CsvRowReader(format);
  let toSkip = skip;
  for await (const piece of source()) {
    const skipped = Math.min(toSkip, piece.length);
    toSkip -= skipped;
    for (let from = skipped; from < piece.length; from += pieceSize) {
      const rows = reader.add(piece.subarray(from, from + pieceSize));
      if (rows.length > 0) {
        yield rows;
      }
    }
  }
  const rest = reader.end();
  if (rest.length > 0) {
    yield rest;
  }
}

const quote = 0x22;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const longestRow = 4 * 1024 * 1024;

/** Rows from pieces of a file. Both methods throw a `CsvError`. */
export class CsvRowReader {
  readonly #encoding: CsvEncoding;
  readonly #delimiter: string;
  readonly #delimiterCode: number;
  /** 1 for each byte that may end something. */
  readonly #isSpecial = new Uint8Array(256);
  /** The bytes of the current row and what follows it. */
  #buffer = Buffer.alloc(0);
  #rowStart = 0;
  #cellStart = 0;
  #at = 0;
  /** Whether `#at` is inside a quoted cell. */
  #quoted = false;
  /** Whether the current row has a quoted cell. */
  #hasQuotes = false;
  #rowNumber = 1;

  constructor({ encoding, delimiter }: RowFormat) {
    this.#encoding = encoding;
    this.#delimiter = delimiter;
    this.#delimiterCode = delimiter.charCodeAt(0);
    for (const code of [this.#delimiterCode, quote, carriageReturn, lineFeed]) {
      this.#isSpecial[code] = 1;
    }
  }

  /** The rows that this piece completes. */
  add(piece: Uint8Array): readonly CsvRow[] {
    // New memory: rows returned earlier are views of the old one.
    const rest = this.#buffer.subarray(this.#rowStart);
    const buffer = Buffer.allocUnsafeSlow(rest.length + piece.length);
    buffer.set(rest, 0);
    buffer.set(piece, rest.length);
    this.#buffer = buffer;
    this.#at -= this.#rowStart;
    this.#cellStart -= this.#rowStart;
    this.#rowStart = 0;
    return this.#split(false);
  }

  /** The last row, when it has no line end. */
  end(): readonly CsvRow[] {
    return this.#split(true);
  }

  #split(isLast: boolean): readonly CsvRow[] {
    const rows: CsvRow[] = [];
    const buffer = this.#buffer;
    const isSpecial = this.#isSpecial;
    const unit = bytesPerUnit(this.#encoding);
    // The ASCII byte of a UTF-16 unit and the byte that is zero beside it.
    const low = this.#encoding === "utf-16be" ? 1 : 0;
    const high = unit - 1 - low;
    const end = buffer.length - (buffer.length % unit);
    const codeAt = (place: number): number =>
      unit === 1 || buffer[place + high] === 0 ? (buffer[place + low] ?? 0) : 0;
    let at = this.#at;
    while (at < end) {
      const next = at + unit;
      if (isSpecial[buffer[at + low] ?? 0] === 0) {
        at = next;
        continue;
      }
      const code = codeAt(at);
      // A quote or CR at the end of a piece means something else when a second quote or LF follows.
      if (next >= end && !isLast && code === (this.#quoted ? quote : carriageReturn)) {
        break;
      }
      at = next;
      if (this.#quoted) {
        if (code === quote) {
          const isDoubled = next < end && codeAt(next) === quote;
          at = isDoubled ? next + unit : next;
          this.#quoted = isDoubled;
        }
      } else if (code === this.#delimiterCode) {
        this.#cellStart = next;
      } else if (code === quote && next - unit === this.#cellStart) {
        this.#quoted = true;
        this.#hasQuotes = true;
      } else if (code === lineFeed || code === carriageReturn) {
        const isPair = code === carriageReturn && next < end && codeAt(next) === lineFeed;
        at = isPair ? next + unit : next;
        rows.push(this.#endRow(next - unit, at));
      }
    }
    this.#at = at;
    this.#check(isLast);
    if (isLast && this.#rowStart < buffer.length) {
      rows.push(this.#endRow(buffer.length, buffer.length));
    }
    return rows;
  }

  #endRow(end: number, next: number): CsvRow {
    const text = decodeText(this.#buffer, this.#encoding, this.#rowStart, end);
    const row = {
      bytes: this.#buffer.subarray(this.#rowStart, end),
      lineEnd: this.#buffer.subarray(end, next),
      cells: this.#hasQuotes ? splitQuoted(text, this.#delimiter) : text.split(this.#delimiter),
    };
    this.#rowStart = next;
    this.#cellStart = next;
    this.#hasQuotes = false;
    this.#rowNumber += 1;
    return row;
  }

  #check(isLast: boolean): void {
    const isTooLong = this.#at - this.#rowStart > longestRow;
    if (this.#hasQuotes && (isTooLong || (isLast && this.#quoted))) {
      throw new CsvError(
        `Row ${this.#rowNumber} has a quotation mark that is never closed, so the rows after it cannot be read. ` +
          "Correct the file and try again.",
      );
    }
    if (isTooLong) {
      throw new CsvError(`Row ${this.#rowNumber} is longer than 4 MB, so this file is not a CSV table.`);
    }
  }
}

/** The cells of a row in which at least one is quoted. */
function splitQuoted(row: string, delimiter: string): readonly string[] {
  const cells: string[] = [];
  for (let start = 0; ;) {
    const isQuoted = row[start] === '"';
    const close = isQuoted ? closingQuote(row, start + 1) : start;
    const delimiterAt = row.indexOf(delimiter, close);
    const end = delimiterAt < 0 ? row.length : delimiterAt;
    const cell = isQuoted
      ? row.slice(start + 1, close).replaceAll('""', '"') + row.slice(close + 1, end)
      : row.slice(start, end);
    cells.push(cell);
    if (delimiterAt < 0) {
      return cells;
    }
    start = delimiterAt + 1;
  }
}

/** The first quote that is not doubled. */
function closingQuote(row: string, from: number): number {
  for (let at = row.indexOf('"', from); at >= 0; at = row.indexOf('"', at + 2)) {
    if (row[at + 1] !== '"') {
      return at;
    }
  }
  return row.length;
}
