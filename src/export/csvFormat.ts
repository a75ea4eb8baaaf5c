// Records as CSV: the text of each cell by its column, and the writer of a view.
import { guardFormula, spacePhoneNumber } from "../csv/formulaGuard";
import { byteOrderMark, lineWriter, quoteCell, type CsvOptions } from "../csv/writer";
import { cellText, columnOf, type CellValue, type Column } from "../rows/columns";
import { textOf } from "../rows/record";
import type { ColumnProfile } from "../searches/columnProfiles";
import { parseExact } from "../service/exactJson";
import type { RecordKind } from "../service/operations";
import { mainColumns } from "../store/mainColumns";
import type { Task } from "../store/task";
import type { ViewReader } from "../store/views";
import type { ByteSink } from "../csv/byteSink";
import { resolveProfile, type ColumnChoice, type ExportColumn, type ProfileScan } from "./columnProfile";
import { jsonBytes, scanRecords, type RowWriter } from "./writeView";

/** The text of a cell, before quoting. */
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
      ? (value as readonly unknown[]).map((item) => spacePhoneNumber(cellText(item as CellValue))).join("; ")
      : spacePhoneNumber(cellText(value));
    return text.startsWith("+") && text.split("; ").every((item) => /^\+\d[\d ]*$/.test(item))
      ? text
      : guardFormula(text);
  }
  text = cellText(value);
  if (column.range && options.keepRangesText) {
    text = text.replace(/^(\d{1,5})-(\d{1,5})$/, "$1–$2").replace(/^(\d{1,6})\+$/, "$1 or more");
  }
  return options.guard && text !== "" ? guardFormula(text) : text;
}

export interface CsvLines {
  /** The byte-order mark and the header line, each when the options ask for it. */
  readonly beginning: string;
  /** The line of a record, with its line end. */
  readonly line: (record: unknown) => string;
}

export function csvLines(columns: readonly ExportColumn[], options: CsvOptions): CsvLines {
  const cell = (record: unknown, index: number): string => {
    const column = columns[index];
    return column === undefined ? "" : cellContent(column, column.value(record), options);
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

export async function csvWriter(
  reader: ViewReader,
  { profile, options }: ColumnChoice,
  task: Task,
): Promise<RowWriter> {
  const scan = await scanRecords(reader, profile, reader.count, task);
  const columns = resolveProfile(reader.kind, profile, scan);
  const { beginning, line } = csvLines(columns, options);
  const common = {
    begin: (sink: ByteSink): void => sink.addText(beginning),
    end: () => undefined,
  };
  const stored = storedColumns(reader.kind, profile, scan);
  if (stored === undefined) {
    return {
      ...common,
      columns: jsonBytes,
      withJson: true,
      row: (sink, [json]) => sink.addText(line(parseExact(textOf(json as Uint8Array)))),
    };
  }
  const { line: storedLine } = csvLines(stored.columns, options);
  return {
    ...common,
    // A row whose columns do not contain the exact values has its JSON, too.
    columns: `${stored.sql}, iif(m.raw, (select json from record_json where key = m.key), null)`,
    withJson: false,
    row: (sink, values) => {
      const json = values[values.length - 1];
      sink.addText(json === null ? storedLine(values) : line(parseExact(String(json))));
    },
  };
}

/**
 * The profile's columns as read from columns of the database, which is faster than parsing JSON; `undefined` when not
 * all of them are stored.
 */
function storedColumns(
  kind: RecordKind,
  profile: ColumnProfile,
  scan: ProfileScan,
): { readonly columns: readonly ExportColumn[]; readonly sql: string } | undefined {
  if (profile.columns === "everything") {
    return undefined;
  }
  const indexes = new Map<string, number>();
  for (const { id } of profile.columns) {
    if (!mainColumns(kind).some((main) => main.id === id) && !(id === "id" && kind !== "contact")) {
      return undefined;
    }
    indexes.set(id, indexes.get(id) ?? indexes.size);
  }
  const find = (id: string): Column | undefined => {
    const column = columnOf(kind, id);
    const index = indexes.get(id) ?? 0;
    const isList = column?.type === "list";
    const value = (row: unknown): CellValue => {
      const stored = (row as readonly (string | number | null)[])[index] ?? undefined;
      return isList && stored !== undefined ? (JSON.parse(String(stored)) as readonly unknown[]) : stored;
    };
    return column && { ...column, label: column.header, value };
  };
  return {
    columns: resolveProfile(kind, profile, scan, find),
    sql: [...indexes.keys()].map((id) => `m.${id}`).join(", "),
  };
}
