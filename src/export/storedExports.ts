// What is kept on disk about exports: column profiles for all searches, and the last export of each search. A file each.
import { createHash } from "node:crypto";
import path from "node:path";
import type { RecordKind } from "../runs/run";
import { writeFileAtomically, type Disk } from "../searches/atomicFile";
import { parseProfile, profileAsJson, sameProfileName, type ColumnProfile } from "../searches/columnProfiles";
import { csvPresets, type CsvOptions } from "./csvWriter";
import type { ExportFormat } from "./exportRun";

/** The last export of one search. */
export interface LastExport {
  readonly format: ExportFormat;
  /** URI of the file, as text. */
  readonly file: string;
  /** ms since 1970 */
  readonly at: number;
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
}

const profileEnding = ".columns.json";

/** Both folders are made when something is first kept in them. */
export function openStoredExports(folder: string, disk: Disk): StoredExports {
  const profileFolder = path.join(folder, "columns");
  const lastFolder = path.join(folder, "last");
  const profileFile = (kind: RecordKind, name: string): string => path.join(profileFolder, hashed(`${kind}\n${name.trim().toLowerCase()}`) + profileEnding);
  const lastFile = (search: string): string => path.join(lastFolder, `${hashed(search)}.json`);
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
    remember: (search, { format, file, at }) => write(lastFolder, lastFile(search), { search, file, at, format: format.kind === "csv" ? { ...format, profile: profileAsJson(format.profile) } : format }),
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
  const { search: of, file, at, format } = objectOf(value) ?? {};
  const parsed = parseFormat(format);
  return of === search && typeof file === "string" && typeof at === "number" && parsed !== undefined ? { file, at, format: parsed } : undefined;
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
