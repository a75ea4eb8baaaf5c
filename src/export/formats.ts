// The table of export formats: everything that export, append, preview and copy need to know about a format.
// What writes each of them is in writers.ts, which only the database's worker loads.
import * as l10n from "@vscode/l10n";
import { noGuardText } from "../csv/formulaGuard";
import { csvPresets, type CsvOptions } from "../csv/writer";
import type { RecordKind } from "../service/operations";
import type { ColumnChoice } from "./columnProfile";

/** An entry of the list of formats when records are written to a file. */
interface FileChoice {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** The options that this choice begins with; only of formats that use CSV options. */
  readonly options?: CsvOptions;
}

const everyRecordKind: readonly RecordKind[] = ["company", "person", "contact"];

interface CommonDefinition {
  /** The kinds of record that it is offered for. */
  readonly recordKinds: readonly RecordKind[];
  /** Endings of files with this format, without the dot; new files get the first. */
  readonly endings: readonly [string, ...string[]];
  readonly fileChoices?: () => readonly FileChoice[];
  /** New records can be appended to a file of this format. */
  readonly isAppendable?: true;
}

/** A format whose columns are chosen by a column profile. */
interface ColumnDefinition extends CommonDefinition {
  readonly hasColumns: true;
  /** Whether cells, lines and the file follow the options of CSV, which the user can then change. */
  readonly usesCsvOptions: boolean;
}

/** A format of whole records. */
interface RecordDefinition extends CommonDefinition {
  readonly hasColumns: false;
}

const formats = {
  csv: {
    endings: ["csv", "tsv"],
    recordKinds: everyRecordKind,
    hasColumns: true,
    usesCsvOptions: true,
    isAppendable: true,
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
    recordKinds: everyRecordKind,
    hasColumns: false,
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
    recordKinds: everyRecordKind,
    hasColumns: false,
    isAppendable: true,
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
    recordKinds: everyRecordKind,
    hasColumns: true,
    usesCsvOptions: false,
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
    recordKinds: everyRecordKind,
    hasColumns: true,
    usesCsvOptions: false,
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
    recordKinds: everyRecordKind,
    hasColumns: true,
    usesCsvOptions: false,
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
    recordKinds: everyRecordKind,
    hasColumns: true,
    usesCsvOptions: false,
  },
} as const satisfies Readonly<Record<string, ColumnDefinition | RecordDefinition>>;

/** The names by which stored exports know their format. */
export type FormatKind = keyof typeof formats;
export type ColumnKind = { [K in FormatKind]: (typeof formats)[K]["hasColumns"] extends true ? K : never }[FormatKind];
export type WholeRecordKind = Exclude<FormatKind, ColumnKind>;
/** Formats of files to which new records can be appended. */
export type AppendableKind = {
  [K in FormatKind]: (typeof formats)[K] extends { readonly isAppendable: true } ? K : never;
}[FormatKind];

/** A format and the choices made for it. */
export type ColumnFormat = ColumnChoice & { readonly kind: ColumnKind };
export type ExportFormat = ColumnFormat | { readonly kind: WholeRecordKind };

export type FileFormat = FileChoice & { readonly kind: FormatKind };

const formatKinds = Object.keys(formats) as readonly FormatKind[];
export const isColumnKind = (kind: FormatKind): kind is ColumnKind => formats[kind].hasColumns;
export const columnKinds = formatKinds.filter(isColumnKind);
export const wholeRecordKinds = formatKinds.filter((kind) => !isColumnKind(kind)) as readonly WholeRecordKind[];

export const hasColumns = (format: ExportFormat): format is ColumnFormat => isColumnKind(format.kind);

/** Whether the options of CSV say how cells and the file are written. */
export function usesCsvOptions(kind: FormatKind): boolean {
  const definition = definitionOf(kind);
  return definition.hasColumns && definition.usesCsvOptions;
}

/** `choice` is used by formats with columns. */
export const formatWith = (kind: FormatKind, choice: ColumnChoice): ExportFormat =>
  isColumnKind(kind) ? { kind, ...choice } : { kind: kind as WholeRecordKind };

export const definitionOf = (kind: FormatKind): ColumnDefinition | RecordDefinition => formats[kind];

/** Whether new records can be appended to a file of this format. */
export const isAppendable = (kind: FormatKind): kind is AppendableKind => definitionOf(kind).isAppendable === true;

export const appendableEndings = (): readonly string[] =>
  formatKinds.filter(isAppendable).flatMap((kind) => definitionOf(kind).endings);

/** The format of a file by its ending, among those that can be appended to; CSV when no ending matches. */
export function appendableFormatOf(path: string): FormatKind {
  const matches = (kind: FormatKind): boolean =>
    isAppendable(kind) && definitionOf(kind).endings.some((ending) => path.endsWith(`.${ending}`));
  return formatKinds.find(matches) ?? "csv";
}

const isFor = (recordKind: RecordKind) => (kind: FormatKind) => definitionOf(kind).recordKinds.includes(recordKind);

/** The formats that are offered for files, in the order of the table. */
export function fileFormats(recordKind: RecordKind): readonly FileFormat[] {
  return formatKinds
    .filter(isFor(recordKind))
    .flatMap((kind) => (definitionOf(kind).fileChoices?.() ?? []).map((choice) => ({ kind, ...choice })));
}
