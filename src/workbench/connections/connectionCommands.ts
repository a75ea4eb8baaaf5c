// The commands for the connection in use: move the sandbox, switch, disconnect, remove.
import { commands, QuickPickItemKind, window, type QuickPickItem } from "vscode";
import { keyHashOf } from "../../service/keyFormat";
import { countText } from "../../text/numbers";
import type { ConnectionInfo } from "../account";
import { commandIds } from "../commandIds";
import type { Desk } from "../desk";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import { waitEndText } from "../times";
import { connectionOf } from "./accountMonitor";
import { sandboxConnection, type ConnectionStore } from "./connectionStore";
import { connectText, rateLimitText, switchConnectionText, tryNowItem } from "./connectionTexts";

export interface ConnectionItem extends QuickPickItem {
  readonly connection?: ConnectionInfo;
  /** Runs this command instead. */
  readonly command?: string;
}

function connectionItem(connection: ConnectionInfo, activeId: string | undefined): ConnectionItem {
  return {
    label: `${connection.sandbox ? "$(beaker)" : "$(plug)"} ${safeText(connection.label)}`,
    description: connection.sandbox ? "synthetic data, no key" : `workspace ${safeText(connection.workspaceId)}`,
    ...(connection.id === activeId && { detail: "In use" }),
    connection,
  };
}

/** The stored connections; `undefined` after an error message when the secret storage is unavailable. */
async function listOrExplain(connections: ConnectionStore): Promise<readonly ConnectionInfo[] | undefined> {
  try {
    return await connections.list();
  } catch (error) {
    void window.showErrorMessage(
      `Your connections could not be read because the secret storage is unavailable: ${errorText(error)}`,
    );
    return undefined;
  }
}

/** A quick pick, because "Do Not Disturb" hides notifications and a hidden question is never answered. */
export async function wantsToTryNow(until: number, now: number): Promise<boolean> {
  const tryNow = tryNowItem;
  const wait = {
    label: `$(watch) Keep Waiting`,
    detail: "Nothing that costs credits is sent until then.",
  };
  const end = waitEndText(until, now);
  const options = {
    title: rateLimitText(end),
    placeHolder: `The service asked to wait until ${end}.`,
  };
  return (await window.showQuickPick([tryNow, wait], options)) === tryNow;
}

export async function moveSandbox({ access, account }: Desk): Promise<void> {
  if (connectionOf(account.current)?.sandbox !== true) {
    void window.showInformationMessage("The sandbox is not in use.");
    return;
  }
  try {
    const months = await access.moveSandbox();
    const run = "Run a search again to see what is new, changed, or gone.";
    const moved =
      months === 1 ? "The sandbox's data is 1 month ahead." : `The sandbox's data is ${months} months ahead.`;
    void window.showInformationMessage(`${moved} ${run}`);
  } catch (error) {
    void window.showErrorMessage(errorText(error));
  }
}

/** Resolves to true when a connection was selected. */
export async function switchConnection({ connections }: Desk): Promise<boolean> {
  const stored = await listOrExplain(connections);
  const items = [...(stored ?? []), sandboxConnection].map((one) => connectionItem(one, connections.activeId));
  const separator = { label: "", kind: QuickPickItemKind.Separator };
  const connect = { label: `$(add) ${connectText}`, command: commandIds.connect };
  const picked =
    stored &&
    (await window.showQuickPick<ConnectionItem>([...items, separator, connect], {
      title: "Switch connection",
      placeHolder: "Select the connection for searches and lookups",
    }));
  if (picked?.command !== undefined) {
    return (await commands.executeCommand(picked.command)) === true;
  }
  if (picked?.connection !== undefined) {
    await connections.choose(picked.connection.id);
  }
  return picked !== undefined;
}

/** Further running searches are not named in the question. */
const mostNamed = 5;

/** Disconnects without deleting the key. */
export async function disconnect({ account, connections }: Desk): Promise<void> {
  const before = connectionOf(account.current);
  await connections.choose(undefined);
  const change = switchConnectionText;
  let text = "No connection is in use.";
  if (before !== undefined) {
    text = before.sandbox
      ? "The sandbox is no longer in use."
      : `Disconnected from ${safeText(before.label)}. Its key is kept.`;
  }
  if ((await window.showInformationMessage(text, change)) === change) {
    await commands.executeCommand(commandIds.switchConnection);
  }
}

export async function removeConnection({ app: { runs, store }, connections }: Desk): Promise<void> {
  const connection = await connectionToRemove(connections);
  if (connection === undefined) {
    return;
  }
  // Failing to read the database is no reason to keep the key.
  const running = await runs.list({ inProgress: true }).catch(() => []);
  const titles = running
    .filter(({ header }) => header.connection.id === connection.id)
    .map(({ header }) => header.title);
  const remove = titles.length === 0 ? "Remove" : "Stop and Remove";
  const detail = [
    "Its key is deleted from the secret storage. Runs and saved searches are kept.",
    ...runningText(titles),
  ].join("\n");
  const question = `Remove the connection ${safeText(connection.label)}?`;
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
    void window.showErrorMessage(`The key could not be deleted. ${errorText(error)}`);
  }
}

/** The runs that a removal stops, in this window and elsewhere. */
function runningText(titles: readonly string[]): readonly string[] {
  if (titles.length === 0) {
    return [];
  }
  const named = titles.slice(0, mostNamed).map(safeText).join(", ");
  const more = titles.length - mostNamed;
  return [
    more > 0 ? `In progress with it: ${named}, and ${countText(more)} more.` : `In progress with it: ${named}.`,
    "They stop after the replies that are on their way, which are saved, and can be resumed after connecting again.",
  ];
}

/** Asks only if there are several. */
async function connectionToRemove(connections: ConnectionStore): Promise<ConnectionInfo | undefined> {
  const candidates = await listOrExplain(connections);
  if (candidates === undefined) {
    return undefined;
  }
  if (candidates.length === 0) {
    void window.showInformationMessage("There is no connection to remove.");
    return undefined;
  }
  if (candidates.length === 1) {
    return candidates[0];
  }
  const items = candidates.map((candidate) => connectionItem(candidate, connections.activeId));
  const placeHolder = "Select the connection whose key to delete";
  return (await window.showQuickPick<ConnectionItem>(items, { title: "Remove a connection", placeHolder }))?.connection;
}
