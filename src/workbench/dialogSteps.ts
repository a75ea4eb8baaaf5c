// Keeps an answered step of a dialog on screen until the next step shows: in between, the next step may have to read
// something, and what the user types must not go to the editor.
import type { QuickInput } from "vscode";
import { focusAskingPage } from "./pageFocus";

let dialogs = 0;
let answered: QuickInput | undefined;

/** Asks the steps of one dialog. When `ask` ends, its last step closes, and a page that asked has the focus again. */
export async function inOneDialog<T>(ask: () => Promise<T>): Promise<T> {
  dialogs += 1;
  try {
    return await ask();
  } finally {
    dialogs -= 1;
    if (dialogs === 0) {
      answered?.dispose();
      answered = undefined;
      focusAskingPage();
    }
  }
}

/** Ends a step. Unless it was canceled, it stays within a dialog, busy, until the next step takes its place. */
export function endStep(box: QuickInput, isCanceled: boolean): void {
  if (isCanceled || dialogs === 0) {
    box.dispose();
    return;
  }
  box.enabled = false;
  box.busy = true;
  box.onDidHide(() => box.dispose());
  answered = box;
}
