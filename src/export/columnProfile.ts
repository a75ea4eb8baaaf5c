// Column profiles: named sets of columns with their order, headers and formats, and how lists become cells.
import * as l10n from "@vscode/l10n";
import type { RecordKind } from "../service/operations";
import type { CsvOptions } from "../csv/writer";
import { columnOf, columnsOf, type CellValue, type Column } from "../rows/columns";
import { createLeafFinder, type FoundLeaves } from "../rows/leafColumns";
import type { ColumnProfile, ListHandling, ProfileColumn } from "../searches/columnProfiles";

/** What the user chooses for a format with columns. */
export interface ColumnChoice {
  readonly profile: ColumnProfile;
  /** Markdown uses only `header`. */
  readonly options: CsvOptions;
}

/** A column as it is written. */
export interface ExportColumn {
  readonly id: string;
  readonly header: string;
  /** Contains phone numbers, which a spreadsheet would calculate. */
  readonly phone: boolean;
  /** Contains labels such as `1-10`, which a spreadsheet would turn into dates. */
  readonly range: boolean;
  readonly value: (record: unknown) => CellValue;
}

/** The column that tells records of a kind apart in a file. */
export function idColumnOf(kind: RecordKind): string {
  return kind === "contact" ? "profile_id" : "id";
}

/** The profiles that are always there, the default first. */
export function builtInProfiles(kind: RecordKind): readonly [ColumnProfile, ...ColumnProfile[]] {
  const all = columnsOf(kind);
  // Files keep the exact number and the range's label apart, so that a column of numbers holds numbers.
  const main = all.filter((column) => column.visible || column.id === idColumnOf(kind));
  const mainIds = main.flatMap(({ id }) =>
    id.endsWith("headcount")
      ? [{ id: `${id}_exact`, header: columnOf(kind, id)?.header }, { id: `${id}_range` }]
      : [{ id }],
  );
  const allIds = all.flatMap(({ id }) => (id.endsWith("headcount") ? [] : [{ id }]));
  return [
    { name: l10n.t("Main columns"), columns: mainIds, lists: "joined" },
    { name: l10n.t("All columns"), columns: allIds, lists: "joined" },
    { name: l10n.t("Everything found"), columns: "everything", lists: "joined" },
  ];
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
export function createProfileLook(
  kind: RecordKind,
  profile: ColumnProfile,
): { add(record: unknown): void; result(): ProfileLook } {
  const finder = createLeafFinder();
  const lists =
    profile.columns === "everything" || profile.lists !== "indexed"
      ? []
      : profile.columns.map(({ id }) => columnOf(kind, id)).filter((column) => column !== undefined);
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

/**
 * The columns that are written, in order. A column the records do not have is written empty, so files keep their shape.
 * `find` gives columns that read their values from something else than a record.
 */
export function resolveProfile(
  kind: RecordKind,
  profile: ColumnProfile,
  look: ProfileLook,
  find: (id: string) => Column | undefined = (id) => columnOf(kind, id),
): readonly ExportColumn[] {
  if (profile.columns === "everything") {
    return look.leaves[profile.lists].map((path) =>
      exportColumn(find(path), { id: path, header: path }, profile.lists),
    );
  }
  return profile.columns.flatMap((chosen) => {
    const column = find(chosen.id);
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
        return Array.isArray(value) ? ((value[index] as CellValue) ?? undefined) : index === 0 ? value : undefined;
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
    header: chosen.header ?? column?.header ?? chosen.id,
    phone: column?.type === "phone" || /(^|[._])phones?(\[\d*\])?(\.number)?$/.test(chosen.id),
    range: /headcount(_range)?$/.test(chosen.id),
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
