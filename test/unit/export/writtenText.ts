// What a format writes, as text, for tests to compare with.
import * as disk from "node:fs/promises";
import type { ExportColumn } from "../../../src/export/columnProfile";
import { csvLines } from "../../../src/export/textFormats";
import type { RowWriter, WriterRequest } from "../../../src/export/writeView";
import type { ProfileColumn } from "../../../src/searches/columnProfiles";
import type { RecordKind } from "../../../src/service/operations";
import { ByteSink } from "../../../src/tables/byteSink";
import { csvPresets, type CsvOptions } from "../../../src/tables/writer";

/** A whole CSV file. */
export function csvText(columns: readonly ExportColumn[], records: readonly unknown[], options: CsvOptions): string {
  const { beginning, line } = csvLines(columns, options);
  return beginning + records.map((record) => line((index) => columns[index]?.value(record))).join("");
}

/** What makes a writer of these columns without a database. */
export const writerRequest = (kind: RecordKind, columns: readonly ProfileColumn[]): WriterRequest => ({
  reader: { kind, columns: { kind }, extra: [], count: 0, read: () => [] },
  choice: { profile: { name: "", columns, lists: "joined" }, options: csvPresets.Plain },
  info: [],
  withExtra: false,
  file: "",
  task: { breathe: async () => undefined, progress: () => undefined },
  disk,
});

/** What a writer makes of records that are given as JSON. */
export async function writtenText(writer: RowWriter, records: readonly string[]): Promise<string> {
  let text = "";
  const sink = new ByteSink(async (bytes) => {
    text += Buffer.from(bytes).toString();
  });
  await writer.begin(sink);
  records.forEach((json) => writer.row(sink, [Buffer.from(json)]));
  await writer.end(sink);
  await sink.flush();
  return text;
}
