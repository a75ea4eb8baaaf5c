// Splits the bytes of a CSV file into rows without holding more than one row and one piece of the file.
import * as l10n from "@vscode/l10n";
import { decodeText, unitOf, type CsvEncoding } from "./csvEncoding";

/** The bytes of a file from its beginning, again each time it is called. */
export type ByteSource = () => AsyncIterable<Uint8Array>;

export interface CsvRow {
  /** The untouched bytes of the row without its line end. */
  readonly bytes: Uint8Array;
  /** The untouched bytes of its line end; empty on a last row without one. */
  readonly lineEnd: Uint8Array;
  readonly cells: readonly string[];
}

/** The file cannot be read as a table; the message is a sentence for the user. */
export class CsvProblem extends Error {
  override readonly name = "CsvProblem";
}

const quote = 0x22;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
/** A longer row is no row: a quotation mark was never closed. */
const longestRow = 4 * 1024 * 1024;

export interface RowFormat {
  readonly encoding: CsvEncoding;
  /** One ASCII character. */
  readonly delimiter: string;
  /** Bytes to leave out at the beginning: the byte-order mark. */
  readonly skip: number;
}

/** A row without any text: spreadsheets leave such lines at the end of a table. */
export function isBlank({ cells }: CsvRow): boolean {
  return cells.length === 1 && cells[0]?.trim() === "";
}

/** So that whoever works on the rows of one piece does not hold the thread for long. */
const longestPiece = 32 * 1024;

/** Rows in batches as the pieces of the file come. Rejects with a `CsvProblem` when a quotation mark is never closed. */
export async function* csvRows(source: ByteSource, format: RowFormat): AsyncGenerator<readonly CsvRow[]> {
  const splitter = createSplitter(format);
  let skip = format.skip;
  for await (const piece of source()) {
    const left = Math.min(skip, piece.length);
    skip -= left;
    for (let from = left; from < piece.length; from += longestPiece) {
      const rows = splitter.add(piece.subarray(from, from + longestPiece));
      if (rows.length > 0) {
        yield rows;
      }
    }
  }
  const rest = splitter.end();
  if (rest.length > 0) {
    yield rest;
  }
}

interface Splitter {
  add(piece: Uint8Array): readonly CsvRow[];
  end(): readonly CsvRow[];
}

function createSplitter({ encoding, delimiter }: RowFormat): Splitter {
  const unit = unitOf(encoding);
  const low = encoding === "utf-16be" ? 1 : 0;
  const delimiterCode = delimiter.charCodeAt(0);
  let held: Uint8Array = new Uint8Array(0);
  /** Where the row, the cell, and the search for the next sign begin in `held`. */
  let rowStart = 0;
  let cellStart = 0;
  let at = 0;
  let cells: string[] = [];
  let quoted = false;
  let wasQuoted = false;
  let rowNumber = 1;

  const codeAt = (place: number): number => {
    const byte = held[place + low] ?? 0;
    return unit === 1 || held[place + 1 - low] === 0 ? byte : -1;
  };
  const endCell = (end: number): void => {
    const text = decodeText(held.subarray(cellStart, end), encoding);
    cells.push(
      wasQuoted
        ? text
            .replace(/^"/u, "")
            .replace(/"(?=[^"]*$)/u, "")
            .replaceAll('""', '"')
        : text,
    );
    wasQuoted = false;
  };
  const endRow = (rows: CsvRow[], end: number, next: number): void => {
    endCell(end);
    rows.push({ bytes: held.subarray(rowStart, end), lineEnd: held.subarray(end, next), cells });
    cells = [];
    rowStart = next;
    cellStart = next;
    rowNumber += 1;
  };

  function split(isLast: boolean): readonly CsvRow[] {
    const rows: CsvRow[] = [];
    const end = held.length - (held.length % unit);
    while (at < end) {
      const code = codeAt(at);
      const next = at + unit;
      if (quoted) {
        if (code === quote) {
          if (next >= end && !isLast) {
            break;
          }
          if (next < end && codeAt(next) === quote) {
            at = next + unit;
            continue;
          }
          quoted = false;
        }
      } else if (code === quote && at === cellStart) {
        quoted = true;
        wasQuoted = true;
      } else if (code === delimiterCode) {
        endCell(at);
        cellStart = next;
      } else if (code === lineFeed) {
        endRow(rows, at, next);
      } else if (code === carriageReturn) {
        if (next >= end && !isLast) {
          break;
        }
        const isPair = next < end && codeAt(next) === lineFeed;
        endRow(rows, at, isPair ? next + unit : next);
        at = isPair ? next + unit : next;
        continue;
      }
      at = next;
    }
    if (at - rowStart > longestRow || (isLast && quoted)) {
      throw new CsvProblem(
        l10n.t(
          "Row {0} has a quotation mark that is never closed, so the rows behind it cannot be told apart. Correct the file and try again.",
          rowNumber,
        ),
      );
    }
    if (isLast && (rowStart < held.length || cells.length > 0)) {
      endRow(rows, held.length, held.length);
    }
    return rows;
  }

  return {
    add(piece) {
      // Rows already given out keep the memory they lie in; what is not yet a row moves to new memory.
      const moved = new Uint8Array(held.length - rowStart + piece.length);
      moved.set(held.subarray(rowStart), 0);
      moved.set(piece, held.length - rowStart);
      held = moved;
      at -= rowStart;
      cellStart -= rowStart;
      rowStart = 0;
      return split(false);
    },
    end: () => split(true),
  };
}
