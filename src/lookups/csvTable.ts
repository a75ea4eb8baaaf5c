// A CSV file as a table: its encoding, delimiter, line end and header found out, its rows read as a stream.
import * as l10n from "@vscode/l10n";
import {
  decodeText,
  encodeText,
  encodingOfStart,
  unitOf,
  utf8Check,
  type CsvEncoding,
  type EncodingFound,
} from "./csvEncoding";
import { csvRows, CsvProblem, isBlank, type ByteSource, type CsvRow } from "./csvRows";

export interface CsvDialect {
  readonly encoding: CsvEncoding;
  /** The byte-order mark, empty when there is none. */
  readonly mark: Uint8Array;
  readonly delimiter: "," | ";" | "\t" | "|";
  readonly lineEnd: "\r\n" | "\n" | "\r";
}

export interface CsvTable {
  readonly dialect: CsvDialect;
  /** The names of the columns; `undefined` when the first row is data already. */
  readonly header: readonly string[] | undefined;
  /** Cells of the widest of the first rows. */
  readonly width: number;
  /** The first rows with data, 50 at most. */
  readonly sample: readonly (readonly string[])[];
  /** All rows in their order, each marked with what it is. */
  rows(): AsyncGenerator<readonly TableRow[]>;
}

export interface TableRow extends CsvRow {
  /** `separator` is Excel's own first line, such as `sep=;`. */
  readonly kind: "separator" | "header" | "data" | "blank";
  /** 0 for the first row with data; -1 for all others. */
  readonly index: number;
}

const delimiters = [",", ";", "\t", "|"] as const;
const sampleBytes = 256 * 1024;
const sampleRows = 50;

/** Reads the file once to be sure of its encoding. Rejects with a `CsvProblem` when it is empty or no table. */
export async function openCsvTable(source: ByteSource): Promise<CsvTable> {
  const { start, found } = await examine(source);
  const text = decodeText(start.subarray(found.mark.length), found.encoding);
  const separator = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n)/iu.exec(text)?.[1] as CsvDialect["delimiter"] | undefined;
  const delimiter = separator ?? (await bestDelimiter(start, found));
  const dialect: CsvDialect = { ...found, delimiter, lineEnd: firstLineEnd(text) };
  const all = (await rowsOfSample(start, found, delimiter))
    .filter((row) => !isBlank(row))
    .slice(separator === undefined ? 0 : 1);
  const first = all[0];
  if (first === undefined) {
    throw new CsvProblem(l10n.t("This file holds no rows."));
  }
  const header = looksLikeHeader(first.cells) ? first.cells : undefined;
  const data = all.slice(header === undefined ? 0 : 1, sampleRows + 1).map(({ cells }) => cells);
  const format = { encoding: found.encoding, delimiter, skip: found.mark.length };
  return {
    dialect,
    header,
    width: all.reduce((width, { cells }) => Math.max(width, cells.length), 1),
    sample: data.slice(0, sampleRows),
    async *rows() {
      let index = 0;
      let awaitsSeparator = separator !== undefined;
      let awaitsHeader = header !== undefined;
      const marked = (row: CsvRow): TableRow => {
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
      for await (const batch of csvRows(source, format)) {
        yield batch.map(marked);
      }
    },
  };
}

/** One text as a cell of such a file: quoted where it must be. `lost` counts letters that the encoding lacks. */
export function encodeCell(text: string, dialect: CsvDialect): { readonly bytes: Uint8Array; readonly lost: number } {
  const needsQuotes = text.includes(dialect.delimiter) || /["\r\n]|^\s|\s$/u.test(text);
  return encodeText(needsQuotes ? `"${text.replaceAll('"', '""')}"` : text, dialect.encoding);
}

async function examine(source: ByteSource): Promise<{ readonly start: Uint8Array; readonly found: EncodingFound }> {
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
    // Once it is known what the file is, the rest is looked at no more.
    if (length >= sampleBytes && (found !== undefined || !isUtf8)) {
      break;
    }
  }
  const start = Buffer.concat(pieces).subarray(0, sampleBytes);
  found ??= encodingOfStart(start);
  return { start, found: found ?? { encoding: check.end() ? "utf-8" : "windows-1252", mark: new Uint8Array(0) } };
}

/** The rows of the sample; its last one may be cut and is left out unless it is the only one. */
async function rowsOfSample(
  start: Uint8Array,
  { encoding, mark }: EncodingFound,
  delimiter: string,
): Promise<readonly CsvRow[]> {
  const rows: CsvRow[] = [];
  const whole = start.subarray(0, start.length - (start.length % unitOf(encoding)));
  const source: ByteSource = async function* () {
    yield whole;
  };
  try {
    for await (const batch of csvRows(source, { encoding, delimiter, skip: mark.length })) {
      rows.push(...batch);
    }
  } catch (error) {
    // A quoted cell that the sample cuts off is closed further on in the file.
    if (start.length < sampleBytes || rows.length === 0) {
      throw error;
    }
  }
  return start.length >= sampleBytes && rows.length > 1 ? rows.slice(0, -1) : rows;
}

/** The delimiter that cuts most rows into the same number of cells, more than one. */
async function bestDelimiter(start: Uint8Array, found: EncodingFound): Promise<CsvDialect["delimiter"]> {
  let best: { readonly delimiter: CsvDialect["delimiter"]; readonly score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of delimiters) {
    const rows = await rowsOfSample(start, found, delimiter).catch(() => []);
    const widths = new Map<number, number>();
    for (const row of rows.filter((one) => !isBlank(one)).slice(0, 500)) {
      widths.set(row.cells.length, (widths.get(row.cells.length) ?? 0) + 1);
    }
    const all = [...widths.values()].reduce((sum, count) => sum + count, 0);
    for (const [width, count] of widths) {
      // Agreement counts most; among equals, the delimiter that finds more columns.
      const score = width > 1 ? (count / all) * 100 + Math.min(width, 50) : 0;
      if (score > best.score) {
        best = { delimiter, score };
      }
    }
  }
  return best.delimiter;
}

function firstLineEnd(text: string): CsvDialect["lineEnd"] {
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      quoted = !quoted;
    } else if (!quoted && (sign === "\n" || sign === "\r")) {
      return sign === "\n" ? "\n" : text[at + 1] === "\n" ? "\r\n" : "\r";
    }
  }
  return "\n";
}

/** Names of columns hold no addresses and no numbers, and at least one of them is there. */
function looksLikeHeader(cells: readonly string[]): boolean {
  const isValue = (cell: string): boolean =>
    /@|:\/\/|^\d[\d\s.,/-]*$|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/\S*)?$/iu.test(cell.trim());
  return cells.some((cell) => cell.trim() !== "") && !cells.some(isValue);
}
