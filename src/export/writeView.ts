// Writes the records of a view through a `RowWriter`, in pieces between which the worker answers other calls.
import type { SQLOutputValue } from "node:sqlite";
import { textOf } from "../records/record";
import type { Disk } from "../searches/atomicFile";
import type { ColumnProfile } from "../searches/columnProfiles";
import { parseExact } from "../service/exactJson";
import { readsJson } from "../store/columnSql";
import type { Task } from "../store/task";
import type { ViewReader } from "../store/views";
import { ByteSink, type WriteBytes } from "../tables/byteSink";
import { ProfileScanner, profileNeedsScan, type ColumnChoice, type ProfileScan } from "./columnProfile";

/** The number of rows that are read and formatted without a pause: a few milliseconds of work. */
const rowsPerStep = 1_000;
const jsonPerStep = 200;

/** The SQL columns of each row, and how a row is added to the file. */
export interface RowWriter {
  /** SQL of the values that `row` receives. */
  readonly columns: string;
  begin(sink: ByteSink): void | Promise<void>;
  row(sink: ByteSink, values: SQLOutputValue[]): void;
  /** Called every few hundred rows, for formats that write rows in groups. */
  step?(sink: ByteSink): void | Promise<void>;
  /** May add more than the sink takes at once, if it flushes the sink itself. */
  end(sink: ByteSink): void | Promise<void>;
  /** Called at the end in any case, also after a failure and when canceled. */
  close?(): void | Promise<void>;
}

/** Facts about an export for formats with room for them, as label and value. */
export type ExportInfo = readonly (readonly [label: string, value: string | number | Date])[];

/** The input of every format's writer. */
export interface WriterContext {
  readonly reader: ViewReader;
  readonly info: ExportInfo;
  /** Whether to include values beside the records, as files do; see `ViewReader.extra`. */
  readonly withExtra: boolean;
  readonly task: Task;
  /** The target file. Error messages name it, and temporary files are created next to it. */
  readonly file: string;
  readonly disk: Disk;
}

/** The input of a writer with columns. */
export interface WriterRequest extends WriterContext {
  readonly choice: ColumnChoice;
}

/** Casting to a blob is several times faster than letting SQLite make a JavaScript string. */
export const jsonBytes = "cast(j.json as blob)";

type WrittenRows = Pick<ViewReader, "count" | "read">;

/** Rejects with NOT_FOUND when records were deleted meanwhile: an export never silently lacks records. */
export async function writeView(
  reader: WrittenRows,
  writer: RowWriter,
  write: WriteBytes,
  task: Task,
): Promise<{ readonly records: number; readonly bytes: number }> {
  try {
    const sink = new ByteSink(write);
    await writer.begin(sink);
    const records = await writeRows(reader, writer, sink, task);
    await writer.end(sink);
    await sink.flush();
    return { records, bytes: sink.bytes };
  } finally {
    await writer.close?.();
  }
}

async function writeRows(reader: WrittenRows, writer: RowWriter, sink: ByteSink, task: Task): Promise<number> {
  const total = reader.count;
  const step = readsJson(writer.columns) ? jsonPerStep : rowsPerStep;
  let records = 0;
  for (let from = 0; from < total; from += step) {
    for (const row of reader.read(writer.columns, from, Math.min(total, from + step))) {
      writer.row(sink, row);
      records += 1;
      if (sink.isFull) {
        await sink.flush();
      }
    }
    await writer.step?.(sink);
    if (sink.isFull) {
      await sink.flush();
    }
    task.progress(Math.min(total, from + step), total);
    await task.breathe();
  }
  return records;
}

/** Scans the records when the profile needs it. */
export async function scanRecords(reader: ViewReader, profile: ColumnProfile, task: Task): Promise<ProfileScan> {
  const scanner = new ProfileScanner(reader.kind, profile);
  if (profileNeedsScan(profile)) {
    await eachRecord(reader, reader.count, task, (json) => scanner.add(parseExact(json)));
  }
  return scanner.result();
}

/** Calls `use` with the JSON of each of the first `count` records. */
export const eachRecord = (reader: ViewReader, count: number, task: Task, use: (json: string) => void): Promise<void> =>
  eachRow({ read: reader.read, count: Math.min(count, reader.count) }, jsonBytes, task, ([json]) =>
    use(textOf(json as Uint8Array)),
  );

/** Calls `use` with the values of `columns`, which is SQL, of each row. */
export async function eachRow(
  { read, count }: WrittenRows,
  columns: string,
  task: Task,
  use: (values: readonly SQLOutputValue[]) => void,
): Promise<void> {
  for (let from = 0; from < count; from += jsonPerStep) {
    read(columns, from, Math.min(count, from + jsonPerStep)).forEach(use);
    await task.breathe();
  }
}
