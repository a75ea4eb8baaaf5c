// The table of export formats: everything that export, append, preview and copy need to know about a format.
// What writes each of them is in writers.ts, which only the database's worker loads.
import * as l10n from "@vscode/l10n";
import { noGuardText } from "../csv/formulaGuard";
import { csvPresets, type CsvOptions } from "../csv/writer";
import type { ColumnChoice } from "./columnProfile";

/** An entry of the list of formats when records are written to a file. */
interface FileChoice {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** The options that this choice begins with; only of formats that use CSV options. */
  readonly options?: CsvOptions;
}

interface FormatDefinition {
  /** Endings of files with this format, without the dot; new files get the first. */
  readonly endings: readonly [string, ...string[]];
  /** Absent for what is only copied. */
  readonly fileChoices?: () => readonly FileChoice[];
}

const formats = {
  csv: {
    endings: ["csv", "tsv"],
    fileChoices: () => [
      {
        label: "CSV",
        description: l10n.t("comma, UTF-8"),
        detail: l10n.t("For scripts and most spreadsheets, formulas neutralized."),
        options: csvPresets.Plain,
      },
      {
        label: l10n.t("CSV for Excel"),
        description: l10n.t("opens correctly with a double click"),
        detail: l10n.t("With a byte-order mark and Windows line endings, formulas neutralized."),
        options: csvPresets.Excel,
      },
      {
        label: l10n.t("CSV, raw"),
        description: noGuardText(),
        detail: l10n.t("Every value as received. Do not open it in a spreadsheet unless you trust the data."),
        options: { ...csvPresets.Plain, guard: false },
      },
    ],
  },
  json: {
    endings: ["json"],
    fileChoices: () => [
      {
        label: "JSON",
        description: l10n.t("one array"),
        detail: l10n.t("The records unchanged, with every field the service sent."),
      },
    ],
  },
  ndjson: {
    endings: ["ndjson"],
    fileChoices: () => [
      {
        label: "NDJSON",
        description: l10n.t("one record per line"),
        detail: l10n.t("The records unchanged; for streams and large files."),
      },
    ],
  },
  xlsx: {
    endings: ["xlsx"],
    fileChoices: () => [
      {
        label: l10n.t("Excel workbook"),
        description: l10n.t("typed cells, never formulas"),
        detail: l10n.t("With a fixed header, filters, and a second sheet that names the search and its run."),
      },
    ],
  },
  sqlite: {
    endings: ["sqlite", "db"],
    fileChoices: () => [
      {
        label: l10n.t("SQLite database"),
        description: l10n.t("a table with typed columns"),
        detail: l10n.t("For SQL: the chosen columns, and each record unchanged as JSON."),
      },
    ],
  },
  parquet: {
    endings: ["parquet"],
    fileChoices: () => [
      {
        label: "Parquet",
        description: l10n.t("typed columns, compressed"),
        detail: l10n.t("For DuckDB, Spark, pandas, and data warehouses."),
      },
    ],
  },
  markdown: {
    endings: ["md"],
  },
} as const satisfies Readonly<Record<string, FormatDefinition>>;

/** The names by which stored exports know their format. */
export type FormatKind = keyof typeof formats;
/** Formats of whole records; the columns of the others are chosen by a column profile. */
export const wholeRecordKinds = ["json", "ndjson"] as const satisfies readonly FormatKind[];
export type WholeRecordKind = (typeof wholeRecordKinds)[number];
export type ColumnKind = Exclude<FormatKind, WholeRecordKind>;
/** Formats of files to which new records can be appended. */
const appendableKinds = ["csv", "ndjson"] as const satisfies readonly FormatKind[];
export type AppendableKind = (typeof appendableKinds)[number];

/** A format and the choices made for it. */
export type ColumnFormat = ColumnChoice & { readonly kind: ColumnKind };
export type ExportFormat = ColumnFormat | { readonly kind: WholeRecordKind };

export type FileFormat = FileChoice & { readonly kind: FormatKind };

const formatKinds = Object.keys(formats) as readonly FormatKind[];
export const isColumnKind = (kind: FormatKind): kind is ColumnKind => !wholeRecordKinds.some((one) => one === kind);
export const columnKinds = formatKinds.filter(isColumnKind);

export const hasColumns = (format: ExportFormat): format is ColumnFormat => isColumnKind(format.kind);

/** `choice` is used by formats with columns. */
export const formatWith = (kind: FormatKind, choice: ColumnChoice): ExportFormat =>
  isColumnKind(kind) ? { kind, ...choice } : { kind: kind as WholeRecordKind };

export const endingsOf = (kind: FormatKind): FormatDefinition["endings"] => formats[kind].endings;

/** Whether new records can be appended to a file of this format. */
export const isAppendable = (kind: FormatKind): kind is AppendableKind => appendableKinds.some((one) => one === kind);

export const appendableEndings = (): readonly string[] => appendableKinds.flatMap(endingsOf);

/** The format of a file by its ending, among those that can be appended to; CSV when no ending matches. */
export const appendableFormatOf = (path: string): FormatKind =>
  appendableKinds.find((kind) => endingsOf(kind).some((ending) => path.endsWith(`.${ending}`))) ?? "csv";

/** The formats that are offered for files, in the order of the table. */
export const fileFormats = (): readonly FileFormat[] =>
  formatKinds.flatMap((kind) => {
    const { fileChoices }: FormatDefinition = formats[kind];
    return (fileChoices?.() ?? []).map((choice) => ({ kind, ...choice }));
  });
