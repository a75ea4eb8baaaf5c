// The columns a user chose, with order and widths, remembered per kind of record.
import * as z from "zod";
import type { ColumnPlace } from "../../../webview-ui/messages/results";
import type { ColumnInfo } from "../../rows/columns";
import type { RecordKind } from "../../service/operations";

/** The part of a Memento that is used. */
export interface LayoutMemory {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

const memoryKey = "prospectDesk.columnLayouts";
const stored = z.record(z.string(), z.array(z.object({ id: z.string(), width: z.number().min(1).max(5000), visible: z.boolean() })).catch([]));

export function rememberedLayout(memory: LayoutMemory, kind: RecordKind, columns: readonly ColumnInfo[]): readonly ColumnPlace[] {
  const layouts = stored.safeParse(memory.get(memoryKey));
  return mergeLayout(layouts.success ? (layouts.data[kind] ?? []) : [], columns);
}

/** An empty layout forgets the user's choice. */
export async function rememberLayout(memory: LayoutMemory, kind: RecordKind, layout: readonly ColumnPlace[]): Promise<void> {
  const layouts = stored.safeParse(memory.get(memoryKey));
  await memory.update(memoryKey, { ...(layouts.success ? layouts.data : {}), [kind]: layout });
}

/** The user's places first; columns that are new since come at the end, columns that are gone are left out. */
export function mergeLayout(layout: readonly ColumnPlace[], columns: readonly ColumnInfo[]): readonly ColumnPlace[] {
  const known = new Set(columns.map((column) => column.id));
  const seen = new Set<string>();
  const kept = layout.filter((place) => known.has(place.id) && !seen.has(place.id) && seen.add(place.id));
  const fresh = columns.filter((column) => !seen.has(column.id)).map((column): ColumnPlace => ({ id: column.id, width: usualWidth(column), visible: kept.length === 0 && column.visible }));
  const all = [...kept, ...fresh];
  return all.some((place) => place.visible) ? all : all.map((place, at) => (at === 0 ? { ...place, visible: true } : place));
}

/** Wide enough for the column's own name with its sort mark. */
function usualWidth(column: ColumnInfo): number {
  return Math.max(column.width, Math.round(column.label.length * 8.2) + 40);
}
