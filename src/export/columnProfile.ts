// Column profiles: named sets of columns with their order, headers and formats, and how lists become cells.
import type { RecordKind, RecordSource } from "../runs/run";
import { columnOf, columnsOf, type CellValue, type Column } from "../rows/columns";
import { createLeafFinder, type FoundLeaves } from "../rows/leafColumns";
import type { Pace } from "../rows/pace";
import { parseRecord } from "../rows/record";
import { scanRecords } from "../rows/scan";

/** `joined`: one cell, items parted by “; ”. `indexed`: a column for each item. `json`: one cell of JSON. */
export type ListHandling = "joined" | "indexed" | "json";

export interface ProfileColumn {
  /** A column's id, or the path of a field: `employment.current.title`. */
  readonly id: string;
  /** Text of the header; the column's label when absent. */
  readonly header?: string | undefined;
  /** `dateOnly` shortens a timestamp to its date. As sent when absent. */
  readonly format?: "asSent" | "dateOnly" | undefined;
}

export interface ColumnProfile {
  readonly name: string;
  /** `everything`: each field found in the records, known or not. */
  readonly columns: readonly ProfileColumn[] | "everything";
  readonly lists: ListHandling;
}

/** A column as it is written. */
export interface ExportColumn {
  readonly id: string;
  readonly header: string;
  /** Holds phone numbers, which a spreadsheet must not take for sums. */
  readonly phone: boolean;
  /** Holds labels such as `1-10`, which a spreadsheet must not take for dates. */
  readonly range: boolean;
  /** Every path that `value` reads; absent when it may read anything. */
  readonly paths?: readonly string[] | undefined;
  readonly value: (record: unknown) => CellValue;
}

/** The column that tells records of a kind apart in a file. */
export function idColumnOf(kind: RecordKind): string {
  return kind === "contact" ? "profile_id" : "id";
}

/** The profiles that are always there, the default first. */
export function builtInProfiles(kind: RecordKind): readonly ColumnProfile[] {
  const all = columnsOf(kind);
  // Files keep the exact number and the range's label apart, so that a column of numbers holds numbers.
  const main = all.filter((column) => column.visible || column.id === idColumnOf(kind));
  const mainIds = main.flatMap(({ id }) => (id.endsWith("headcount") ? [{ id: `${id}_exact`, header: columnOf(kind, id)?.label }, { id: `${id}_range` }] : [{ id }]));
  const allIds = all.flatMap(({ id }) => (id.endsWith("headcount") ? [] : [{ id }]));
  return [
    { name: "Main columns", columns: mainIds, lists: "joined" },
    { name: "All columns", columns: allIds, lists: "joined" },
    { name: "Everything found", columns: "everything", lists: "joined" },
  ];
}

const mostColumns = 2000;

/** A profile from a setting or a document, which may hold anything. */
export function parseProfile(value: unknown): { readonly ok: true; readonly profile: ColumnProfile } | { readonly ok: false; readonly message: string } {
  const refuse = (message: string): { readonly ok: false; readonly message: string } => ({ ok: false, message });
  if (typeof value !== "object" || value === null) {
    return refuse("A column profile is an object with a name, columns and lists.");
  }
  const { name, columns, lists } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== "string" || name.trim() === "" || name.length > 100) {
    return refuse("Give the column profile a name of at most 100 characters.");
  }
  if (lists !== undefined && lists !== "joined" && lists !== "indexed" && lists !== "json") {
    return refuse(`“lists” of the column profile “${name}” is "joined", "indexed" or "json".`);
  }
  if (columns === "everything") {
    return { ok: true, profile: { name, columns, lists: lists ?? "joined" } };
  }
  if (!Array.isArray(columns) || columns.length === 0 || columns.length > mostColumns) {
    return refuse(`“columns” of the column profile “${name}” is "everything" or a list of 1 to ${mostColumns} columns.`);
  }
  const parsed = (columns as readonly unknown[]).map(parseProfileColumn);
  const wrong = parsed.findIndex((column) => column === undefined);
  return wrong < 0
    ? { ok: true, profile: { name, columns: parsed.filter((column) => column !== undefined), lists: lists ?? "joined" } }
    : refuse(`Column ${wrong + 1} of the column profile “${name}” is wrong. Write { "id": "name", "header": "Company" }.`);
}

function parseProfileColumn(value: unknown): ProfileColumn | undefined {
  if (typeof value === "string") {
    return value === "" || value.length > 500 ? undefined : { id: value };
  }
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  const { id, header, format } = value as Readonly<Record<string, unknown>>;
  if (typeof id !== "string" || id === "" || id.length > 500 || (header !== undefined && (typeof header !== "string" || header.length > 500))) {
    return undefined;
  }
  if (format !== undefined && format !== "asSent" && format !== "dateOnly") {
    return undefined;
  }
  return { id, ...(header === undefined ? {} : { header }), ...(format === undefined ? {} : { format }) };
}

/** What a profile must know of the records before its columns are certain. */
export interface ProfileLook {
  readonly leaves: FoundLeaves;
  /** Column id → items of its longest list. */
  readonly longestLists: ReadonlyMap<string, number>;
}

/** Whether the records must be looked through first: for “everything”, and for a column per list item. */
export function profileNeedsLook(profile: ColumnProfile): boolean {
  return profile.columns === "everything" || profile.lists === "indexed";
}

/** More columns for one list than this would hide all others. */
const mostIndexed = 100;

/** Looks through records one by one. */
export function createProfileLook(kind: RecordKind, profile: ColumnProfile): { add(record: unknown): void; result(): ProfileLook } {
  const finder = createLeafFinder();
  const lists = profile.columns === "everything" || profile.lists !== "indexed" ? [] : profile.columns.map(({ id }) => columnOf(kind, id)).filter((column) => column !== undefined);
  const longestLists = new Map<string, number>();
  return {
    add: (record) => {
      if (profile.columns === "everything") {
        finder.add(record);
      }
      for (const column of lists) {
        const value = column.value(record);
        if (Array.isArray(value)) {
          longestLists.set(column.id, Math.min(mostIndexed, Math.max(value.length, longestLists.get(column.id) ?? 0)));
        }
      }
    },
    result: () => ({ leaves: finder.found(), longestLists }),
  };
}

/** Looks through a source as far as the profile needs it. Rejects with the signal's reason when aborted. */
export async function lookForProfile(profile: ColumnProfile, source: RecordSource, pace: Pace, rows?: ArrayLike<number>): Promise<ProfileLook> {
  const look = createProfileLook(source.recordKind, profile);
  if (profileNeedsLook(profile)) {
    await scanRecords(source, pace, rows === undefined ? { from: 0, to: source.count } : { rows }, (bytes) => {
      look.add(parseRecord(bytes));
    });
  }
  return look.result();
}

/** The columns that are written, in order. A column the records do not have is written empty, so files keep their shape. */
export function resolveProfile(kind: RecordKind, profile: ColumnProfile, look: ProfileLook): readonly ExportColumn[] {
  if (profile.columns === "everything") {
    return look.leaves[profile.lists].map((path) => exportColumn(columnOf(kind, path), { id: path, header: path }, profile.lists));
  }
  return profile.columns.flatMap((chosen) => {
    const column = columnOf(kind, chosen.id);
    const whole = exportColumn(column, chosen, profile.lists);
    const items = look.longestLists.get(chosen.id);
    if (profile.lists !== "indexed" || column === undefined || (items === undefined && column.type !== "list")) {
      return [whole];
    }
    return Array.from({ length: Math.max(1, items ?? 1) }, (_, index): ExportColumn => ({
      ...whole,
      id: `${chosen.id}[${index}]`,
      header: `${whole.header}[${index}]`,
      value: (record) => {
        const value = column.value(record);
        return Array.isArray(value) ? (value[index] as CellValue) ?? undefined : index === 0 ? value : undefined;
      },
    }));
  });
}

function exportColumn(column: Column | undefined, chosen: ProfileColumn, lists: ListHandling): ExportColumn {
  const read = column?.value ?? ((): undefined => undefined);
  const asText = lists === "json" ? jsonOfLists(read) : read;
  const value = chosen.format === "dateOnly" ? dateOnly(asText) : asText;
  return {
    id: chosen.id,
    header: chosen.header ?? column?.label ?? chosen.id,
    phone: column?.type === "phone" || /(^|[._])phones?(\[\d*\])?(\.number)?$/.test(chosen.id),
    range: /headcount(_range)?$/.test(chosen.id),
    paths: column === undefined ? [] : column.paths,
    value,
  };
}

function jsonOfLists(read: (record: unknown) => CellValue): (record: unknown) => CellValue {
  return (record) => {
    const value = read(record);
    return Array.isArray(value) ? JSON.stringify(value) : value;
  };
}

function dateOnly(read: (record: unknown) => CellValue): (record: unknown) => CellValue {
  return (record) => {
    const value = read(record);
    return typeof value === "string" && /^\d{4}-\d{2}-\d{2}T/.test(value) ? value.slice(0, 10) : value;
  };
}
