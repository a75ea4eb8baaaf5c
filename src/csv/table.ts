// A CSV file as a table: its dialect and header detected, its rows read as a stream.
import * as l10n from "@vscode/l10n";
import { endsWithLegalForm } from "../language/legalForms";
import { detectDialect, type CsvDialect } from "./dialect";
import { CsvError, csvRows, isBlank, type ByteSource, type CsvRow } from "./rows";

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

const sampleRows = 50;

/** Rejects with a `CsvError` when the file is empty or not a table. */
export async function openCsvTable(source: ByteSource): Promise<CsvTable> {
  const { dialect, hasSeparatorLine, rows: start } = await detectDialect(source);
  const first = start[0];
  if (first === undefined) {
    throw new CsvError(l10n.t("This file has no rows."));
  }
  const header = looksLikeHeader(first.cells) ? first.cells : undefined;
  return {
    dialect,
    header,
    width: start.reduce((width, { cells }) => Math.max(width, cells.length), 1),
    sample: start
      .slice(header === undefined ? 0 : 1, sampleRows + 1)
      .map(({ cells }) => cells)
      .slice(0, sampleRows),
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
