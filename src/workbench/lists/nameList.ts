// Asks for the name of a list of records.
import { l10n, window } from "vscode";
import type { RecordLists } from "./recordLists";
import { inOneDialog } from "../dialogSteps";
import { listDeletedText } from "../goneTexts";

const longestName = 80;

/** `undefined` if the user cancels. */
export async function askListName(
  recordLists: Pick<RecordLists, "list">,
  { title, value, except }: { readonly title: string; readonly value?: string; readonly except?: string },
): Promise<string | undefined> {
  const taken = (await recordLists.list()).filter(({ id }) => id !== except).map(({ name }) => name.toLowerCase());
  const typed = await inOneDialog(async () =>
    window.showInputBox({
      title,
      ...(value !== undefined && { value }),
      prompt: l10n.t("Lists stay on this machine."),
      validateInput: (text) => nameProblem(text.trim(), taken),
    }),
  );
  return typed?.trim();
}

function nameProblem(name: string, taken: readonly string[]): string | undefined {
  if (name === "") {
    return l10n.t("Type a name.");
  }
  if (name.length > longestName) {
    return l10n.t("The name is too long.");
  }
  return taken.includes(name.toLowerCase()) ? l10n.t("There is already a list with this name.") : undefined;
}

export async function renameList(id: string, recordLists: Pick<RecordLists, "get" | "list" | "rename">): Promise<void> {
  const list = await recordLists.get(id);
  if (list === undefined) {
    void window.showErrorMessage(listDeletedText());
    return;
  }
  const name = await askListName(recordLists, { title: l10n.t("Rename list"), value: list.name, except: id });
  if (name !== undefined && name !== list.name) {
    await recordLists.rename(id, name);
  }
}
