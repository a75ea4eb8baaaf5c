// Gives the focus back to a page after a dialog that it asked for. Left alone, the workbench focuses only the frame
// around the page, where the page gets no keys.
import { AsyncLocalStorage } from "node:async_hooks";
import { commands } from "vscode";

const asking = new AsyncLocalStorage<() => boolean>();

/** Does what a page asked for. Dialogs that open meanwhile belong to the page if its editor is still the active one. */
export function askedBy<T>(isActive: () => boolean, act: () => T): T {
  return asking.run(isActive, act);
}

/** To be called when a dialog has closed. Does nothing if no page asked for it. */
export function focusAskingPage(): void {
  if (asking.getStore()?.() === true) {
    void commands.executeCommand("workbench.action.focusActiveEditorGroup");
  }
}
