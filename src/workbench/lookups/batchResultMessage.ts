// What is said when the result of a batch was written.
import { commands, l10n, window, workspace, type Uri } from "vscode";
import { countText } from "../../language/language";
import type { BatchResultCounts } from "../../lookups/batchResult";
import { rowCountsText, rowsSentence } from "../../runs/batchTexts";
import { openText, resumeText } from "../buttonTexts";
import { safeText } from "../safeText";
import { showRecordsText } from "./batchButtonTexts";

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
  /** Where rows have no answer. */
  readonly resume?: () => Promise<void>;
}

/** Says how many rows have an answer, and offers what can be done with them. */
export async function showBatchResult(
  uri: Uri,
  counts: BatchResultCounts,
  isFile: boolean,
  { openRecords, resume }: ResultActions,
): Promise<void> {
  const { rows, found, notAsked, replacedCharacters } = counts;
  const counted = rowCountsText({ ...counts, open: notAsked });
  const replaced = replacedCharacters === 0 ? "" : ` ${replacedCharactersSentence(replacedCharacters)}`;
  const where = isFile ? ` ${l10n.t("Saved to {0}.", safeText(workspace.asRelativePath(uri)))}` : "";
  const [open, records, again] = [openText(), showRecordsText(), resumeText()];
  const result = rowsSentence(rows, counted);
  const picked = await window.showInformationMessage(
    `${result}${where}${replaced}`,
    ...(isFile ? [open] : []),
    ...(found > 0 ? [records] : []),
    ...(resume === undefined ? [] : [again]),
  );
  if (picked === open) {
    await commands.executeCommand("vscode.open", uri);
  } else if (picked === records) {
    await openRecords();
  } else if (picked === again) {
    await resume?.();
  }
}
