// Asks a question in a modal dialog.
import { window } from "vscode";
import type { Answer, Question } from "../app/app";
import { inOneDialog } from "./dialogSteps";
import { safeSentence, safeText } from "./safeText";

export async function askInWindow({ about, title, sentences, choices }: Question): Promise<Answer> {
  const show = about === "recent" ? window.showInformationMessage : window.showWarningMessage;
  const detail = sentences.map(safeSentence).join("\n");
  const labels = choices.map(({ label }) => label);
  const picked = await inOneDialog(async () => show(safeText(title), { modal: true, detail }, ...labels));
  return choices.find(({ label }) => label === picked)?.id ?? "no";
}
