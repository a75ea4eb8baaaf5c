// Copies selected rows to the clipboard: one cell, or records in one of several formats.
import { env } from "vscode";
import type { ResultsInput } from "../../../webview-ui/messages/results";
import { recordsOfText } from "../../runs/amounts";
import { countText } from "../../text/numbers";
import { countWatch, unlessCanceled, withLateProgress } from "../lateProgress";
import { copiedCells, copiedRecords, type CopySource } from "./copyText";
import type { ShownRecords } from "./shownRecords";

/** The most records that are copied: more would be slow to paste, and an export is better. */
const maxCopied = 10_000;

export async function copyRows(
  { desk, subject, rows }: ShownRecords,
  { format, headers, rows: ranges, columns }: ResultsInput<"copy">,
  notice: (text: string, isProblem?: boolean) => void,
): Promise<void> {
  const { store, clock } = desk.app;
  const source: CopySource = { store, source: subject, columns: rows.order.columns, now: clock.now() };
  const count = ranges.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, rows.count) - from), 0);
  if (count > maxCopied) {
    const most = countText(maxCopied);
    notice(`Nothing copied: you can copy up to ${most} records at once. Export them to a file instead.`, true);
    return;
  }
  const keys = await rows.keysAt(ranges);
  const shown = format === "cells" ? (columns ?? []).filter((id) => source.columns.includes(id)) : source.columns;
  if (keys.length === 0 || shown.length === 0) {
    return;
  }
  const text = await withLateProgress("Copying records", (report, signal) => {
    const watch = countWatch(report, signal, recordsOfText);
    if (format === "cells") {
      return unlessCanceled(signal, copiedCells({ ...source, columns: shown }, keys, watch));
    }
    const as = format === "json" ? { format } : { format, headers };
    return unlessCanceled(signal, copiedRecords(source, keys, as, watch));
  });
  if (text === undefined) {
    notice("Copying was canceled. The clipboard has not changed.");
    return;
  }
  await env.clipboard.writeText(text);
  notice(copiedSentence(format, keys.length, shown.length));
}

function copiedSentence(format: ResultsInput<"copy">["format"], records: number, columns: number): string {
  if (format === "cells") {
    const cells = records * columns;
    return cells === 1 ? "Cell copied." : `${countText(cells)} cells copied.`;
  }
  const formatName = { csv: "CSV", json: "JSON", markdown: "Markdown" }[format];
  return records === 1 ? `1 record copied as ${formatName}.` : `${countText(records)} records copied as ${formatName}.`;
}
