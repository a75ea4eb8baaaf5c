// The first five records as they will be written, as a list that the keyboard reads: a column, or a record, an entry.
import { l10n, type QuickPickItem } from "vscode";
import { previewExport, type ExportFormat } from "../../export/exportRun";
import type { Pace } from "../../rows/pace";
import { parseRecord, recordTitle, textOf } from "../../rows/record";
import { recordsText } from "../../runs/amounts";
import type { RecordSource } from "../../runs/run";
import { formatCount } from "../numbers";
import { safeText } from "../safeText";
import { pickStep } from "./pickStep";

export interface PreviewRequest {
  readonly source: RecordSource;
  /** All when absent. */
  readonly rows?: readonly number[] | undefined;
  readonly format: ExportFormat;
  readonly pace: Pace;
}

const shownRecords = 5;
const longestCell = 28;

/** True: go on with these. */
export async function showPreview({ source, rows, format, pace }: PreviewRequest): Promise<true | "back" | undefined> {
  const total = rows?.length ?? source.count;
  const shown = Array.from({ length: Math.min(shownRecords, total) }, (_, index) => rows?.[index] ?? index);
  const items = format.kind === "csv" ? await columnItems({ source, rows: shown, pace, profile: format.profile, options: format.options }) : await recordItems(source, shown);
  const of = total === 1 ? recordsText(total) : l10n.t("the first {0} of {1} records", formatCount(shown.length), formatCount(total));
  const title = format.kind === "csv" ? l10n.t("Preview: {0}, {1}", of, columnsText(items.length)) : l10n.t("Preview: {0}", of);
  const answer = await pickStep(items, { title, placeholder: l10n.t("Enter goes on to the file. Type to find a column or a value."), back: true });
  return answer === "back" || answer === undefined ? answer : true;
}

export function columnsText(count: number): string {
  return count === 1 ? l10n.t("1 column") : l10n.t("{0} columns", formatCount(count));
}

async function columnItems(request: Parameters<typeof previewExport>[0]): Promise<readonly QuickPickItem[]> {
  const { headers, rows } = await previewExport({ ...request, count: shownRecords });
  return headers.map((header, column) => ({
    label: safeText(header),
    description: rows.map((cells) => shortCell(cells[column] ?? "")).join("  │  "),
  }));
}

function shortCell(cell: string): string {
  const text = safeText(cell);
  return text === "" ? "–" : text.length > longestCell ? `${text.slice(0, longestCell - 1)}…` : text;
}

async function recordItems(source: RecordSource, rows: readonly number[]): Promise<readonly QuickPickItem[]> {
  const records = await source.readMany(rows);
  return records.map((bytes) => ({ label: safeText(recordTitle(source.recordKind, parseRecord(bytes))), detail: safeText(textOf(bytes)) }));
}
