// The connection that pays for what the user asks now. Where there is none, the user is asked for one first.
import { commands, l10n, window, type Disposable, type QuickPickItem } from "vscode";
import type { AccountState, ConnectionInfo } from "../account";
import { commandIds } from "../commandIds";
import { withLateProgress } from "../lateProgress";
import { safeText } from "../safeText";
import { connectionOf, type AccountMonitor } from "./accountMonitor";
import type { ConnectRequest } from "./connectRequest";

type Choice = QuickPickItem & { readonly does: "sandbox" | "connect" | "newKey" | "checkAgain" };

/**
 * Resolves to a connection that can be used; the caller simply continues. Without one it asks, and resolves once the chosen
 * connection is ready, or to `undefined` when the user chose none or connecting failed. It waits for no notification, which
 * could stay hidden; callers still hold no lock while they wait, for the questions take as long as the user does.
 */
export async function connectionToUse(account: AccountMonitor): Promise<ConnectionInfo | undefined> {
  for (;;) {
    const usable = usableConnection(account.current);
    if (usable !== undefined) {
      return usable;
    }
    const picked = await askForConnection(account.current);
    if (picked === undefined) {
      return undefined;
    }
    const connection = (await carryOut(picked)) ? await whenChecked(account) : usableConnection(account.current);
    // A key that is still rejected is asked about once more; any other failure is shown by the status bar.
    if (connection !== undefined || picked.does !== "checkAgain") {
      return connection;
    }
  }
}

function usableConnection(state: AccountState): ConnectionInfo | undefined {
  return state.kind === "keyRejected" ? undefined : connectionOf(state);
}

async function askForConnection(state: AccountState): Promise<Choice | undefined> {
  const sandbox: Choice = {
    does: "sandbox",
    label: `$(beaker) ${l10n.t("Use the Sandbox")}`,
    detail: l10n.t("Synthetic companies and people, no key needed"),
  };
  const connect: Choice = {
    does: "connect",
    label: `$(plug) ${l10n.t("Connect…")}`,
    detail: l10n.t("Address and key of the service; verified before they are stored"),
  };
  const newKey: Choice = { does: "newKey", label: `$(key) ${l10n.t("Enter a New Key…")}` };
  const checkAgain: Choice = { does: "checkAgain", label: `$(refresh) ${l10n.t("Check Again")}` };
  const [placeHolder, choices] =
    state.kind === "keyRejected"
      ? [
          l10n.t("The service rejected the key of {0}. Select how to continue.", safeText(state.connection.label)),
          [newKey, checkAgain, connect, sandbox],
        ]
      : state.kind === "secretsUnavailable"
        ? [l10n.t("The stored keys cannot be read. Select how to continue."), [checkAgain, sandbox]]
        : [l10n.t("There is no connection yet. Select one to continue."), [sandbox, connect]];
  return window.showQuickPick<Choice>(choices, { title: l10n.t("Connection"), placeHolder, ignoreFocusOut: true });
}

/** True when there is something new to check. */
async function carryOut({ does }: Choice): Promise<boolean> {
  switch (does) {
    case "checkAgain":
      return true;
    case "sandbox":
      await commands.executeCommand(commandIds.useSandbox);
      return true;
    case "connect":
    case "newKey": {
      const request: ConnectRequest = { asksAgain: true, newKey: does === "newKey" };
      return (await commands.executeCommand<unknown>(commandIds.connect, request)) === true;
    }
  }
}

/** The connection once the account has been checked; `undefined` when the user cancelled or it cannot be used. */
async function whenChecked(account: AccountMonitor): Promise<ConnectionInfo | undefined> {
  return withLateProgress(l10n.t("Checking the connection…"), async (_report, signal) => {
    const before = account.current;
    // A change of the stored connections starts a refresh of its own, which supersedes this one.
    for (let attempt = 0; attempt < 3 && account.current === before && !signal.aborted; attempt += 1) {
      await Promise.race([account.refresh(), aborted(signal)]);
    }
    while (account.current.kind === "checking" && !signal.aborted) {
      await changeOf(account, signal);
    }
    return signal.aborted ? undefined : usableConnection(account.current);
  });
}

async function changeOf(account: AccountMonitor, signal: AbortSignal): Promise<void> {
  const listening: Disposable[] = [];
  try {
    await Promise.race([new Promise<void>((resolve) => listening.push(account.onDidChange(resolve))), aborted(signal)]);
  } finally {
    listening.forEach((one) => one.dispose());
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** What a run says of the connection that paid for it. Never the key. */
export function runConnection({ id, label, origin, workspaceId }: ConnectionInfo): {
  readonly id: string;
  readonly label: string;
  readonly origin: string;
  readonly workspaceId: string;
} {
  return { id, label, origin, workspaceId };
}
