// The formats that records are exported in: as files, and as text for the clipboard and the editor.
import type { ColumnProfile } from "../searches/columnProfiles";
import type { CsvOptions } from "../csv/writer";

export interface CsvFormat {
  readonly kind: "csv";
  readonly profile: ColumnProfile;
  readonly options: CsvOptions;
}

export type ExportFormat =
  | CsvFormat
  /** A JSON array of the records as the service sent them. */
  | { readonly kind: "json" }
  /** One record per line, as the service sent it. */
  | { readonly kind: "ndjson" };

export type TextFormat =
  | CsvFormat
  /** An indented JSON array. */
  | { readonly kind: "json" }
  /** A typed constant. */
  | { readonly kind: "typescript" }
  /** A Markdown table; `columns` are ids. */
  | { readonly kind: "markdown"; readonly columns: readonly string[]; readonly header: boolean };
