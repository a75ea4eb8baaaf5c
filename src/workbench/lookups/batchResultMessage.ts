// What is said when the result of a batch was written.
import { commands, l10n, window, workspace, type Uri } from "vscode";
import { countText } from "../../language/language";
import type { BatchResultCounts } from "../../lookups/batchResult";
import { safeText } from "../safeText";

function replacedCharactersSentence(count: number): string {
  const advice = l10n.t("To keep the original text, save the file as UTF-8 and run again, for free.");
  return count === 1
    ? l10n.t("1 character is not in the file's encoding and was written as a question mark. {0}", advice)
    : l10n.t(
        "{0} characters are not in the file's encoding and were written as question marks. {1}",
        countText(count),
        advice,
      );
}

/** What can be done with the result besides opening it. */
interface ResultActions {
  readonly openRecords: () => Promise<void>;
  /** Where the table is a file. */
  readonly writeWorkbook?: () => Promise<void>;
}

/** Says how many rows have an answer, and offers what can be done with them. */
export async function showBatchResult(
  uri: Uri,
  counts: BatchResultCounts,
  isFile: boolean,
  { openRecords, writeWorkbook }: ResultActions,
): Promise<void> {
  const { rows, found, noMatch, skipped, failed, leftOut, notAsked, replacedCharacters } = counts;
  const counted = [
    l10n.t("{0} found", countText(found)),
    ...(noMatch === 0 ? [] : [l10n.t("{0} no match", countText(noMatch))]),
    ...(skipped === 0 ? [] : [l10n.t("{0} skipped", countText(skipped))]),
    ...(failed === 0 ? [] : [l10n.t("{0} failed", countText(failed))]),
    ...(leftOut === 0 ? [] : [l10n.t("{0} left out", countText(leftOut))]),
    ...(notAsked === 0 ? [] : [l10n.t("{0} not looked up yet", countText(notAsked))]),
  ].join(", ");
  const replaced = replacedCharacters === 0 ? "" : ` ${replacedCharactersSentence(replacedCharacters)}`;
  const where = isFile ? ` ${l10n.t("Saved to {0}.", safeText(workspace.asRelativePath(uri)))}` : "";
  const [open, records, workbook] = [l10n.t("Open"), l10n.t("Show Records"), l10n.t("Write Excel Workbook")];
  const result = rows === 1 ? l10n.t("1 row: {0}.", counted) : l10n.t("{0} rows: {1}.", countText(rows), counted);
  const picked = await window.showInformationMessage(
    `${result}${where}${replaced}`,
    ...(isFile ? [open] : []),
    ...(found > 0 ? [records] : []),
    ...(writeWorkbook === undefined ? [] : [workbook]),
  );
  if (picked === open) {
    await commands.executeCommand("vscode.open", uri);
  } else if (picked === records) {
    await openRecords();
  } else if (picked === workbook) {
    await writeWorkbook?.();
  }
}
