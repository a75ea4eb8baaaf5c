// Exports from the database, run by its worker: rows of a view through a column profile, or untouched, into a file that
// appears whole or not at all.
import * as nodeDisk from "node:fs/promises";
import type { SQLOutputValue } from "node:sqlite";
import { cellText, columnOf, type CellValue, type Column } from "../rows/columns";
import { parseRecord } from "../rows/record";
import { DiskFailure, openAtomicFile } from "../searches/atomicFile";
import type { StoreDb } from "../store/database";
import { mainColumns } from "../store/mainColumns";
import type { RecordKind } from "../service/operations";
import type { Asynchronous } from "../store/protocol";
import { codeOf, StoreError } from "../store/storeError";
import { parseStored } from "../store/storedRecord";
import type { Task } from "../store/task";
import { readerOf, type ViewReader } from "../store/views";
import { createByteSink, type ByteSink, type WriteBytes } from "./byteSink";
import { createProfileLook, profileNeedsLook, resolveProfile, type ColumnProfile, type ExportColumn, type ProfileLook } from "./columnProfile";
import { cellContent, csvBeginning, lineWriter, type CsvOptions } from "./csvWriter";
import type { ExportFormat } from "./exportRun";
import { copyingWriter, jsonArray, ndjson } from "./jsonWriter";

export interface FileExport {
  readonly view: number;
  readonly format: ExportFormat;
  readonly file: string;
  /** False: a taken name gets a number; see `ExportedFile.file`. */
  readonly replace: boolean;
}

export interface ExportedFile {
  readonly records: number;
  readonly bytes: number;
  readonly file: string;
}

/** So much is read and formatted between two breaths: some milliseconds' work each. */
const rowsAtOnce = 1_000;
const jsonAtOnce = 200;

/** What is read of each row, and how it is added to the file. */
interface RowWriter {
  readonly columns: string;
  readonly withJson: boolean;
  begin(sink: ByteSink): void;
  row(sink: ByteSink, values: SQLOutputValue[]): void;
  end(sink: ByteSink): void;
}

/** Writes a view to a file of this machine. When it fails or is cancelled, the old file is whole. */
async function toFile(db: StoreDb, { view, format, file, replace }: FileExport, task: Task): Promise<ExportedFile> {
  const reader = readerOf(db, view);
  const writer = await writerOf(reader, format, task);
  try {
    const target = await openAtomicFile(nodeDisk, file, { replace });
    try {
      const { records, bytes } = await writeAll(reader, writer, (piece) => target.write(piece), task);
      return { records, bytes, file: await target.commit() };
    } finally {
      await target.abandon();
    }
  } catch (error) {
    throw error instanceof DiskFailure ? new StoreError(codeOf(error), error.message) : error;
  }
}

/** The same as bytes, for the clipboard and for file systems that are no disk. */
async function toBytes(db: StoreDb, { view, format }: Pick<FileExport, "view" | "format">, task: Task): Promise<Uint8Array> {
  const reader = readerOf(db, view);
  const pieces: Uint8Array[] = [];
  await writeAll(reader, await writerOf(reader, format, task), async (piece) => void pieces.push(Uint8Array.prototype.slice.call(piece)), task);
  return Uint8Array.from(Buffer.concat(pieces));
}

export interface Preview {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The first rows as they will be written, without quoting. With `options` the cells are as guarded as in the file. */
async function preview(db: StoreDb, { view, profile, options, count = 5 }: { readonly view: number; readonly profile: ColumnProfile; readonly options?: CsvOptions | undefined; readonly count?: number | undefined }, task: Task): Promise<Preview> {
  const reader = readerOf(db, view);
  const columns = resolveProfile(reader.kind, profile, await lookThrough(reader, profile, count, task));
  const records = reader.read("j.json", 0, count, true).map(([json]) => parseStored(String(json)));
  const cell = (column: ExportColumn, value: CellValue): string => (options === undefined ? cellText(value) : cellContent(column, value, options));
  return { headers: columns.map(({ header }) => header), rows: records.map((record) => columns.map((column) => cell(column, column.value(record)))) };
}

export const storeExports = { toFile, toBytes, preview };

export type StoreExports = Asynchronous<{ readonly exports: typeof storeExports }>;

async function writeAll(reader: ViewReader, writer: RowWriter, write: WriteBytes, task: Task): Promise<{ readonly records: number; readonly bytes: number }> {
  const sink = createByteSink(write);
  const total = reader.count;
  const step = writer.withJson ? jsonAtOnce : rowsAtOnce;
  let records = 0;
  writer.begin(sink);
  for (let from = 0; from < total; from += step) {
    for (const row of reader.read(writer.columns, from, Math.min(total, from + step), writer.withJson)) {
      writer.row(sink, row);
      records += 1;
      if (sink.full) {
        await sink.flush();
      }
    }
    task.progress(Math.min(total, from + step), total);
    await task.breathe();
  }
  writer.end(sink);
  await sink.flush();
  return { records, bytes: sink.bytes };
}

async function writerOf(reader: ViewReader, format: ExportFormat, task: Task): Promise<RowWriter> {
  if (format.kind === "csv") {
    return csvWriter(reader, format.profile, format.options, task);
  }
  const copying = copyingWriter(format.kind === "json" ? jsonArray : ndjson);
  return {
    columns: "cast(j.json as blob)",
    withJson: true,
    begin: (sink) => copying.begin(sink),
    row: (sink, [bytes]) => copying.record(sink, bytes as Uint8Array),
    end: (sink) => copying.end(sink),
  };
}

async function csvWriter(reader: ViewReader, profile: ColumnProfile, options: CsvOptions, task: Task): Promise<RowWriter> {
  const look = await lookThrough(reader, profile, reader.count, task);
  const columns = resolveProfile(reader.kind, profile, look);
  const line = lineWriter(columns, options);
  const begin = (sink: ByteSink): void => sink.addText(csvBeginning(columns, options));
  const fromRow = rowColumns(reader.kind, profile, look);
  if (fromRow === undefined) {
    // As bytes: decoding them here is several times faster than SQLite's texts are made.
    return { columns: "cast(j.json as blob)", withJson: true, begin, row: (sink, [json]) => sink.addText(line(parseRecord(json as Uint8Array))), end: () => undefined };
  }
  const rowLine = lineWriter(fromRow.columns, options);
  return {
    // A row that its columns do not hold exactly brings its JSON along.
    columns: `${fromRow.sql}, iif(m.raw, (select json from record_json where key = m.key), null)`,
    withJson: false,
    begin,
    row: (sink, values) => {
      const json = values[values.length - 1];
      sink.addText(json === null ? rowLine(values) : line(parseStored(String(json))));
    },
    end: () => undefined,
  };
}

/** The profile's columns as they are read from rows of the table; `undefined` when some column is none of the main ones. */
function rowColumns(kind: RecordKind, profile: ColumnProfile, look: ProfileLook): { readonly columns: readonly ExportColumn[]; readonly sql: string } | undefined {
  if (profile.columns === "everything") {
    return undefined;
  }
  const places = new Map<string, number>();
  for (const { id } of profile.columns) {
    if (!mainColumns(kind).some((main) => main.id === id) && !(id === "id" && kind !== "contact")) {
      return undefined;
    }
    places.set(id, places.get(id) ?? places.size);
  }
  const find = (id: string): Column | undefined => {
    const column = columnOf(kind, id);
    const at = places.get(id) ?? 0;
    const isList = column?.type === "list";
    const value = (row: unknown): CellValue => {
      const stored = (row as readonly (string | number | null)[])[at] ?? undefined;
      return isList && stored !== undefined ? (JSON.parse(String(stored)) as readonly unknown[]) : stored;
    };
    return column && { ...column, label: column.header, value };
  };
  return { columns: resolveProfile(kind, profile, look, find), sql: [...places.keys()].map((id) => `m.${id}`).join(", ") };
}

/** Looks through the records as far as the profile needs it. */
async function lookThrough(reader: ViewReader, profile: ColumnProfile, count: number, task: Task): Promise<ProfileLook> {
  const look = createProfileLook(reader.kind, profile);
  if (profileNeedsLook(profile)) {
    for (let from = 0; from < count; from += jsonAtOnce) {
      for (const [json] of reader.read("j.json", from, Math.min(count, from + jsonAtOnce), true)) {
        look.add(parseStored(String(json)));
      }
      await task.breathe();
    }
  }
  return look.result();
}
