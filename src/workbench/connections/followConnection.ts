// Refreshes the account when the connection changes, a rate limit ends or the window gets focus; sets the context key.
import { commands, window, type Disposable } from "vscode";
import type { Clock } from "../../service/wire";
import { contextKeys } from "../commandIds";
import { pauseEndOf, type AccountMonitor } from "./accountMonitor";
import type { ConnectionStore } from "./connectionStore";

/** An older balance is read again when the window gets focus. */
const staleAfterMs = 10 * 60_000;

export interface FollowConnectionDeps {
  readonly connections: ConnectionStore;
  readonly account: AccountMonitor;
  readonly clock: Clock;
}

export function followConnection({ connections, account, clock }: FollowConnectionDeps): Disposable[] {
  let waiting = new AbortController();
  const refreshAfterRateLimit = (): void => {
    waiting.abort();
    waiting = new AbortController();
    const until = pauseEndOf(account.current);
    if (until !== undefined) {
      clock.sleep(Math.max(0, until - clock.now()), waiting.signal).then(
        () => account.refresh(),
        () => undefined,
      );
    }
  };
  const updateContext = (): void => {
    const connected = account.current.kind !== "noConnection";
    void commands.executeCommand("setContext", contextKeys.hasConnection, connected);
    void commands.executeCommand("setContext", contextKeys.isConnectionKnown, true);
  };
  return [
    connections.onDidChange(() => void account.refresh()),
    account.onDidChange(updateContext),
    account.onDidChange(refreshAfterRateLimit),
    { dispose: () => waiting.abort() },
    window.onDidChangeWindowState(({ focused }) => {
      const state = account.current;
      const stale =
        state.kind === "offline" ||
        // Another window may have ended the pause.
        pauseEndOf(state) !== undefined ||
        state.kind === "serviceError" ||
        (state.kind === "ready" && clock.now() - state.balanceAt > staleAfterMs);
      if (focused && stale) {
        void account.refresh();
      }
    }),
  ];
}
