// Column profiles: named sets of columns with their order, headers and formats, and how lists are written.
import { columnOf, offeredColumns, type CellValue, type Column, type ColumnType } from "../records/columns";
import { changeColumnId, isAboutChange, type ExtraData } from "../records/extraColumns";
import { LeafFinder, type FoundLeaves } from "../records/leafColumns";
import { compactPhoneNumber } from "../records/phoneNumber";
import { pathReader, pathText } from "../records/recordPath";
import type { ColumnFormatting, ColumnProfile, ListHandling, ProfileColumn } from "../searches/columnProfiles";
import type { RecordKind } from "../service/operations";
import type { CsvOptions } from "../tables/writer";
import { countText } from "../text/numbers";

/** The user's choices for a format with columns. */
export interface ColumnChoice {
  readonly profile: ColumnProfile;
  /** Markdown uses only `header`. */
  readonly options: CsvOptions;
}

/** A column as it is written. */
export interface ExportColumn {
  readonly id: string;
  readonly header: string;
  /** The usual type of its values; a single value can have another type. */
  readonly type: ColumnType;
  /** Whether it contains labels such as `1-10`, which a spreadsheet would turn into dates. */
  readonly range: boolean;
  /** The maximum number of characters of the field that the column is imported into. */
  readonly longest?: number | undefined;
  /** Not shortened to `longest`; see longValues.ts. */
  readonly value: (record: unknown) => CellValue;
}

/** The column that identifies records of a kind in a file. */
export function idColumnOf(kind: RecordKind): string {
  return kind === "contact" ? "profile_id" : "id";
}

/**
 * The general profiles, the default first; the user cannot change or remove them. `source` says which columns exist
 * beside the records.
 */
export function builtInProfiles(
  kind: RecordKind,
  source: ExtraData = {},
): readonly [ColumnProfile, ...ColumnProfile[]] {
  const all = offeredColumns(kind, source);
  // Exact number and range label get a column each, so that a column of numbers contains only numbers.
  const mainIds = all
    .filter((column) => column.visible || column.id === idColumnOf(kind) || isAboutChange(column))
    .flatMap(({ id, firstOf }) => (firstOf ?? [id]).map((one) => ({ id: one })));
  const allIds = all.flatMap(({ id, firstOf }) => (firstOf === undefined ? [{ id }] : []));
  return [
    { name: "Main columns", columns: mainIds, lists: "joined" },
    { name: "All columns", columns: allIds, lists: "joined" },
    { name: "Everything found", columns: "everything", lists: "joined" },
  ];
}

/** Splits a column of numbers or range labels into two, so that one contains only numbers. */
export function typedProfile(kind: RecordKind, profile: ColumnProfile): ColumnProfile {
  const { columns } = profile;
  if (columns === "everything") {
    return profile;
  }
  const all = new Set(columns.map(({ id }) => id));
  return {
    ...profile,
    columns: columns.flatMap((chosen) => {
      const column = columnOf(kind, chosen.id);
      const [number, label] = column?.firstOf ?? [];
      if (number === undefined || label === undefined) {
        return [chosen];
      }
      const header = chosen.header ?? column?.header;
      const items: ProfileColumn[] = [];
      if (!all.has(number)) {
        items.push({ ...chosen, id: number, ...(header !== undefined && { header }) });
      }
      if (!all.has(label)) {
        items.push({ id: label });
      }
      return items;
    }),
  };
}

/** "11 columns", as a file of the format has them. `isCompared`: records are compared with those of an earlier run. */
export function columnsText(
  kind: RecordKind,
  profile: ColumnProfile,
  { isTyped, isCompared }: { readonly isTyped: boolean; readonly isCompared: boolean },
): string {
  if (profile.columns === "everything") {
    return "every field found in the records";
  }
  const { columns } = isTyped ? typedProfile(kind, profile) : profile;
  const written = columns === "everything" ? [] : columns.map(({ id }) => id);
  const own = kind === "contact" && written.includes(customColumn) ? 1 : 0;
  const change = isCompared && !written.includes(changeColumnId) ? 1 : 0;
  const count = written.length - own + change;
  const text = count === 1 ? "1 column" : `${countText(count)} columns`;
  const more: string[] = [];
  if (own !== 0) {
    more.push("your own values");
  }
  if (profile.lists === "indexed") {
    more.push("more for the items of lists");
  }
  return more.length === 0 ? text : `${text} and ${more.join(" and ")}`;
}

/** The facts about the records that decide the columns of a profile. */
export interface ProfileScan {
  readonly leaves: FoundLeaves;
  /** Column id → items of its longest list. */
  readonly longestLists: ReadonlyMap<string, number>;
  /** The names of the caller's own values, in the order in which they were found. */
  readonly customNames: readonly string[];
}

/** The column of the caller's own values of a contact; in a file, each value has its own column. */
const customColumn = "custom";

const hasCustom = ({ columns }: ColumnProfile): boolean =>
  columns !== "everything" && columns.some(({ id }) => id === customColumn);

/** Whether records must be scanned first: for “everything”, own values, and a column per list item. */
export function profileNeedsScan(profile: ColumnProfile): boolean {
  return profile.columns === "everything" || profile.lists === "indexed" || hasCustom(profile);
}

/** With more columns for one list, the other columns would be hard to find. */
const maxIndexedColumns = 100;

export class ProfileScanner {
  readonly #everything: boolean;
  readonly #leaves = new LeafFinder();
  readonly #lists: readonly Column[];
  readonly #longestLists = new Map<string, number>();
  readonly #customNames = new Set<string>();
  readonly #findsCustom: boolean;

  constructor(kind: RecordKind, profile: ColumnProfile) {
    const { columns, lists } = profile;
    this.#findsCustom = hasCustom(profile);
    this.#everything = columns === "everything";
    this.#lists =
      columns === "everything" || lists !== "indexed" ? [] : columns.flatMap(({ id }) => columnOf(kind, id) ?? []);
  }

  add(record: unknown): void {
    if (this.#everything) {
      this.#leaves.add(record);
    }
    if (this.#findsCustom && this.#customNames.size < maxIndexedColumns) {
      Object.keys(customOf(record)).forEach((name) => this.#customNames.add(name));
    }
    for (const { id, value: read } of this.#lists) {
      const value = read(record);
      if (Array.isArray(value)) {
        const longest = Math.max(value.length, this.#longestLists.get(id) ?? 0);
        this.#longestLists.set(id, Math.min(maxIndexedColumns, longest));
      }
    }
  }

  result(): ProfileScan {
    const customNames = [...this.#customNames].slice(0, maxIndexedColumns);
    return { leaves: this.#leaves.found(), longestLists: this.#longestLists, customNames };
  }
}

const customIn = pathReader(customColumn);

function customOf(record: unknown): object {
  const custom = customIn(record);
  return typeof custom === "object" && custom !== null && !Array.isArray(custom) ? custom : {};
}

/** Finds columns; sources other than records have columns that read something else. */
export type FindColumn = (id: string) => Pick<Column, "header" | "type" | "value"> | undefined;

/** The columns to write, in order. A column that no record has is written empty, so that files keep their shape. */
export function resolveProfile(
  kind: RecordKind,
  profile: ColumnProfile,
  scan: ProfileScan,
  find: FindColumn = (id) => columnOf(kind, id),
): readonly ExportColumn[] {
  if (profile.columns === "everything") {
    return scan.leaves[profile.lists].map((path) => exportColumn({ id: path, header: path }, profile.lists, find));
  }
  const headers = new Set(profile.columns.map(({ id, header }) => header ?? find(id)?.header ?? id));
  return profile.columns.flatMap((chosen) => {
    if (chosen.id === customColumn && kind === "contact") {
      return scan.customNames.map((name) => {
        const id = pathText([customColumn, name]);
        return exportColumn({ id, header: headers.has(name) ? id : name }, profile.lists, find);
      });
    }
    const column = find(chosen.id);
    const whole = exportColumn(chosen, profile.lists, find);
    const items = scan.longestLists.get(chosen.id);
    const isExtra = columnOf(kind, chosen.id)?.extra !== undefined;
    if (
      profile.lists !== "indexed" ||
      isExtra ||
      column === undefined ||
      (items === undefined && column.type !== "list")
    ) {
      return [whole];
    }
    return Array.from({ length: Math.max(1, items ?? 1) }, (_, index): ExportColumn => ({
      ...whole,
      id: `${chosen.id}[${index}]`,
      type: column.type === "list" ? "text" : column.type,
      header: `${whole.header}[${index}]`,
      value: (record) => {
        const value = column.value(record);
        const list = Array.isArray(value) ? (value as readonly CellValue[]) : [value];
        return list[index] ?? undefined;
      },
    }));
  });
}

function exportColumn(chosen: ProfileColumn, lists: ListHandling, find: FindColumn): ExportColumn {
  const column = find(chosen.id);
  const other = chosen.or === undefined ? undefined : find(chosen.or);
  const format = formatters[chosen.format ?? "asSent"];
  return {
    id: chosen.id,
    header: chosen.header ?? column?.header ?? chosen.id,
    type: column === undefined || (column.type === "list" && lists === "json") ? "text" : column.type,
    range: /headcount(_range)?$/.test(chosen.id),
    ...(chosen.longest !== undefined && { longest: chosen.longest }),
    value: (record) => {
      const value = column?.value(record) ?? other?.value(record);
      if (Array.isArray(value) && lists === "json") {
        return JSON.stringify(value);
      }
      return typeof value === "string" ? format(value) : value;
    },
  };
}

/** Texts in any other form are not changed. */
const formatters: Readonly<Record<ColumnFormatting, (text: string) => string>> = {
  asSent: (text) => text,
  dateOnly: (text) => (/^\d{4}-\d{2}-\d{2}T/.test(text) ? text.slice(0, 10) : text),
  compactPhone: compactPhoneNumber,
};
