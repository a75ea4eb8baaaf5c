// Notices what other windows write to the database, while something that shows it is visible.
import { window, type Disposable, type TreeView, type WebviewPanel } from "vscode";
import type { Store } from "../store/client";

type Shown =
  | Pick<TreeView<unknown>, "visible" | "onDidChangeVisibility">
  | Pick<WebviewPanel, "visible" | "onDidChangeViewState">;

const pollMs = 1_000;
const unfocusedPollMs = 5_000;
const failedPollMs = 30_000;

/**
 * Calls `onChange` when another window has written since the last check, and when the database can be read again after
 * a failure. A check reads one number. Nothing is checked while nothing is visible.
 */
export function followOtherWindows({ file }: Store, shown: Shown, onChange: () => void): Disposable {
  let known: number | "failed" | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;
  let isDisposed = false;

  async function check(): Promise<void> {
    if (isChecking || isDisposed || !shown.visible) {
      return;
    }
    clearTimeout(timer);
    isChecking = true;
    const version = await file.version().catch((): "failed" => "failed");
    isChecking = false;
    const hasChanged = known !== undefined && version !== known && version !== "failed";
    known = version;
    if (!isDisposed) {
      const delay = version === "failed" ? failedPollMs : window.state.focused ? pollMs : unfocusedPollMs;
      timer = setTimeout(() => void check(), delay);
      if (hasChanged) {
        onChange();
      }
    }
  }

  const listening = [
    "onDidChangeViewState" in shown
      ? shown.onDidChangeViewState(() => void check())
      : shown.onDidChangeVisibility(() => void check()),
    window.onDidChangeWindowState(() => void check()),
  ];
  void check();
  return {
    dispose: () => {
      isDisposed = true;
      clearTimeout(timer);
      listening.forEach((one) => one.dispose());
    },
  };
}
