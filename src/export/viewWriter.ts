// Writes the records of a view in a format, in pieces: other calls of the store are answered between two of them.
import type { SQLOutputValue } from "node:sqlite";
import { columnOf, type CellValue, type Column } from "../rows/columns";
import { textOf } from "../rows/record";
import type { ColumnProfile } from "../searches/columnProfiles";
import type { RecordKind } from "../service/operations";
import { mainColumns } from "../store/mainColumns";
import { notFound } from "../store/storeError";
import { parseExact } from "../service/exactJson";
import type { Task } from "../store/task";
import type { ViewReader } from "../store/views";
import { ByteSink, type WriteBytes } from "./byteSink";
import {
  createProfileLook,
  profileNeedsLook,
  resolveProfile,
  type ExportColumn,
  type ProfileLook,
} from "./columnProfile";
import { csvBeginning, recordLineWriter } from "./csvLines";
import type { CsvFormat, ExportFormat } from "./exportFormat";
import type { RecordText } from "./jsonText";
import { jsonWriter, ndjsonWriter, type RecordWriter } from "./jsonWriter";

/** Rows that are read and formatted at once: some milliseconds of work each. */
const rowsAtOnce = 1_000;
const jsonAtOnce = 200;

/** What is read of each row, and how it is added to the file. */
export interface RowWriter {
  readonly columns: string;
  readonly withJson: boolean;
  begin(sink: ByteSink): void;
  row(sink: ByteSink, values: SQLOutputValue[]): void;
  end(sink: ByteSink): void;
}

/** Rejects with NOT_FOUND when records were deleted meanwhile: an export is never silently a part. */
export async function writeView(
  reader: ViewReader,
  writer: RowWriter,
  write: WriteBytes,
  task: Task,
): Promise<{ readonly records: number; readonly bytes: number }> {
  const sink = new ByteSink(write);
  const total = reader.count;
  const step = writer.withJson ? jsonAtOnce : rowsAtOnce;
  let records = 0;
  writer.begin(sink);
  for (let from = 0; from < total; from += step) {
    for (const row of reader.read(writer.columns, from, Math.min(total, from + step), writer.withJson)) {
      writer.row(sink, row);
      records += 1;
      if (sink.isFull) {
        await sink.flush();
      }
    }
    task.progress(Math.min(total, from + step), total);
    await task.breathe();
  }
  if (records < total) {
    throw notFound();
  }
  writer.end(sink);
  await sink.flush();
  return { records, bytes: sink.bytes };
}

export async function rowWriter(reader: ViewReader, format: ExportFormat, task: Task): Promise<RowWriter> {
  switch (format.kind) {
    case "csv":
      return csvRows(reader, format, task);
    case "json":
      return jsonRows(jsonWriter());
    case "ndjson":
      return jsonRows(ndjsonWriter);
  }
}

/** As bytes: decoding them is several times faster than making SQLite's texts. */
export const jsonBytes = "cast(j.json as blob)";

export const jsonRows = (writer: RecordWriter): RowWriter => ({
  columns: jsonBytes,
  withJson: true,
  begin: (sink) => writer.begin(sink),
  row: (sink, [bytes]) => writer.record(sink, bytes as Uint8Array),
  end: (sink) => writer.end(sink),
});

export function textRows(text: RecordText): RowWriter {
  let isFirst = true;
  return {
    columns: "j.json",
    withJson: true,
    begin: (sink) => sink.addText(text.begin),
    row: (sink, [json]) => {
      sink.addText(text.record(String(json), isFirst));
      isFirst = false;
    },
    end: (sink) => sink.addText(text.end(isFirst)),
  };
}

async function csvRows(reader: ViewReader, { profile, options }: CsvFormat, task: Task): Promise<RowWriter> {
  const look = await lookThrough(reader, profile, reader.count, task);
  const columns = resolveProfile(reader.kind, profile, look);
  const line = recordLineWriter(columns, options);
  const common = {
    begin: (sink: ByteSink): void => sink.addText(csvBeginning(columns, options)),
    end: () => undefined,
  };
  const fromRow = rowColumns(reader.kind, profile, look);
  if (fromRow === undefined) {
    return {
      ...common,
      columns: jsonBytes,
      withJson: true,
      row: (sink, [json]) => sink.addText(line(parseExact(textOf(json as Uint8Array)))),
    };
  }
  const rowLine = recordLineWriter(fromRow.columns, options);
  return {
    ...common,
    // A row whose columns do not hold the exact values has its JSON, too.
    columns: `${fromRow.sql}, iif(m.raw, (select json from record_json where key = m.key), null)`,
    withJson: false,
    row: (sink, values) => {
      const json = values[values.length - 1];
      sink.addText(json === null ? rowLine(values) : line(parseExact(String(json))));
    },
  };
}

/** The profile's columns as they are read from rows of the table; `undefined` when not all of them are main columns. */
function rowColumns(
  kind: RecordKind,
  profile: ColumnProfile,
  look: ProfileLook,
): { readonly columns: readonly ExportColumn[]; readonly sql: string } | undefined {
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
  return {
    columns: resolveProfile(kind, profile, look, find),
    sql: [...places.keys()].map((id) => `m.${id}`).join(", "),
  };
}

/** Looks through the first `count` records as far as the profile needs it. */
export async function lookThrough(
  reader: ViewReader,
  profile: ColumnProfile,
  count: number,
  task: Task,
): Promise<ProfileLook> {
  const look = createProfileLook(reader.kind, profile);
  if (profileNeedsLook(profile)) {
    await eachRecord(reader, count, task, (json) => look.add(parseExact(json)));
  }
  return look.result();
}

/** The JSON of the first `count` records, one after the other. */
export async function eachRecord(
  reader: ViewReader,
  count: number,
  task: Task,
  use: (json: string) => void,
): Promise<void> {
  const total = Math.min(count, reader.count);
  for (let from = 0; from < total; from += jsonAtOnce) {
    for (const [json] of reader.read("j.json", from, Math.min(total, from + jsonAtOnce), true)) {
      use(String(json));
    }
    await task.breathe();
  }
}
