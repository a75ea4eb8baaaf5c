// Before records leave the database: reads their leave-out lists again, and asks when one cannot be read.
import { l10n, window } from "vscode";
import type { RunHeader } from "../../runs/run";
import { exportText } from "../buttonTexts";
import type { LeaveOutLists } from "./leaveOutLists";
import { ListProblem } from "../../app/listFiles";

/** Resolves to whether to go on. The entries of a list that is missing now are still in the database. */
export async function confirmLists(
  lists: Pick<LeaveOutLists, "forRun">,
  { leaveOut = [] }: Pick<RunHeader, "leaveOut">,
): Promise<boolean> {
  try {
    await lists.forRun(leaveOut);
    return true;
  } catch (error) {
    if (!(error instanceof ListProblem)) {
      throw error;
    }
    const go = exportText();
    const detail = l10n.t("What it contained when it was last read is left out.");
    return (await window.showWarningMessage(error.shown, { modal: true, detail }, go)) === go;
  }
}
