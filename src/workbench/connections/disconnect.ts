// "Disconnect…": deletes the key of a connection.
import { l10n, window } from "vscode";
import type { ConnectionInfo } from "../account";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import type { ConnectDeps } from "./connectCommands";
import { connectionItem, listOrExplain, type ConnectionItem } from "./connectionItems";
import { sandboxConnection, type ConnectionStore } from "./connectionStore";

export async function disconnect({ connections }: Pick<ConnectDeps, "connections">): Promise<void> {
  const connection = await connectionToRemove(connections);
  if (connection === undefined) {
    return;
  }
  if (connection.sandbox) {
    await connections.choose(undefined);
    return;
  }
  const remove = l10n.t("Disconnect");
  const detail = l10n.t("Its key is deleted from the secret storage. Runs and saved searches are kept.");
  const question = l10n.t("Disconnect {0}?", safeText(connection.label));
  if ((await window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove) {
    return;
  }
  try {
    await connections.remove(connection.id);
  } catch (error) {
    void window.showErrorMessage(l10n.t("The key could not be deleted. {0}", errorText(error)));
  }
}

/** Asks only when there is a choice. */
async function connectionToRemove(connections: ConnectionStore): Promise<ConnectionInfo | undefined> {
  const stored = await listOrExplain(connections);
  if (stored === undefined) {
    return undefined;
  }
  const { activeId } = connections;
  const candidates = activeId === sandboxConnection.id ? [...stored, sandboxConnection] : stored;
  if (candidates.length === 0) {
    void window.showInformationMessage(l10n.t("There is no connection to remove."));
    return undefined;
  }
  if (candidates.length === 1) {
    return candidates[0];
  }
  const items = candidates.map((candidate) => connectionItem(candidate, activeId));
  const placeHolder = l10n.t("Select the connection whose key to delete");
  return (await window.showQuickPick<ConnectionItem>(items, { title: l10n.t("Disconnect"), placeHolder }))?.connection;
}
