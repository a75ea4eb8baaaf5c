// Resolves the format, the columns or column profile, and the records of an export from their names.
import { builtInProfiles } from "../export/columnProfile";
import { crmProfiles } from "../export/crmProfiles";
import { fileEndings, fileKinds, type FileKind } from "../export/fileKinds";
import { hasColumns, isColumnKind, type ExportFormat, type FormatKind } from "../export/formats";
import { columnsOf, offeredColumns, type Column } from "../records/columns";
import { changeColumnId, type ExtraData } from "../records/extraColumns";
import { parseProfile, sameProfileName, type ColumnProfile, type ProfileColumn } from "../searches/columnProfiles";
import type { SearchDocument } from "../searches/searchDocument";
import type { RecordKind } from "../service/operations";
import { rowChanges } from "../store/changes";
import type { ViewOrder } from "../store/viewSource";
import { csvPresets } from "../tables/writer";
import { Refusal, type App } from "./app";
import { changesToWrite, isOneOf } from "./compareRuns";
import { checkColumns, noColumn, orderOf, type ChosenRecords, type RecordChoice } from "./readRecords";
import { extraDataOf, type RowSource } from "./rowSource";
import { neutral } from "./untrusted";
import type { WriteRequest } from "./writeRecords";

export interface WantedFormat {
  readonly kind: FileKind;
  /** Names of columns, or one name of a column profile; when absent, the main columns, or whole records for JSON. */
  readonly columns?: readonly string[] | undefined;
  /** The name of a column profile, instead of columns. */
  readonly profile?: string | undefined;
  /** CSV with every value as received. */
  readonly raw?: boolean | undefined;
  /** The additional columns of the records. */
  readonly extraData?: ExtraData | undefined;
}

/** `profiles`: the user's own. Throws a `Refusal` that lists the available ones. */
function exportFormatOf(
  recordKind: RecordKind,
  { kind: fileKind, columns, profile: name, raw = false, extraData }: WantedFormat,
  profiles: readonly ColumnProfile[] = [],
): ExportFormat {
  const kind = formatKindOf(fileKind);
  if (raw && kind !== "csv") {
    throw new Refusal(`Only CSV and TSV can be raw: ${kind} files have every value as received anyway.`);
  }
  const isNamed = columns !== undefined || name !== undefined;
  const offered = [...profiles, ...suppliedProfiles(recordKind, extraData)];
  const profile =
    name !== undefined
      ? profileNamed(name, offered)
      : columns === undefined
        ? builtInProfiles(recordKind, extraData)[0]
        : profileOf(columns, recordKind, extraData, offered);
  if (!isColumnKind(kind)) {
    return { kind, ...(isNamed && { profile }) };
  }
  const delimiter = fileKind === "tsv" ? "\t" : ",";
  return { kind, profile, options: { ...csvPresets.Plain, delimiter, guard: !raw } };
}

const formatKindOf = (kind: FileKind): FormatKind => (kind === "tsv" ? "csv" : kind);

/** The column profiles that are not the user's own. */
const suppliedProfiles = (recordKind: RecordKind, extraData?: ExtraData): readonly ColumnProfile[] => [
  ...builtInProfiles(recordKind, extraData),
  ...crmProfiles(recordKind, extraData),
];

function profileNamed(name: string, offered: readonly ColumnProfile[]): ColumnProfile {
  const found = offered.find((one) => sameProfileName(one.name, name));
  if (found === undefined) {
    throw new Refusal(`There is no column profile “${neutral(name, 60)}” for these records.${profilesText(offered)}`);
  }
  return found;
}

const profilesText = (offered: readonly ColumnProfile[]): string =>
  ` Column profiles: ${[...new Set(offered.map(({ name }) => neutral(name, 60)))].join(", ")}.`;

function profileOf(
  names: readonly string[],
  kind: RecordKind,
  extraData: ExtraData | undefined,
  offered: readonly ColumnProfile[],
): ColumnProfile {
  const all = offeredColumns(kind, extraData);
  const [first = ""] = names;
  const named = names.length === 1 ? offered.find(({ name }) => sameProfileName(name, first)) : undefined;
  return named ?? { name: "", columns: names.map((name) => columnNamed(name, kind, all, offered)), lists: "joined" };
}

/** A column by its id or its label, or any field by its path. */
function columnNamed(
  name: string,
  kind: RecordKind,
  all: readonly Column[],
  offered: readonly ColumnProfile[],
): ProfileColumn {
  const wanted = name.trim().toLowerCase();
  const found =
    all.find(({ id }) => id.toLowerCase() === wanted) ?? all.find(({ label }) => label.toLowerCase() === wanted);
  if (found !== undefined) {
    return { id: found.id };
  }
  if (/^[\w-]+(?:\.[\w-]+|\[\d*\])+$/u.test(name.trim())) {
    return { id: name.trim() };
  }
  throw noColumn(kind, name, profilesText(offered));
}

export const recordKindOfSearch: Readonly<Record<SearchDocument["search"], RecordKind>> = {
  company: "company",
  people: "person",
};

/** `search`: the search of the records when they do not exist yet. */
export async function ownProfiles(
  { store, searchAt }: App,
  { recordKind, run }: Pick<RowSource, "recordKind" | "run">,
  search?: SearchDocument,
) {
  const document = search ?? (await searchAt(run?.header.source));
  // The file may have been changed to search for another kind of record.
  const isOfKind = document !== undefined && recordKindOfSearch[document.search] === recordKind;
  const thisSearch = isOfKind ? (document.export?.profiles ?? []) : [];
  const everySearch = (await store.profiles.columnProfiles(recordKind))
    .map(parseProfile)
    .flatMap((parsed) => (parsed.ok ? [parsed.profile] : []))
    .filter(({ name }) => !thisSearch.some((one) => sameProfileName(one.name, name)))
    .sort((a, b) => a.name.localeCompare(b.name));
  return { thisSearch, everySearch };
}

export interface ExportChoice extends RecordChoice {
  readonly format: FileKind;
  /** Name of a column profile, used when no columns are given. */
  readonly profile?: string | undefined;
}

/** The request to write a source. Rejects with a `Refusal`. */
export async function requestOf(app: App, source: RowSource, choice: ExportChoice): Promise<WriteRequest> {
  const { format: kind, columns, profile } = choice;
  const format = await formatOf(app, source, { kind, columns, profile: columns === undefined ? profile : undefined });
  const named = format.profile?.columns;
  const chosen = named === "everything" ? undefined : named;
  if (chosen !== undefined && format.profile?.name === "") {
    await checkColumns(
      app,
      source,
      chosen.map(({ id }) => id),
    );
  }
  // The filter's words are searched in the columns; a whole record has all columns.
  const ids = (chosen ?? columnsOf(source.recordKind)).map(({ id }) => id);
  return { source, format, order: await orderToWrite(app, { source, format }, { ...choice, columns: ids }) };
}

/**
 * The records of the source to write, and their order: for a comparison only the differences, as in `changesToWrite`,
 * unless a condition names the column.
 */
export function orderToWrite(
  app: App,
  { source, format }: Omit<WriteRequest, "order">,
  { conditions = [], ...choice }: ChosenRecords,
): Promise<ViewOrder> {
  const isNamed = conditions.some((one) => "column" in one && one.column === changeColumnId);
  const wanted = isNamed ? rowChanges : changesToWrite(source.recordKind, format);
  const compared = extraDataOf(source).isCompared === true ? [isOneOf(wanted)] : [];
  return orderOf(app, source, { ...choice, conditions: [...conditions, ...compared] });
}

/** Throws a `Refusal` if no format has this ending. */
export function formatOfFile(file: string): FileKind {
  const found = fileKinds.find((kind) => file.toLowerCase().endsWith(`.${kind}`));
  if (found === undefined) {
    throw new Refusal(`The name of the file must end with one of ${fileEndings.join(", ")}.`);
  }
  return found;
}

/** Whether a file with this name has the format. Throws a `Refusal` if no format has its ending. */
export const isOfFormat = (file: string, format: ExportFormat): boolean => {
  const kind = formatOfFile(file);
  const isTabbed = hasColumns(format) && format.options.delimiter === "\t";
  return formatKindOf(kind) === format.kind && (kind === "tsv") === isTabbed;
};

/**
 * `search`: the search of the records when they do not exist yet. Rejects with a `Refusal` that lists the available
 * ones.
 */
export async function formatOf(
  app: App,
  source: Pick<RowSource, "recordKind" | "run">,
  wanted: WantedFormat,
  search?: SearchDocument,
): Promise<ExportFormat> {
  const isNamed = wanted.columns !== undefined || wanted.profile !== undefined;
  const { thisSearch = [], everySearch = [] } = isNamed ? await ownProfiles(app, source, search) : {};
  const format = { extraData: extraDataOf(source), ...wanted };
  return exportFormatOf(source.recordKind, format, [...thisSearch, ...everySearch]);
}
