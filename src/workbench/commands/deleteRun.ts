// "Delete Run…": deletes one run and its records, after a question.
import { l10n, window } from "vscode";
import { countText } from "../../language/language";
import type { RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import { safeText } from "../safeText";

export async function deleteRun(run: RunSummary, runs: Pick<RunStore, "delete">): Promise<void> {
  const remove = l10n.t("Delete Run");
  const detail =
    run.records === 1
      ? l10n.t("Its record was paid for and will be deleted from this machine permanently. Exported files are kept.")
      : l10n.t(
          "Its {0} records were paid for and will be deleted from this machine permanently. Exported files are kept.",
          countText(run.records),
        );
  const question = l10n.t("Delete the run of {0}?", safeText(run.header.title));
  if ((await window.showWarningMessage(question, { modal: true, detail }, remove)) === remove) {
    await runs.delete(run.header.id);
  }
}
