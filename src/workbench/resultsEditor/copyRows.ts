// Puts what is selected in the grid on the clipboard: a cell, or records in one of the formats.
import { env, l10n } from "vscode";
import type { ResultsInput } from "../../../webview-ui/messages/results";
import { formatCount } from "../numbers";
import { cellCopy, copyText, mostCopied, type CopySource } from "./copyText";
import type { ResultsRows } from "./resultsRows";

/** Resolves with what to say of it, `undefined` when there was nothing to copy. */
export async function copyRows(
  source: CopySource,
  rows: ResultsRows,
  message: ResultsInput<"copy">,
): Promise<{ readonly sentence: string; readonly isProblem: boolean } | undefined> {
  const count = message.rows.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, rows.count) - from), 0);
  if (message.format !== "cell" && count > mostCopied) {
    return {
      sentence: l10n.t(
        "Nothing was copied: the clipboard takes up to {0} records. Export them to a file instead.",
        formatCount(mostCopied),
      ),
      isProblem: true,
    };
  }
  const keys = count > mostCopied ? [] : await rows.keysAt(message.rows);
  const [first] = keys;
  if (first === undefined) {
    return undefined;
  }
  if (message.format === "cell") {
    await env.clipboard.writeText(await cellCopy(source, first, message.column ?? ""));
    return { sentence: l10n.t("The cell was copied."), isProblem: false };
  }
  await env.clipboard.writeText(
    await copyText(
      source,
      keys,
      message.format === "json" ? { format: "json" } : { format: message.format, headers: message.headers },
    ),
  );
  const format = { csv: "CSV", json: "JSON", markdown: "Markdown" }[message.format];
  const sentence =
    keys.length === 1
      ? l10n.t("1 record was copied as {0}.", format)
      : l10n.t("{0} records were copied as {1}.", formatCount(keys.length), format);
  return { sentence, isProblem: false };
}
