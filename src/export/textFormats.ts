// Records as CSV, and as a Markdown table in which no text acts as markup or as a link.
import { guardFormula } from "../tables/formulaGuard";
import { byteOrderMark, lineWriter, quoteCell, type CsvOptions } from "../tables/writer";
import { csvCell, escapeMarkup, markdownCell } from "./cells";
import type { ExportColumn } from "./columnProfile";
import { columnReader, type RowCells } from "./columnReader";
import type { RowWriter, WriterRequest } from "./writeView";

interface CsvLines {
  /** The byte-order mark and the header line, each when the options ask for it. */
  readonly beginning: string;
  /** The line of a row, with its line end. */
  readonly line: (cells: RowCells) => string;
}

/** @internal */
export function csvLines(columns: readonly ExportColumn[], options: CsvOptions): CsvLines {
  const cell = (cells: RowCells, index: number): string => {
    const column = columns[index];
    return column === undefined ? "" : csvCell(column, cells(index), options);
  };
  return { beginning: csvBeginning(columns, options), line: lineWriter(columns.length, cell, options) };
}

function csvBeginning(columns: readonly ExportColumn[], options: CsvOptions): string {
  const { delimiter, lineEnd, bom, header: hasHeader } = options;
  // Excel reads a file that begins with ID as SYLK; quotes prevent that.
  const headers = columns.map(({ header }, index) =>
    index === 0 && header.startsWith("ID") && quoteCell(header, delimiter) === header
      ? `"${header}"`
      : quoteCell(options.guard ? guardFormula(header) : header, delimiter),
  );
  return (bom ? byteOrderMark : "") + (hasHeader ? headers.join(delimiter) + lineEnd : "");
}

export async function csvWriter({ reader, withExtra, choice, task }: WriterRequest): Promise<RowWriter> {
  const { columns, sql, cells } = await columnReader({ reader, profile: choice.profile, withExtra }, task);
  const { beginning, line } = csvLines(columns, choice.options);
  return {
    columns: sql,
    begin: (sink) => sink.addText(beginning),
    row: (sink, values) => sink.addText(line(cells(values))),
    end: () => undefined,
  };
}

export async function markdownWriter({ reader, choice, task }: WriterRequest): Promise<RowWriter> {
  const { columns, sql, cells } = await columnReader({ reader, profile: choice.profile }, task);
  const line = (texts: readonly string[]): string => `| ${texts.join(" | ")} |\n`;
  const names = line(columns.map((column) => escapeMarkup(column.header)));
  const header = `${names}|${columns.map(() => " --- |").join("")}\n`;
  return {
    columns: sql,
    begin: (sink) => sink.addText(choice.options.header ? header : ""),
    row: (sink, values) => {
      const cell = cells(values);
      sink.addText(line(columns.map((_, index) => markdownCell(cell(index)))));
    },
    end: () => undefined,
  };
}
