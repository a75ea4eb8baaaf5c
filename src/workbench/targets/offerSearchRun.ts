// A message about a search with a button that runs it.
import { commands, l10n, window, type Uri } from "vscode";
import { commandIds } from "../commandIds";

export const runSearchText = (): string => l10n.t("Run Search");

export async function offerSearchRun(search: Uri, sentence: string): Promise<void> {
  const run = runSearchText();
  if ((await window.showInformationMessage(sentence, run)) === run) {
    await commands.executeCommand(commandIds.runSearch, search);
  }
}
