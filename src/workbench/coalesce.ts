// Combines many small changes into few refreshes: a tree is redrawn at most a few times a second.
import type { Disposable } from "vscode";

export interface Coalesced extends Disposable {
  /** Requests a refresh; several calls within the interval cause one. */
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
