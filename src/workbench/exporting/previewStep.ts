// The preview step of an export: the first five records as they will be written, with one column or record per item.
import { l10n, type QuickPickItem } from "vscode";
import { countText } from "../../language/language";
import { hasColumns, type ColumnFormat, type ExportFormat } from "../../export/formats";
import type { DeskStore } from "../../export/storeExport";
import { recordsText } from "../../runs/amounts";
import { safeText } from "../safeText";
import { pickStep, type Back } from "../pickStep";
import { withScope, type ScopedRecords } from "./scopeView";

export type PreviewedRecords = ScopedRecords & {
  readonly store: Pick<DeskStore, "views" | "records" | "exports" | "profiles">;
};

const shownRecords = 5;
const longestCell = 28;

export async function showPreview(
  records: PreviewedRecords,
  format: ExportFormat,
): Promise<"continue" | Back | undefined> {
  const { count, items } = await withScope(records, async (view) => ({
    count: view.count,
    items: hasColumns(format) ? await columnItems(records, view.view, format) : await recordItems(records, view.view),
  }));
  const of =
    count === 1
      ? recordsText(count)
      : l10n.t("the first {0} of {1} records", countText(Math.min(shownRecords, count)), countText(count));
  const title = hasColumns(format)
    ? l10n.t("Preview: {0}, {1}", of, columnCountText(items.length))
    : l10n.t("Preview: {0}", of);
  const answer = await pickStep(items, {
    title,
    placeholder: l10n.t("Press Enter to choose the file. Type to find a column or a value."),
    back: true,
  });
  return answer === "back" || answer === undefined ? answer : "continue";
}

export function columnCountText(count: number): string {
  return count === 1 ? l10n.t("1 column") : l10n.t("{0} columns", countText(count));
}

async function columnItems(
  { store }: PreviewedRecords,
  view: number,
  { kind, profile, options }: ColumnFormat,
): Promise<readonly QuickPickItem[]> {
  const { headers, rows } = await store.exports.preview({
    view,
    profile,
    options: kind === "csv" ? options : undefined,
    count: shownRecords,
  });
  return headers.map((header, column) => ({
    label: safeText(header),
    description: rows.map((cells) => shortCell(cells[column] ?? "")).join("  │  "),
  }));
}

function shortCell(cell: string): string {
  const text = safeText(cell);
  return text === "" ? "–" : text.length > longestCell ? `${text.slice(0, longestCell - 1)}…` : text;
}

async function recordItems({ store }: PreviewedRecords, view: number): Promise<readonly QuickPickItem[]> {
  const rows = await store.views.rows(view, 0, shownRecords);
  const json = await store.records.jsonOf(rows.map(({ key }) => key));
  return rows.map(({ title }, index) => ({ label: safeText(title), detail: safeText(json[index] ?? "") }));
}
