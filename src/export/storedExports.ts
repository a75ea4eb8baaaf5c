// What is kept on disk about exports: column profiles for all searches, and the last export of each search. A file each.
import { createHash } from "node:crypto";
import path from "node:path";
import type { RecordKind } from "../service/operations";
import { writeFileAtomically, type Disk } from "../searches/atomicFile";
import { parseProfile, profileAsJson, sameProfileName, type ColumnProfile } from "../searches/columnProfiles";
import { csvPresets, type CsvOptions } from "./csvWriter";
import type { ExportFormat } from "./exportRun";

/** How the grid stood when what it showed was exported: new results can be put in the same order and through the same filters. */
export interface ShownOrder {
  readonly filter: string;
  /** Ids of the columns that the filter's words were looked for in. */
  readonly columns: readonly string[];
  readonly sort?: { readonly column: string; readonly descending: boolean } | undefined;
  /** A bar of the summary. */
  readonly facet?: { readonly id: string; readonly label: string; readonly bucket: string } | undefined;
  /** Ready-made choices, all of which hold. */
  readonly quick?: readonly string[] | undefined;
}

/** The last export of one search that new results can repeat. */
export interface LastExport {
  readonly format: ExportFormat;
  /** URI of the file, as text. */
  readonly file: string;
  /** ms since 1970 */
  readonly at: number;
  /** All records were exported when absent. */
  readonly shown?: ShownOrder | undefined;
}

/** An export of records that were selected: those of one run, so new results have none of them. */
export interface SelectionExport extends Omit<LastExport, "shown"> {
  readonly records: number;
}

export interface StoredExports {
  /** By name. A file that is damaged or of a later form is passed over. */
  profiles(kind: RecordKind): Promise<readonly ColumnProfile[]>;
  /** Takes the place of a profile of the same name. Rejects with a `DiskFailure`. */
  saveProfile(kind: RecordKind, profile: ColumnProfile): Promise<void>;
  removeProfile(kind: RecordKind, name: string): Promise<void>;
  /** `search` is whatever names the search: the URI of its file. */
  lastExport(search: string): Promise<LastExport | undefined>;
  remember(search: string, last: LastExport): Promise<void>;
  /** Kept beside the last export that can be repeated, not in its place. */
  lastSelection(search: string): Promise<SelectionExport | undefined>;
  rememberSelection(search: string, last: SelectionExport): Promise<void>;
}

const profileEnding = ".columns.json";

/** Both folders are made when something is first kept in them. */
export function openStoredExports(folder: string, disk: Disk): StoredExports {
  const profileFolder = path.join(folder, "columns");
  const lastFolder = path.join(folder, "last");
  const profileFile = (kind: RecordKind, name: string): string => path.join(profileFolder, hashed(`${kind}\n${name.trim().toLowerCase()}`) + profileEnding);
  const lastFile = (search: string): string => path.join(lastFolder, `${hashed(search)}.json`);
  const selectionFile = (search: string): string => path.join(lastFolder, `${hashed(search)}.selection.json`);
  const write = async (into: string, file: string, value: unknown): Promise<void> => {
    await disk.mkdir(into, { recursive: true });
    await writeFileAtomically(disk, file, `${JSON.stringify(value, undefined, 2)}\n`);
  };
  const read = async (file: string): Promise<unknown> => {
    try {
      return JSON.parse(await disk.readFile(file, "utf8")) as unknown;
    } catch {
      return undefined;
    }
  };
  return {
    async profiles(kind) {
      const names = await disk.readdir(profileFolder).catch((): string[] => []);
      const values = await Promise.all(names.filter((name) => name.endsWith(profileEnding)).map((name) => read(path.join(profileFolder, name))));
      const profiles = values.flatMap((value) => {
        const parsed = objectOf(value)?.["records"] === kind ? parseProfile(value) : undefined;
        return parsed?.ok === true ? [parsed.profile] : [];
      });
      return profiles
        .filter((profile, index) => profiles.findIndex(({ name }) => sameProfileName(name, profile.name)) === index)
        .sort((a, b) => a.name.localeCompare(b.name));
    },
    saveProfile: (kind, profile) => write(profileFolder, profileFile(kind, profile.name), { records: kind, ...profileAsJson(profile) }),
    removeProfile: (kind, name) => disk.unlink(profileFile(kind, name)).catch(ignoreMissing),
    lastExport: async (search) => parseLastExport(await read(lastFile(search)), search),
    remember: (search, { format, file, at, shown }) => write(lastFolder, lastFile(search), { search, file, at, format: formatAsJson(format), shown }),
    async lastSelection(search) {
      const value = await read(selectionFile(search));
      const parsed = parseLastExport(value, search);
      const records = objectOf(value)?.["records"];
      return parsed !== undefined && typeof records === "number" ? { format: parsed.format, file: parsed.file, at: parsed.at, records } : undefined;
    },
    rememberSelection: (search, { format, file, at, records }) => write(lastFolder, selectionFile(search), { search, file, at, format: formatAsJson(format), records }),
  };
}

/** A name for a file from any text, the same length for all. */
function hashed(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function ignoreMissing(error: unknown): void {
  if ((error as { readonly code?: unknown }).code !== "ENOENT") {
    throw error;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
}

function parseLastExport(value: unknown, search: string): LastExport | undefined {
  const { search: of, file, at, format, shown: given } = objectOf(value) ?? {};
  const parsed = parseFormat(format);
  const shown = parseShown(given);
  // A filter that cannot be read is not passed over: more would be exported than the user once chose.
  const isWhole = given === undefined || shown !== undefined;
  return of === search && typeof file === "string" && typeof at === "number" && parsed !== undefined && isWhole ? { file, at, format: parsed, ...(shown !== undefined && { shown }) } : undefined;
}

function parseShown(value: unknown): ShownOrder | undefined {
  const { filter, columns, sort, facet, quick } = objectOf(value) ?? {};
  const texts = (list: unknown): list is readonly string[] => Array.isArray(list) && list.every((item) => typeof item === "string");
  const { column, descending } = objectOf(sort) ?? {};
  const { id, label, bucket } = objectOf(facet) ?? {};
  const isSorted = typeof column === "string" && typeof descending === "boolean";
  const isNarrowed = typeof id === "string" && typeof label === "string" && typeof bucket === "string";
  if (typeof filter !== "string" || !texts(columns) || (sort !== undefined && !isSorted) || (facet !== undefined && !isNarrowed) || (quick !== undefined && !texts(quick))) {
    return undefined;
  }
  return { filter, columns, ...(isSorted && { sort: { column, descending } }), ...(isNarrowed && { facet: { id, label, bucket } }), ...(quick !== undefined && { quick }) };
}

function formatAsJson(format: ExportFormat): unknown {
  return format.kind === "csv" ? { ...format, profile: profileAsJson(format.profile) } : format;
}

function parseFormat(value: unknown): ExportFormat | undefined {
  const format = objectOf(value);
  switch (format?.["kind"]) {
    case "json":
      return { kind: "json" };
    case "ndjson":
      return { kind: "ndjson" };
    case "csv": {
      const parsed = parseProfile(format["profile"]);
      return parsed.ok ? { kind: "csv", profile: parsed.profile, options: parseOptions(format["options"]) } : undefined;
    }
    default:
      return undefined;
  }
}

/** What is missing or wrong is as in the plain preset, whose guard is on. */
function parseOptions(value: unknown): CsvOptions {
  const { delimiter, lineEnd, bom, header, guard, keepRangesText } = objectOf(value) ?? {};
  const plain = csvPresets.Plain;
  const yes = (given: unknown, otherwise: boolean): boolean => (typeof given === "boolean" ? given : otherwise);
  return {
    delimiter: delimiter === ";" || delimiter === "\t" ? delimiter : plain.delimiter,
    lineEnd: lineEnd === "\r\n" ? lineEnd : plain.lineEnd,
    bom: yes(bom, plain.bom),
    header: yes(header, plain.header),
    guard: yes(guard, plain.guard),
    keepRangesText: yes(keepRangesText, plain.keepRangesText),
  };
}
