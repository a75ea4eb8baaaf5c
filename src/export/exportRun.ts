// An export: records through a column profile, or untouched, into a file that appears whole or not at all.
import type { RecordSource } from "../runs/run";
import { cellText } from "../rows/columns";
import { slicesOf, type Pace } from "../rows/pace";
import { createReadMemory } from "../rows/readMemory";
import { parseRecord } from "../rows/record";
import { recordReader } from "../rows/recordReader";
import { scanRecords } from "../rows/scan";
import { openAtomicFile, type Disk } from "../searches/atomicFile";
import { createByteSink, type ByteSink, type WriteBytes } from "./byteSink";
import { lookForProfile, resolveProfile, type ColumnProfile } from "./columnProfile";
import { cellContent, csvBeginning, lineWriter, type CsvOptions } from "./csvWriter";
import { copyRecords } from "./copyRecords";
import { copyingWriter, jsonArray, ndjson } from "./jsonWriter";

export type ExportFormat =
  | { readonly kind: "csv"; readonly profile: ColumnProfile; readonly options: CsvOptions }
  /** A JSON array of the records as they came. */
  | { readonly kind: "json" }
  /** One record a line, as it came. */
  | { readonly kind: "ndjson" };

export type ExportTarget =
  /** With `replace` false a taken name gets a number; see `ExportResult.file`. */
  | { readonly kind: "file"; readonly disk: Disk; readonly file: string; readonly replace: boolean }
  /** A file system that is no disk: one write of the whole content. */
  | { readonly kind: "virtual"; write(content: Uint8Array): Promise<void> };

export interface ExportRequest {
  readonly source: RecordSource;
  /** Rows of the source to write, in this order; all when absent. None is none. */
  readonly rows?: ArrayLike<number> | undefined;
  readonly format: ExportFormat;
  readonly target: ExportTarget;
  readonly pace: Pace;
  /** Records written so far, and of how many. Called once a batch. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface ExportResult {
  readonly records: number;
  readonly bytes: number;
  /** The file really written; absent for a virtual target. */
  readonly file?: string;
}

/** Adds records to a sink in one format. */
export interface RecordWriter {
  begin(sink: ByteSink): void;
  record(sink: ByteSink, bytes: Uint8Array): void;
  end(sink: ByteSink): void;
}

/**
 * Writes the export. Rejects with a `DiskFailure` whose message is a sentence, or with the signal's reason when
 * cancelled; in both cases the old file is whole.
 */
export async function exportRecords(request: ExportRequest): Promise<ExportResult> {
  const { target, pace } = request;
  // Columns first: looking through the records can take long, and no file is begun before it is needed.
  const writeAll = await wayToWrite(request);
  if (target.kind === "virtual") {
    const pieces: Uint8Array[] = [];
    const written = await writeAll(async (bytes) => {
      pieces.push(Uint8Array.prototype.slice.call(bytes));
    });
    pace.signal?.throwIfAborted();
    await target.write(Buffer.concat(pieces));
    return written;
  }
  const file = await openAtomicFile(target.disk, target.file, { replace: target.replace });
  try {
    const written = await writeAll(file.write);
    pace.signal?.throwIfAborted();
    return { ...written, file: await file.commit() };
  } finally {
    await file.abandon();
  }
}

interface Written {
  readonly records: number;
  readonly bytes: number;
}

async function wayToWrite(request: ExportRequest): Promise<(write: WriteBytes) => Promise<Written>> {
  const { source, rows, format } = request;
  if (format.kind === "csv") {
    const writer = await csvWriter(format.profile, format.options, request);
    return (write) => writeRecords(request, writer, write);
  }
  const copied = format.kind === "json" ? jsonArray : ndjson;
  const { batches } = source;
  if (batches === undefined) {
    return (write) => writeRecords(request, copyingWriter(copied), write);
  }
  const records = rows?.length ?? source.count;
  return async (write) => ({ records, bytes: await copyRecords(request, records, batches, copied, write) });
}

async function csvWriter(profile: ColumnProfile, options: CsvOptions, { source, rows, pace }: ExportRequest): Promise<RecordWriter> {
  const columns = resolveProfile(source.recordKind, profile, await lookForProfile(profile, source, pace, rows));
  const line = lineWriter(columns, options);
  const read = recordReader(columns);
  return {
    begin: (sink) => {
      sink.addText(csvBeginning(columns, options));
    },
    record: (sink, bytes) => {
      sink.addText(line(read(bytes)));
    },
    end: () => undefined,
  };
}

/** Enough records that a read of the disk is no cost of its own, few enough that they fit into the memory lent for it: some 400 kB of people. */
const batch = 64;

/** Sends records through a writer in slices; shared by whole exports and by additions to a file. */
export async function writeRecords(
  { source, rows, pace, onProgress }: Pick<ExportRequest, "source" | "rows" | "pace" | "onProgress">,
  writer: RecordWriter,
  write: WriteBytes,
): Promise<Written> {
  const sink = createByteSink(write);
  const slices = slicesOf(pace);
  const memory = createReadMemory();
  const total = rows?.length ?? source.count;
  writer.begin(sink);
  for (let start = 0; start < total; start += batch) {
    pace.signal?.throwIfAborted();
    const count = Math.min(batch, total - start);
    const chosen = rows === undefined ? undefined : Array.from({ length: count }, (_, index) => rows[start + index] ?? 0);
    // Writers and the sink copy what they keep, so the records of the batch before are done with.
    memory.begin();
    const records = chosen === undefined ? await source.read(start, count, memory) : await source.readMany(chosen, memory);
    // Not `of`: here that makes an object for each record.
    for (let index = 0; index < records.length; index += 1) {
      writer.record(sink, records[index] as Uint8Array);
      if (sink.full) {
        await sink.flush();
      }
      if (slices.spent()) {
        await slices.turn();
      }
    }
    onProgress?.(start + records.length, total);
  }
  writer.end(sink);
  await sink.flush();
  return { records: total, bytes: sink.bytes };
}

/** The first rows as they will be written, without quoting. */
export async function previewExport(request: {
  readonly source: RecordSource;
  readonly rows?: ArrayLike<number> | undefined;
  readonly profile: ColumnProfile;
  /** With these the cells are as guarded and treated as in the file. */
  readonly options?: CsvOptions | undefined;
  readonly pace: Pace;
  /** 5 when absent. */
  readonly count?: number | undefined;
}): Promise<{ readonly headers: readonly string[]; readonly rows: readonly (readonly string[])[] }> {
  const { source, profile, pace } = request;
  const total = request.rows?.length ?? source.count;
  const shown = Array.from({ length: Math.min(request.count ?? 5, total) }, (_, index) => request.rows?.[index] ?? index);
  const columns = resolveProfile(source.recordKind, profile, await lookForProfile(profile, source, pace, shown));
  const rows: (readonly string[])[] = [];
  await scanRecords(source, pace, { rows: shown }, (bytes) => {
    const record = parseRecord(bytes);
    rows.push(columns.map((column) => (request.options === undefined ? cellText(column.value(record)) : cellContent(column, column.value(record), request.options))));
  });
  return { headers: columns.map(({ header }) => header), rows };
}
