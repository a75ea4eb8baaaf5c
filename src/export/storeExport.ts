// Exports a view from the database, in its worker: as a file, as bytes, or as text. Files are written atomically.
import * as nodeDisk from "node:fs/promises";
import path from "node:path";
import { cellText } from "../records/columns";
import { LeafFinder } from "../records/leafColumns";
import type { Disk } from "../searches/atomicFile";
import type { ColumnProfile } from "../searches/columnProfiles";
import { parseExact } from "../service/exactJson";
import type { Store } from "../store/client";
import type { Asynchronous } from "../store/protocol";
import type { StoreDb } from "../store/storeDb";
import { StoreError } from "../store/storeError";
import type { Task } from "../store/task";
import { readerOf, type ViewReader } from "../store/views";
import type { CsvOptions } from "../tables/writer";
import { csvCell } from "./cells";
import { columnReader } from "./columnReader";
import { ExportFiles, withStoreErrors } from "./exportFiles";
import { hasColumns, type ColumnKind, type ExportFormat, type WholeRecordKind } from "./formats";
import {
  indentedJsonWriter,
  jsonWriter,
  ndjsonWriter,
  recordsOfColumns,
  wholeRecords,
  type JsonRows,
} from "./jsonFormats";
import { isTooLong, longValuesOf, type LongValues } from "./longValues";
import { parquetWriter } from "./parquetFormat";
import { sqliteWriter } from "./sqliteFormat";
import type { storeBackups } from "./storeBackup";
import { csvWriter, markdownWriter } from "./textFormats";
import { xlsxWriter } from "./workbook";
import {
  eachRecord,
  eachRow,
  writeView,
  type ExportInfo,
  type RowWriter,
  type WriterContext,
  type WriterRequest,
} from "./writeView";

export interface ViewExport {
  readonly view: number;
  readonly format: ExportFormat;
  /** Written by formats that have a place for it. */
  readonly info?: ExportInfo | undefined;
}

export interface FileExport extends ViewExport {
  readonly file: string;
  /** If false, a number is added to a taken name; see `ExportedFile.file`. */
  readonly replace: boolean;
}

export interface ExportedFile {
  readonly records: number;
  readonly bytes: number;
  readonly file: string;
}

export interface PreviewRequest {
  readonly view: number;
  readonly profile: ColumnProfile;
  /** If given, cells are guarded against formulas as in the file. */
  readonly options?: CsvOptions | undefined;
  /** 5 when absent. */
  readonly count?: number | undefined;
}

export interface Preview {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface TextExport {
  readonly view: number;
  readonly format: ExportFormat;
  /** A larger text is refused with TOO_LARGE. */
  readonly mostBytes?: number | undefined;
}

const columnWriters: Readonly<Record<ColumnKind, (request: WriterRequest) => Promise<RowWriter>>> = {
  csv: csvWriter,
  xlsx: xlsxWriter,
  sqlite: sqliteWriter,
  parquet: parquetWriter,
  markdown: markdownWriter,
};

const recordWriters: Readonly<Record<WholeRecordKind, (rows: JsonRows) => RowWriter>> = {
  json: jsonWriter,
  ndjson: ndjsonWriter,
};

/** The writer of a format for files; rejects with a `StoreError`. */
async function fileWriter(context: WriterContext, format: ExportFormat): Promise<RowWriter> {
  if (hasColumns(format)) {
    return columnWriters[format.kind]({ ...context, choice: format });
  }
  const { kind, profile } = format;
  const { reader, withExtra } = context;
  return recordWriters[kind](
    profile === undefined ? wholeRecords(reader, withExtra) : await recordsOfColumns(context, profile),
  );
}

/** The writer of a format for the clipboard, where JSON is indented. */
const textWriter = async (context: WriterContext, format: ExportFormat): Promise<RowWriter> =>
  format.kind === "json" ? indentedJsonWriter() : fileWriter(context, format);

/** The exports over a disk; tests use one that fails. `now` in ms since 1970. @internal */
export function exportsOver(disk: Disk, now: () => number) {
  const files = new ExportFiles(disk, now);
  return {
    /** Writes a view to a file of this machine. */
    async toFile(
      db: StoreDb,
      { view, format, info = [], file, replace }: FileExport,
      task: Task,
    ): Promise<ExportedFile> {
      const reader = readerOf(db, view);
      return withStoreErrors(async () => {
        // Open the file after this: scanning the records for their columns can take long.
        const writer = await fileWriter({ reader, withExtra: true, task, info, file, disk }, format);
        return files.withFile(file, { replace }, async (target) => {
          const written = await writeView(reader, writer, (piece) => target.write(piece), task);
          return { ...written, file: await target.commit() };
        });
      });
    },

    /** The export as bytes, for virtual file systems. */
    async toBytes(db: StoreDb, { view, format, info = [] }: ViewExport, task: Task): Promise<Uint8Array> {
      const reader = readerOf(db, view);
      const file = path.join(path.dirname(db.file), "export");
      return withStoreErrors(async () =>
        bytesOf(reader, await fileWriter({ reader, withExtra: true, task, info, file, disk }, format), task),
      );
    },

    /** UTF-8 text for the clipboard. Callers decode it in pieces, so that their thread is not blocked. */
    async toText(db: StoreDb, { view, format, mostBytes }: TextExport, task: Task): Promise<Uint8Array> {
      const reader = readerOf(db, view);
      const file = path.join(path.dirname(db.file), "export");
      const context = { reader, withExtra: false, task, info: [], file, disk };
      return withStoreErrors(async () => bytesOf(reader, await textWriter(context, format), task, mostBytes));
    },

    /** The first rows as they will be written, without quoting. */
    async preview(db: StoreDb, { view, profile, options, count = 5 }: PreviewRequest, task: Task): Promise<Preview> {
      const all = readerOf(db, view);
      const reader = { ...all, count: Math.min(count, all.count) };
      const { columns, sql, cells } = await columnReader({ reader, profile, withExtra: true }, task);
      const rows = reader.read(sql, 0, reader.count).map((values): readonly string[] => {
        const cell = cells(values);
        return columns.map((column, index) =>
          options === undefined ? cellText(cell(index)) : csvCell(column, cell(index), options),
        );
      });
      return { headers: columns.map(({ header }) => header), rows };
    },

    /** The values that are too long for the fields of an import, by column; see longValues.ts. */
    async longValues(db: StoreDb, { view, format }: ViewExport, task: Task): Promise<readonly LongValues[]> {
      const { profile } = format;
      if (profile === undefined) {
        return [];
      }
      const reader = readerOf(db, view);
      const { columns, sql, cells } = await columnReader({ reader, profile, isUncut: true }, task);
      const counts = columns.map(() => 0);
      await eachRow(reader, sql, task, (values) => {
        const cell = cells(values);
        columns.forEach((column, index) => {
          counts[index] = (counts[index] ?? 0) + Number(isTooLong(column, cell(index)));
        });
      });
      return longValuesOf(columns, counts);
    },

    /** The paths of all fields in the first `count` records, with lists joined. */
    async fields(
      db: StoreDb,
      { view, count }: { readonly view: number; readonly count: number },
      task: Task,
    ): Promise<readonly string[]> {
      const finder = new LeafFinder();
      await eachRecord(readerOf(db, view), count, task, (json) => finder.add(parseExact(json)));
      return finder.found().joined;
    },
  };
}

async function bytesOf(
  reader: ViewReader,
  writer: RowWriter,
  task: Task,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const { bytes } = await writeView(
    reader,
    writer,
    async (piece) => {
      size += piece.length;
      if (size > mostBytes) {
        throw tooLarge(mostBytes);
      }
      pieces.push(Uint8Array.prototype.slice.call(piece));
    },
    task,
  );
  // Separate memory, which can be transferred to another thread.
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

const tooLarge = (mostBytes: number): StoreError =>
  new StoreError(
    "TOO_LARGE",
    `These records are more than ${mostBytes / 2 ** 20} MB of text. Export them to a file instead.`,
  );

export const storeExports = exportsOver(nodeDisk, Date.now);

export type StoreExports = Asynchronous<{
  readonly exports: typeof storeExports;
  readonly backups: typeof storeBackups;
}>;

/** The store with its exports and backups, as the worker serves them. */
export type DeskStore = Store & StoreExports;
