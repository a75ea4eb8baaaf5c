// A whole CSV file as text, for tests to compare with.
import type { ExportColumn } from "../../../src/export/columnProfile";
import { csvBeginning, lineWriter, type CsvOptions } from "../../../src/export/csvWriter";

export function csvText(columns: readonly ExportColumn[], records: readonly unknown[], options: CsvOptions): string {
  return csvBeginning(columns, options) + records.map(lineWriter(columns, options)).join("");
}
