// What a format writes, as text, for tests to compare with.
import { ByteSink } from "../../../src/csv/byteSink";
import type { ExportColumn } from "../../../src/export/columnProfile";
import { csvLines } from "../../../src/export/csvFormat";
import type { RowWriter } from "../../../src/export/writeView";
import type { CsvOptions } from "../../../src/csv/writer";

/** A whole CSV file. */
export function csvText(columns: readonly ExportColumn[], records: readonly unknown[], options: CsvOptions): string {
  const { beginning, line } = csvLines(columns, options);
  return beginning + records.map(line).join("");
}

/** What a writer makes of records that are given as JSON. */
export async function writtenText(writer: RowWriter, records: readonly string[]): Promise<string> {
  let text = "";
  const sink = new ByteSink(async (bytes) => {
    text += Buffer.from(bytes).toString();
  });
  writer.begin(sink);
  records.forEach((json) => writer.row(sink, [json]));
  writer.end(sink);
  await sink.flush();
  return text;
}
