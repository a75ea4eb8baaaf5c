// Detects when other windows write to the database, while a view of its data is visible.
import type { Disposable } from "vscode";
import type { Store } from "../store/client";

const pollMs = 1_000;

/**
 * Calls `onChange` when another window has written since the last check, and when the database can be read again after
 * a failure. A check reads one number.
 */
export function followOtherWindows(
  { file }: Store,
  shown: { readonly visible: boolean },
  onChange: () => void,
): Disposable {
  let known: number | "failed" | undefined;
  let isChecking = false;
  const timer = setInterval(() => void check(), pollMs);

  async function check(): Promise<void> {
    if (isChecking || !shown.visible) {
      return;
    }
    isChecking = true;
    const version = await file.version().catch((): "failed" => "failed");
    isChecking = false;
    const hasChanged = known !== undefined && version !== known && version !== "failed";
    known = version;
    if (hasChanged) {
      onChange();
    }
  }

  void check();
  return { dispose: () => clearInterval(timer) };
}
