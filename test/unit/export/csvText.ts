// A whole CSV file as text, for tests to compare with.
import type { ExportColumn } from "../../../src/export/columnProfile";
import type { CsvOptions } from "../../../src/csv/writer";
import { csvBeginning, recordLineWriter } from "../../../src/export/csvLines";

export function csvText(columns: readonly ExportColumn[], records: readonly unknown[], options: CsvOptions): string {
  return csvBeginning(columns, options) + records.map(recordLineWriter(columns, options)).join("");
}
