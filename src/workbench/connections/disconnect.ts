// "Disconnect…": deletes the key of a connection. What is running with it stops before its next request.
import { l10n, window } from "vscode";
import { countText } from "../../language/language";
import { keyHashOf } from "../../service/keyHash";
import type { ConnectionInfo } from "../account";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import type { ConnectDeps } from "./connectDeps";
import { connectionItem, listOrExplain, type ConnectionItem } from "./connectionItems";
import { sandboxConnection, type ConnectionStore } from "./connectionStore";

/** So many running searches are named in the question. */
const mostNamed = 5;

export async function disconnect({ app: { runs, store }, connections }: ConnectDeps): Promise<void> {
  const connection = await connectionToRemove(connections);
  if (connection === undefined) {
    return;
  }
  if (connection.sandbox) {
    await connections.choose(undefined);
    return;
  }
  // Not being able to read the database is no reason to keep the key.
  const running = await runs.list({ inProgress: true }).catch(() => []);
  const titles = running
    .filter(({ header }) => header.connection.id === connection.id)
    .map(({ header }) => header.title);
  const remove = titles.length === 0 ? l10n.t("Disconnect") : l10n.t("Stop and Disconnect");
  const detail = [
    l10n.t("Its key is deleted from the secret storage. Runs and saved searches are kept."),
    ...runningText(titles),
  ].join("\n");
  const question = l10n.t("Disconnect {0}?", safeText(connection.label));
  if ((await window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove) {
    return;
  }
  try {
    const stored = await connections.get(connection.id);
    if (stored !== undefined) {
      await store.pauses.setDeleted(keyHashOf(stored.origin, stored.key), true).catch(() => undefined);
    }
    await connections.remove(connection.id);
  } catch (error) {
    void window.showErrorMessage(l10n.t("The key could not be deleted. {0}", errorText(error)));
  }
}

/** What stops, in this window and elsewhere. */
function runningText(titles: readonly string[]): readonly string[] {
  if (titles.length === 0) {
    return [];
  }
  const named = titles.slice(0, mostNamed).map(safeText).join(", ");
  const more = titles.length - mostNamed;
  return [
    more > 0
      ? l10n.t("In progress with it: {0}, and {1} more.", named, countText(more))
      : l10n.t("In progress with it: {0}.", named),
    l10n.t(
      "They stop after the replies that are on their way, which are saved, and can be resumed after connecting again.",
    ),
  ];
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
