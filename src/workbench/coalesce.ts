// Many small changes become few refreshes: a tree is drawn again at most a few times a second.
import type { Disposable } from "vscode";

export interface Coalesced extends Disposable {
  /** Asks for a refresh; several calls within the interval become one. */
  readonly soon: () => void;
}

export function coalesce(refresh: () => void, intervalMs = 200): Coalesced {
  let timer: NodeJS.Timeout | undefined;
  return {
    soon: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        refresh();
      }, intervalMs);
    },
    dispose: () => clearTimeout(timer),
  };
}
