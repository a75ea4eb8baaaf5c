// The notification after an export: how many records were written or appended, and a button that opens the file.
import { commands, l10n, window, workspace } from "vscode";
import { countText } from "../../language/language";
import { unreadableText } from "../../export/unreadableText";
import { openText } from "../buttonTexts";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import type { IgnoreOffer } from "./gitignoreOffer";
import type { WrittenExport } from "./writeExport";

/** `remark`: what the user should know about the records. */
export async function showExported(
  written: WrittenExport,
  remark: string | undefined,
  ignore: IgnoreOffer | undefined,
): Promise<void> {
  const open = openText();
  const unreadable = unreadableText(written.unreadable);
  const sentences = [exportedText(written), safeText(unreadable), remark ?? "", ignore?.sentence ?? ""];
  const text = sentences.filter((one) => one !== "").join(" ");
  const buttons = [open, ...(ignore?.button === undefined ? [] : [ignore.button.label])];
  const show = unreadable === "" ? window.showInformationMessage : window.showWarningMessage;
  const pressed = await show(text, ...buttons);
  if (pressed === open) {
    await commands.executeCommand("vscode.open", written.file);
  } else if (pressed !== undefined) {
    await ignore?.button
      ?.add()
      .catch(
        (error: unknown) =>
          void window.showErrorMessage(l10n.t(".gitignore could not be changed. {0}", errorText(error))),
      );
  }
}

function exportedText({ file, records, alreadyThere }: WrittenExport): string {
  const name = safeText(workspace.asRelativePath(file));
  if (alreadyThere === undefined) {
    return records === 1
      ? l10n.t("1 record written to {0}.", name)
      : l10n.t("{0} records written to {1}.", countText(records), name);
  }
  return records === 0 ? nothingAddedText(name, alreadyThere) : addedText(name, records, alreadyThere);
}

function nothingAddedText(name: string, alreadyThere: number): string {
  return alreadyThere === 1
    ? l10n.t("{0} already contains the record. Nothing was added.", name)
    : l10n.t("{0} already contains all {1} records. Nothing was added.", name, countText(alreadyThere));
}

function addedText(name: string, records: number, alreadyThere: number): string {
  const before = countText(alreadyThere);
  if (records === 1) {
    return alreadyThere === 1
      ? l10n.t("1 new record added to {0}; 1 was already there.", name)
      : l10n.t("1 new record added to {0}; {1} were already there.", name, before);
  }
  return alreadyThere === 1
    ? l10n.t("{0} new records added to {1}; 1 was already there.", countText(records), name)
    : l10n.t("{0} new records added to {1}; {2} were already there.", countText(records), name, before);
}
