// The columns a user chose, with order and widths, remembered per kind of record.
import * as z from "zod";
import type { ColumnLayout } from "../../../webview-ui/messages/results";
import type { ColumnInfo } from "../../rows/columns";
import type { RecordKind } from "../../service/operations";
import type { Store } from "../../store/client";

const stored = z
  .array(z.object({ id: z.string(), width: z.number().min(1).max(5000), visible: z.boolean() }))
  .catch([]);

export async function rememberedLayout(
  { profiles }: Pick<Store, "profiles">,
  kind: RecordKind,
  columns: readonly ColumnInfo[],
): Promise<readonly ColumnLayout[]> {
  return mergeLayout(stored.parse(await profiles.gridLayout(kind)), columns);
}

/** The user's places first; columns that are new since come at the end, columns that are gone are left out. */
export function mergeLayout(layout: readonly ColumnLayout[], columns: readonly ColumnInfo[]): readonly ColumnLayout[] {
  const known = new Set(columns.map((column) => column.id));
  const seen = new Set<string>();
  const kept = layout.filter((place) => known.has(place.id) && !seen.has(place.id) && seen.add(place.id));
  const fresh = columns
    .filter((column) => !seen.has(column.id))
    .map((column): ColumnLayout => ({
      id: column.id,
      width: usualWidth(column),
      visible: kept.length === 0 && column.visible,
    }));
  const all = [...kept, ...fresh];
  return all.some((place) => place.visible)
    ? all
    : all.map((place, at) => (at === 0 ? { ...place, visible: true } : place));
}

/** Wide enough for the column's own name with its sort mark. */
function usualWidth(column: ColumnInfo): number {
  return Math.max(column.width, Math.round(column.label.length * 8.2) + 40);
}
