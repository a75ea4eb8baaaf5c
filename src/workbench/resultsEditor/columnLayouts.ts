// The columns the user has chosen, with order and widths; saved per kind of record.
import * as z from "zod";
import type { ColumnLayout } from "../../../webview-ui/messages/results";
import { extraDataOf, type RowSource } from "../../app/rowSource";
import { columnInfo, offeredColumns, type ColumnInfo } from "../../records/columns";
import { customColumn, isCustom } from "../../records/contactColumns";
import { withStatuses } from "../../records/contactStatus";
import { isAboutList } from "../../records/extraColumns";
import type { RecordKind } from "../../service/operations";
import type { Store } from "../../store/client";

const stored = z
  .array(
    z.object({
      id: z.string(),
      width: z.number().min(1).max(5000),
      visible: z.boolean(),
      // Layouts saved by earlier versions do not have this.
      pinned: z.boolean().default(false),
    }),
  )
  .catch([]);

/**
 * Columns that a grid offers: those of its kind of record, of the companies searched at, and of the caller's own
 * values.
 */
export async function gridColumns({ records }: Store, source: RowSource): Promise<readonly ColumnInfo[]> {
  const { recordKind, run } = source;
  const own = recordKind === "contact" && run !== undefined ? await records.customNames(run.header.id) : [];
  return [...offeredColumns(recordKind, extraDataOf(source)), ...own.map(customColumn)].map(columnInfo);
}

export async function savedLayout(
  { profiles }: Store,
  kind: RecordKind,
  columns: readonly ColumnInfo[],
): Promise<readonly ColumnLayout[]> {
  return mergeLayout(stored.parse(await profiles.gridLayout(kind)), columns);
}

/**
 * The saved columns in their order, pinned ones first, then new ones, hidden. Unknown columns are left out. Columns
 * about a list of companies and the caller's own values are not hidden, because only some runs have them.
 */
export function mergeLayout(layout: readonly ColumnLayout[], columns: readonly ColumnInfo[]): readonly ColumnLayout[] {
  const known = new Set(columns.map((column) => column.id));
  const seen = new Set<string>();
  const saved = layout.filter(({ id }) => known.has(id) && !seen.has(id) && seen.add(id));
  const added = (saved.length === 0 ? companyThird(columns) : columns)
    .filter((column) => !seen.has(column.id))
    .map((column): ColumnLayout => ({
      id: column.id,
      width: defaultWidth(column),
      visible: (saved.length === 0 || isOfList(column) || isCustom(column)) && column.visible,
      pinned: saved.length === 0 && column.id === "name",
    }));
  const merged = [...added.filter(isOfList), ...saved, ...added.filter((column) => !isOfList(column))];
  const all = [...merged.filter(({ pinned }) => pinned), ...merged.filter(({ pinned }) => !pinned)];
  return all.some(({ visible }) => visible)
    ? all
    : all.map((column, at) => (at === 0 ? { ...column, visible: true } : column));
}

/** Moves the company right after a person's title: name, title, company. */
function companyThird(columns: readonly ColumnInfo[]): readonly ColumnInfo[] {
  const company = columns.find(({ id }) => id === "company_name");
  return company === undefined
    ? columns
    : columns
        .filter((column) => column !== company)
        .flatMap((column) => (column.id === "title" ? [column, company] : [column]));
}

const isOfList = ({ id }: { readonly id: string }): boolean => isAboutList(id);

/** The ids of the columns that the grid shows, in their order. */
export const shownIn = (layout: readonly ColumnLayout[]): readonly string[] =>
  withStatuses(layout.filter(({ visible }) => visible).map(({ id }) => id));

/** Wide enough for the column's name and the sort mark. */
function defaultWidth(column: ColumnInfo): number {
  return Math.max(column.width, Math.round(column.label.length * 7.2) + 40);
}
