// Keeps an answered step of a dialog on screen until the next step shows. The next step may first have to read
// something, and keys that the user presses meanwhile must not reach the editor.
import { AsyncLocalStorage } from "node:async_hooks";
import { commands, type QuickInput } from "vscode";

let dialogs = 0;
let answered: QuickInput | undefined;

/**
 * Runs the steps of one dialog. When `ask` ends, its last step closes, and the page that opened the dialog gets the
 * focus again.
 */
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

/** Shows a step until `listen` finishes it with an answer; `undefined` when the user dismisses it. */
export function showStep<Answer>(
  box: QuickInput,
  listen: (finish: (answer: Answer) => void) => void,
): Promise<Answer | undefined> {
  box.ignoreFocusOut = true;
  return new Promise((resolve) => {
    listen((answer) => {
      resolve(answer);
      if (dialogs === 0) {
        box.dispose();
      } else {
        // Disabled until the next step replaces it.
        box.enabled = false;
        box.busy = true;
        answered = box;
      }
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

const asking = new AsyncLocalStorage<() => boolean>();

/** Runs an action for a page. Dialogs that open during it belong to the page if its editor is still active. */
export function askedBy<T>(isActive: () => boolean, act: () => T): T {
  return asking.run(isActive, act);
}

/** By default the workbench focuses only the frame around the page, where the page gets no keys. */
function focusAskingPage(): void {
  if (asking.getStore()?.() === true) {
    void commands.executeCommand("workbench.action.focusActiveEditorGroup");
  }
}
