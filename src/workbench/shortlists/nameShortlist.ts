// Asks for the name of a list of records.
import { l10n, window } from "vscode";
import type { Shortlists } from "./shortlists";
import { inOneDialog } from "../dialogSteps";
import { listDeletedText } from "../targets/goneTexts";

const longestName = 80;

/** `undefined` if the user cancels. */
export async function askListName(
  shortlists: Pick<Shortlists, "list">,
  { title, value, except }: { readonly title: string; readonly value?: string; readonly except?: string },
): Promise<string | undefined> {
  const taken = (await shortlists.list()).filter(({ id }) => id !== except).map(({ name }) => name.toLowerCase());
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

export async function renameShortlist(
  id: string,
  shortlists: Pick<Shortlists, "get" | "list" | "rename">,
): Promise<void> {
  const list = await shortlists.get(id);
  if (list === undefined) {
    void window.showErrorMessage(listDeletedText());
    return;
  }
  const name = await askListName(shortlists, { title: l10n.t("Rename list"), value: list.name, except: id });
  if (name !== undefined && name !== list.name) {
    await shortlists.rename(id, name);
  }
}
