// Copies selected rows to the clipboard: one cell, or records in one of several formats.
import { env, l10n } from "vscode";
import { countText } from "../../language/language";
import type { ResultsInput } from "../../../webview-ui/messages/results";
import { copiedCells, copiedRecords, type CopySource } from "./copyText";
import type { ResultsRows } from "./resultsRows";

/** The most records that are copied; more would be slow to paste, and an export is better. */
const maxCopied = 10_000;

/** Resolves with the sentence to show, or `undefined` if there was nothing to copy. */
export async function copyRows(
  source: CopySource,
  rows: ResultsRows,
  { format, headers, rows: ranges, columns }: ResultsInput<"copy">,
): Promise<{ readonly sentence: string; readonly isProblem: boolean } | undefined> {
  const count = ranges.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, rows.count) - from), 0);
  if (count > maxCopied) {
    const sentence = l10n.t(
      "Nothing copied: you can copy up to {0} records at once. Export them to a file instead.",
      countText(maxCopied),
    );
    return { sentence, isProblem: true };
  }
  const keys = await rows.keysAt(ranges);
  if (keys.length === 0) {
    return undefined;
  }
  if (format === "cells") {
    const shown = (columns ?? []).filter((id) => source.columns.includes(id));
    if (shown.length === 0) {
      return undefined;
    }
    await env.clipboard.writeText(await copiedCells({ ...source, columns: shown }, keys));
    const cells = keys.length * shown.length;
    return {
      sentence: cells === 1 ? l10n.t("Cell copied.") : l10n.t("{0} cells copied.", countText(cells)),
      isProblem: false,
    };
  }
  await env.clipboard.writeText(
    await copiedRecords(source, keys, format === "json" ? { format } : { format, headers }),
  );
  const formatName = { csv: "CSV", json: "JSON", markdown: "Markdown" }[format];
  const sentence =
    keys.length === 1
      ? l10n.t("1 record copied as {0}.", formatName)
      : l10n.t("{0} records copied as {1}.", countText(keys.length), formatName);
  return { sentence, isProblem: false };
}
