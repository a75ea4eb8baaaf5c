// Follows what other windows write to the database, as long as somebody can see what shows it.
import { window, type Disposable, type Event } from "vscode";
import type { Store } from "../../store/client";

/** What shows something of the database: a tree view or a tab. */
export interface Shown {
  readonly isVisible: () => boolean;
  readonly onDidChangeVisibility: Event<unknown>;
}

const lookMs = 1_000;
/** In windows beside the one that is used. */
const lookSeldomMs = 5_000;
/** After the database could not be opened. */
const tryAgainMs = 30_000;

/**
 * Calls `onChange` when another window has written since the last look, and when the database can be read again. Asks
 * for one number; while nothing is visible, for none.
 */
export function followOtherWindows(
  { file }: Pick<Store, "file">,
  { isVisible, onDidChangeVisibility }: Shown,
  onChange: () => void,
): Disposable {
  let known: number | "failed" | undefined;
  let timer: NodeJS.Timeout | undefined;
  let [isLooking, isDisposed] = [false, false];

  async function look(): Promise<void> {
    if (isLooking || isDisposed || !isVisible()) {
      return;
    }
    clearTimeout(timer);
    isLooking = true;
    const found = await file.version().catch((): "failed" => "failed");
    isLooking = false;
    const hasChanged = known !== undefined && found !== known && found !== "failed";
    known = found;
    if (!isDisposed) {
      timer = setTimeout(
        () => void look(),
        found === "failed" ? tryAgainMs : window.state.focused ? lookMs : lookSeldomMs,
      );
      if (hasChanged) {
        onChange();
      }
    }
  }

  const listening = [onDidChangeVisibility(() => void look()), window.onDidChangeWindowState(() => void look())];
  void look();
  return {
    dispose: () => {
      isDisposed = true;
      clearTimeout(timer);
      listening.forEach((one) => one.dispose());
    },
  };
}
