// Keeps the account in step with the chosen connection, and the `when` clauses in step with the account.
import { commands, window, type Disposable } from "vscode";
import type { Clock } from "../../service/wire";
import { contextKeys } from "../commandIds";
import type { AccountMonitor } from "./accountMonitor";
import type { ConnectionStore } from "./connectionStore";

/** A balance older than this is read again when the window comes to the front. */
const staleAfterMs = 10 * 60_000;

export function followConnection(connections: ConnectionStore, account: AccountMonitor, clock: Clock): Disposable[] {
  let waiting = new AbortController();
  const askAgainAfterTheWait = (): void => {
    waiting.abort();
    waiting = new AbortController();
    const state = account.current;
    if (state.kind === "rateLimited") {
      clock.sleep(Math.max(0, state.until - clock.now()), waiting.signal).then(
        () => account.refresh(),
        () => undefined,
      );
    }
  };
  const updateContext = (): void => {
    const connected = account.current.kind !== "noConnection";
    void commands.executeCommand("setContext", contextKeys.hasConnection, connected);
  };
  return [
    connections.onDidChange(() => void account.refresh()),
    account.onDidChange(updateContext),
    account.onDidChange(askAgainAfterTheWait),
    { dispose: () => waiting.abort() },
    window.onDidChangeWindowState(({ focused }) => {
      const state = account.current;
      const stale =
        state.kind === "offline" || (state.kind === "ready" && clock.now() - state.balanceAt > staleAfterMs);
      if (focused && stale) {
        void account.refresh();
      }
    }),
  ];
}
