// Puts what is selected in the grid on the clipboard: a cell, or records in one of the formats.
import { env, l10n } from "vscode";
import type { FromResultsPage } from "../../../webview-ui/messages/results";
import type { RunJournal } from "../../runs/journal";
import { formatCount } from "../numbers";
import { cellCopy, copyText, mostCopied } from "./copyText";

/** Copies rows of the journal, in the order given; resolves with what to say of it, `undefined` when there was nothing to copy. */
export async function copyRows(
  journal: RunJournal,
  chosen: readonly number[],
  columns: readonly string[],
  message: Extract<FromResultsPage, { kind: "copy" }>,
): Promise<{ readonly sentence: string; readonly isProblem: boolean } | undefined> {
  const [first] = chosen;
  if (first === undefined) {
    return undefined;
  }
  if (message.format === "cell") {
    await env.clipboard.writeText(await cellCopy(journal, first, message.column ?? ""));
    return { sentence: l10n.t("The cell was copied."), isProblem: false };
  }
  if (chosen.length > mostCopied) {
    return { sentence: l10n.t("Nothing was copied: the clipboard takes up to {0} records. Export them to a file instead.", formatCount(mostCopied)), isProblem: true };
  }
  await env.clipboard.writeText(await copyText(journal, chosen, columns, message.format === "json" ? { format: "json" } : { format: message.format, headers: message.headers }));
  const format = { csv: "CSV", json: "JSON", markdown: "Markdown" }[message.format];
  const sentence = chosen.length === 1 ? l10n.t("1 record was copied as {0}.", format) : l10n.t("{0} records were copied as {1}.", formatCount(chosen.length), format);
  return { sentence, isProblem: false };
}
