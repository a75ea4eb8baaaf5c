// What writes each format, used by the database's worker. The editor's thread needs only the table of formats.
import { openExistingCsv } from "./appendCsv";
import { openExistingNdjson, type OpenExisting } from "./appendNew";
import { hasColumns, type AppendableKind, type ColumnKind, type ExportFormat, type WholeRecordKind } from "./formats";
import { indentedJsonWriter, jsonWriter, ndjsonWriter, type JsonRequest } from "./jsonFormats";
import { parquetWriter } from "./parquetFormat";
import { sqliteWriter } from "./sqliteFormat";
import { csvWriter, markdownWriter } from "./textFormats";
import { xlsxWriter } from "./workbook";
import type { RowWriter, WriterContext, WriterRequest } from "./writeView";

const columnWriters: Readonly<Record<ColumnKind, (request: WriterRequest) => Promise<RowWriter>>> = {
  csv: csvWriter,
  xlsx: xlsxWriter,
  sqlite: sqliteWriter,
  parquet: parquetWriter,
  markdown: markdownWriter,
};

const recordWriters: Readonly<Record<WholeRecordKind, (request: JsonRequest) => RowWriter>> = {
  json: jsonWriter,
  ndjson: ndjsonWriter,
};

const existingFiles: Readonly<Record<AppendableKind, OpenExisting>> = {
  csv: openExistingCsv,
  ndjson: openExistingNdjson,
};

/** What writes a view in the format to a file; rejects with a `StoreError`. */
export async function fileWriter(context: WriterContext, format: ExportFormat): Promise<RowWriter> {
  return hasColumns(format)
    ? columnWriters[format.kind]({ ...context, choice: format })
    : recordWriters[format.kind](context);
}

/** The same for the clipboard, where JSON is indented. */
export const textWriter = async (context: WriterContext, format: ExportFormat): Promise<RowWriter> =>
  format.kind === "json" ? indentedJsonWriter() : fileWriter(context, format);

/** How a file is read to which new records are appended. */
export const existingFileOf = (kind: AppendableKind): OpenExisting => existingFiles[kind];
