// Keeps an answered step of a dialog on screen until the next step shows: in between, the next step may have to read
// something, and what the user types must not go to the editor.
import { AsyncLocalStorage } from "node:async_hooks";
import { commands, type QuickInput } from "vscode";

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

/** Shows a step until `listen` finishes it with its answer; `undefined` when it is dismissed. */
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
        // Until the next step takes its place.
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

/**
 * Does what a page asked for. Dialogs that open in the meantime belong to the page if its editor is still the active
 * one.
 */
export function askedBy<T>(isActive: () => boolean, act: () => T): T {
  return asking.run(isActive, act);
}

/** Left alone, the workbench focuses only the frame around the page, where the page gets no keys. */
function focusAskingPage(): void {
  if (asking.getStore()?.() === true) {
    void commands.executeCommand("workbench.action.focusActiveEditorGroup");
  }
}
