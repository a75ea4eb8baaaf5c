// Gives a run a title of its own. Without one it has the name of its search.
import { l10n, window } from "vscode";
import type { RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import { enterName } from "../../service/valueTexts";
import { inOneDialog } from "../dialogSteps";
import { searchNameOfSource } from "../searchFiles/searchSource";
import { dayAndTimeText } from "../times";

export async function renameRun({ header }: Pick<RunSummary, "header">, runs: RunStore): Promise<void> {
  const name = header.source === undefined ? "" : searchNameOfSource(header.source);
  const when = dayAndTimeText(header.startedAt, runs.deps.clock.now());
  const typed = await inOneDialog(async () =>
    window.showInputBox({
      title: l10n.t("Rename run"),
      prompt:
        name === ""
          ? l10n.t("Title of the run ({0})", when)
          : l10n.t("Title of the run ({0}). Leave it empty to name it by its time again.", when),
      value: header.title === name ? "" : header.title,
      validateInput: (text) => (text.trim() === "" && name === "" ? enterName() : undefined),
    }),
  );
  if (typed === undefined) {
    return;
  }
  const title = typed.trim() === "" ? name : typed.trim().slice(0, longestTitle);
  if (title !== header.title) {
    await runs.rename(header.id, title);
  }
}

const longestTitle = 200;
