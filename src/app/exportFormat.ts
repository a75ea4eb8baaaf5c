// The format of an export from names: of the format, and of columns or a column profile.
import { csvPresets } from "../csv/writer";
import { builtInProfiles } from "../export/columnProfile";
import { crmProfiles } from "../export/crmProfiles";
import {
  appendableFormatOf,
  formatWith,
  isAppendable,
  isColumnKind,
  type ExportFormat,
  type FormatKind,
} from "../export/formats";
import { inEnglish } from "../language/language";
import type { Besides } from "../rows/besideColumns";
import { offeredColumns, type Column } from "../rows/columns";
import { sameProfileName, type ColumnProfile, type ProfileColumn } from "../searches/columnProfiles";
import type { RecordKind } from "../service/operations";
import { Refusal } from "./app";
import { noColumn } from "./recordColumns";
import { neutral } from "./untrusted";

/** The formats that agents and scripts write. */
export const fileKinds = [
  "csv",
  "json",
  "ndjson",
  "xlsx",
  "sqlite",
  "parquet",
] as const satisfies readonly FormatKind[];
export type FileKind = (typeof fileKinds)[number];

export interface WantedFormat {
  readonly kind: FileKind;
  /** Names of columns, or one name of a column profile; the main columns when absent. */
  readonly columns?: readonly string[] | undefined;
  /** The name of a column profile, instead of columns. */
  readonly profile?: string | undefined;
  /** What records have besides their own columns. */
  readonly besides?: Besides | undefined;
}

/** `profiles`: those of the user. Throws a `Refusal` that names what there is. */
export function exportFormatOf(
  recordKind: RecordKind,
  { kind, columns, profile: name, besides }: WantedFormat,
  profiles: readonly ColumnProfile[] = [],
): ExportFormat {
  if ((columns !== undefined || name !== undefined) && !isColumnKind(kind)) {
    throw new Refusal(`${kind} files contain whole records, so they have no columns to choose.`);
  }
  return inEnglish(() => {
    const offered = [...profiles, ...suppliedProfiles(recordKind, besides)];
    const profile =
      name !== undefined
        ? profileNamed(name, offered)
        : columns === undefined
          ? builtInProfiles(recordKind, besides)[0]
          : profileOf(columns, recordKind, besides, offered);
    return formatWith(kind, { profile, options: csvPresets.Plain });
  });
}

/** The column profiles that the user has not made. */
export const suppliedProfiles = (recordKind: RecordKind, besides?: Besides): readonly ColumnProfile[] => [
  ...builtInProfiles(recordKind, besides),
  ...crmProfiles(recordKind, besides),
];

/** Throws a `Refusal` for a format that cannot be added to. */
export function checkAppendable(kind: FormatKind): void {
  if (!isAppendable(kind)) {
    throw new Refusal("Records can be added to CSV and NDJSON files only.");
  }
}

/** For new records behind those of a file: its own header decides which columns are written, so all are offered. */
export function formatToAppend(recordKind: RecordKind, file: string): ExportFormat {
  const profile = {
    name: "all",
    columns: offeredColumns(recordKind).map(({ id }) => ({ id })),
    lists: "joined",
  } as const;
  return formatWith(appendableFormatOf(file), { profile, options: csvPresets.Plain });
}

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
  besides: Besides | undefined,
  offered: readonly ColumnProfile[],
): ColumnProfile {
  const all = offeredColumns(kind, besides);
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
