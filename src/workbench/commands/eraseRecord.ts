// "Erase Person or Company…": asks for whom, shows what is removed, and shows the receipt.
import { l10n, window, workspace } from "vscode";
import { unlessDeclined } from "../../app/agree";
import { eraseRecord as erase, receiptLines } from "../../app/eraseRecord";
import { inOneDialog } from "../dialogSteps";
import { errorForLog, errorText } from "../errorText";
import { countWatch, unlessCanceled, withLateProgress } from "../lateProgress";
import type { Desk } from "../desk";
import { notifyDeleted } from "./retention";

export async function eraseRecord({ app, log }: Desk): Promise<void> {
  const title = l10n.t("Erase person or company");
  const typed = await inOneDialog(async () =>
    window.showInputBox({
      title,
      prompt: l10n.t("What is stored is shown before anything is removed."),
      placeHolder: l10n.t("Id, email, profile, or domain"),
      ignoreFocusOut: true,
    }),
  );
  if (typed === undefined || typed.trim() === "") {
    return;
  }
  try {
    const erased = await withLateProgress(title, (report, signal) =>
      unlessCanceled(signal, unlessDeclined(erase(app, typed, { signal }, countWatch(report, signal).onProgress))),
    );
    if (erased === undefined) {
      return;
    }
    log("Erasure: done.");
    await notifyDeleted(app, erased.deleted);
    const show = l10n.t("Show Receipt");
    if ((await window.showInformationMessage(l10n.t("Erased."), show)) === show) {
      const content = `${receiptLines(erased.receipt).join("\n")}\n`;
      await window.showTextDocument(await workspace.openTextDocument({ content }));
    }
  } catch (error) {
    log(`Erasure: not done: ${errorForLog(error)}.`);
    void window.showErrorMessage(l10n.t("Nothing was erased. {0}", errorText(error)));
  }
}
