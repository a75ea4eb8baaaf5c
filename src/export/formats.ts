// The table of export formats: everything that export, preview and copy need to know about a format.
// The code that writes each format is loaded by storeExport.ts, only in the database's worker.
import type { ColumnProfile } from "../searches/columnProfiles";
import { noGuardText } from "../tables/formulaGuard";
import { csvPresets, type CsvOptions } from "../tables/writer";
import type { ColumnChoice } from "./columnProfile";
import { fileKinds, type FileKind } from "./fileKinds";

/** The names of formats in stored exports. TSV is CSV with tabs, and Markdown is only copied. */
export type FormatKind = Exclude<FileKind, "tsv"> | "markdown";
/** Formats that contain whole records unless columns are named; the other formats always have columns. */
export const wholeRecordKinds = ["json", "ndjson"] as const satisfies readonly FormatKind[];
export type WholeRecordKind = (typeof wholeRecordKinds)[number];
export type ColumnKind = Exclude<FormatKind, WholeRecordKind>;

/** A format and the choices made for it. */
export type ColumnFormat = ColumnChoice & { readonly kind: ColumnKind };
export type ExportFormat =
  | ColumnFormat
  | { readonly kind: WholeRecordKind; readonly profile?: ColumnProfile | undefined };

export const isColumnKind = (kind: FormatKind): kind is ColumnKind => !wholeRecordKinds.some((one) => one === kind);
const formatKinds: readonly FormatKind[] = [...fileKinds.filter((kind) => kind !== "tsv"), "markdown"];
export const columnKinds = formatKinds.filter(isColumnKind);

/** Cells have types: a column contains only numbers, or only texts. */
export const isTypedKind = (kind: FormatKind): boolean => ["xlsx", "sqlite", "parquet"].includes(kind);

export const hasColumns = (format: ExportFormat): format is ColumnFormat => isColumnKind(format.kind);

/** `choice` is used by formats with columns. */
export const formatWith = (kind: FormatKind, choice: ColumnChoice): ExportFormat =>
  isColumnKind(kind) ? { kind, ...choice } : { kind: kind as WholeRecordKind };

/** The ending of new files, without the dot. */
export const endingOf = (kind: FormatKind): string => (kind === "markdown" ? "md" : kind);

/** An entry of the list of formats when records are written to a file. */
export interface FileFormat {
  readonly kind: FormatKind;
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** The preset options of this choice; only for formats that use CSV options. */
  readonly options?: CsvOptions;
}

/** The formats for files, the simplest first. */
export const fileFormats = (): readonly FileFormat[] => [
  {
    kind: "csv",
    label: "CSV",
    description: "comma, UTF-8, ISO dates",
    detail: "For scripts and most spreadsheets, formulas neutralized.",
    options: csvPresets.Plain,
  },
  {
    kind: "csv",
    label: "CSV for Excel",
    description: "opens correctly with a double click",
    detail: "Dates as in the grid, a byte-order mark, Windows line endings, formulas neutralized.",
    options: csvPresets.Excel,
  },
  {
    kind: "csv",
    label: "CSV, raw",
    description: `${noGuardText}, ISO dates`,
    detail: "Every value as received. Do not open it in a spreadsheet unless you trust the data.",
    options: { ...csvPresets.Plain, guard: false },
  },
  {
    kind: "json",
    label: "JSON",
    description: "one array",
    detail: "The records unchanged, with every field the service sent, dates as ISO.",
  },
  {
    kind: "ndjson",
    label: "NDJSON",
    description: "one record per line",
    detail: "The records unchanged, dates as ISO; for streams and large files.",
  },
  {
    kind: "xlsx",
    label: "Excel workbook",
    description: "typed cells, never formulas",
    detail: "Dates as dates, a fixed header, filters, and a second sheet that names the search and its run.",
  },
  {
    kind: "sqlite",
    label: "SQLite database",
    description: "a table with typed columns",
    detail: "For SQL: the chosen columns, and each record unchanged as JSON.",
  },
  {
    kind: "parquet",
    label: "Parquet",
    description: "typed columns, compressed",
    detail: "For DuckDB, Spark, pandas, and data warehouses.",
  },
];
