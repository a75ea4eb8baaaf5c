// The connection that pays for what the user asks now, or the way to one.
import { commands, l10n, window } from "vscode";
import type { ConnectionInfo } from "../account";
import { connectionOf, type AccountMonitor } from "./accountMonitor";
import { commandIds } from "../identifiers";
import { safeText } from "../safeText";

/** Resolves to `undefined` after telling what is missing and doing what the user chose about it. */
export async function connectionToUse(account: AccountMonitor): Promise<ConnectionInfo | undefined> {
  const state = account.current;
  const connection = connectionOf(state);
  if (connection !== undefined && state.kind !== "keyRejected") {
    return connection;
  }
  const sandbox = l10n.t("Use the Sandbox");
  const connect = l10n.t("Connect…");
  const question =
    state.kind === "keyRejected"
      ? l10n.t("The service rejected the key of {0}. Connect again, or use the sandbox.", safeText(state.connection.label))
      : l10n.t("There is no connection yet. The sandbox needs no key and holds synthetic data.");
  const picked = await window.showInformationMessage(question, sandbox, connect);
  if (picked === sandbox) {
    await commands.executeCommand(commandIds.useSandbox);
    await account.refresh();
  } else if (picked === connect) {
    await commands.executeCommand(commandIds.connect);
  }
  return picked !== undefined && account.current.kind === "ready" ? account.current.connection : undefined;
}

/** What a journal says of the connection that paid for it. Never the key. */
export function runConnection({ id, label, origin, workspaceId }: ConnectionInfo): { readonly id: string; readonly label: string; readonly origin: string; readonly workspaceId: string } {
  return { id, label, origin, workspaceId };
}
