// What writes each format, used by the database's worker. The editor's thread needs only the table of formats.
import { openExistingCsv } from "./appendCsv";
import { openExistingNdjson } from "./appendNdjson";
import type { OpenExisting } from "./appendNew";
import { csvWriter } from "./csvFormat";
import { hasColumns, type AppendableKind, type ColumnKind, type ExportFormat, type WholeRecordKind } from "./formats";
import { indentedJsonWriter, jsonWriter, ndjsonWriter, type JsonRequest } from "./jsonFormats";
import { markdownWriter } from "./markdownFormat";
import { parquetWriter } from "./parquetFormat";
import { sqliteWriter } from "./sqliteFormat";
import { xlsxWriter } from "./workbook";
import type { RowWriter, WriterContext, WriterRequest } from "./writeView";

type MakeColumnWriter = (request: WriterRequest) => Promise<RowWriter>;
type MakeRecordWriter = (request: JsonRequest) => RowWriter;

const columnWriters: Readonly<Record<ColumnKind, MakeColumnWriter>> = {
  csv: csvWriter,
  xlsx: xlsxWriter,
  sqlite: sqliteWriter,
  parquet: parquetWriter,
  markdown: markdownWriter,
};

const recordWriters: Readonly<Record<WholeRecordKind, MakeRecordWriter>> = {
  json: jsonWriter,
  ndjson: ndjsonWriter,
};

/** For the clipboard, where it differs from files. */
const recordTextWriters: Readonly<Partial<Record<WholeRecordKind, MakeRecordWriter>>> = { json: indentedJsonWriter };

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

/** The same for the clipboard. */
export async function textWriter(context: WriterContext, format: ExportFormat): Promise<RowWriter> {
  const forText = hasColumns(format) ? undefined : recordTextWriters[format.kind];
  return forText?.(context) ?? fileWriter(context, format);
}

/** How a file is read to which new records are appended. */
export const existingFileOf = (kind: AppendableKind): OpenExisting => existingFiles[kind];
