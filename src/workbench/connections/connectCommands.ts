// Connect, use the sandbox, switch and disconnect: everything that changes which connection is in use.
import { randomUUID } from "node:crypto";
import { commands, l10n, QuickPickItemKind, window, type Disposable, type QuickPickItem } from "vscode";
import { ServiceFailure } from "../../service/errors";
import { parseKey } from "../../service/keyFormat";
import { parseOrigin } from "../../service/origin";
import { longPauseMs } from "../../service/rateLimitGate";
import type { ServiceClient } from "../../service/serviceClient";
import type { Clock } from "../../service/wire";
import type { AccountState, ConnectionInfo } from "../account";
import { commandIds } from "../commandIds";
import { readConnectRequest } from "./connectRequest";
import { withLateProgress } from "../lateProgress";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import { waitEndText } from "../times";
import { connectionOf, longPauseOf, type AccountMonitor } from "./accountMonitor";
import { sandboxConnection, SecretsUnavailable, type ConnectionStore } from "./connectionStore";
import { describeAccount } from "./statusBar";

export interface ConnectDeps {
  readonly connections: ConnectionStore;
  readonly account: AccountMonitor;
  /** A client for a connection that is not stored yet. */
  readonly clientFor: (origin: string, key: string) => Promise<ServiceClient>;
  readonly clock: Pick<Clock, "now">;
}

/** What the user typed so far, and how the connect command goes on after a failure. */
interface ConnectAttempt {
  readonly origin: string;
  readonly key: string;
  /** Ask for the key alone. */
  readonly originIsKnown?: boolean;
  /** Ask again in the same place and stay pending; otherwise a notification offers it and the command ends. */
  readonly asksAgain?: boolean;
  /** Why the attempt before failed. */
  readonly problem?: string | undefined;
}

export function registerConnectCommands(parts: ConnectDeps): Disposable[] {
  return [
    commands.registerCommand(commandIds.connect, (request?: unknown) =>
      connect(parts, firstAttempt(request, parts.account.current)),
    ),
    commands.registerCommand(commandIds.useSandbox, () => parts.connections.choose(sandboxConnection.id)),
    commands.registerCommand(commandIds.switchConnection, () => switchConnection(parts)),
    commands.registerCommand(commandIds.disconnect, () => disconnect(parts)),
    commands.registerCommand(commandIds.refreshAccount, () => checkAccount(parts)),
    commands.registerCommand(commandIds.showAccount, () => showAccount(parts)),
  ];
}

function firstAttempt(request: unknown, state: AccountState): ConnectAttempt {
  const { asksAgain, newKey } = readConnectRequest(request);
  return newKey && state.kind === "keyRejected"
    ? { origin: state.connection.origin, originIsKnown: true, key: "", asksAgain }
    : { origin: "", key: "", asksAgain };
}

/** Asks for origin and key, verifies them, and only then stores both. True when the new connection is in use. */
async function connect(parts: ConnectDeps, attempt: ConnectAttempt): Promise<boolean> {
  const origin = attempt.originIsKnown === true ? attempt.origin : await askOrigin(attempt);
  if (origin === undefined) {
    return false;
  }
  const parsedOrigin = parseOrigin(origin);
  if (!parsedOrigin.ok) {
    return startAgain(parts, { ...attempt, origin, originIsKnown: false }, parsedOrigin.problem);
  }
  // A problem is told in the first box that is shown.
  const key = await askKey(
    attempt.originIsKnown === true ? attempt : { ...attempt, problem: undefined },
    parsedOrigin.origin,
  );
  if (key === undefined) {
    return false;
  }
  const parsedKey = parseKey(key);
  if (!parsedKey.ok) {
    return startAgain(parts, { ...attempt, origin, key }, parsedKey.problem);
  }
  return verifyAndStore(parts, { ...attempt, origin, key, problem: undefined }, parsedOrigin.origin, parsedKey.key);
}

async function askOrigin({ origin, problem }: ConnectAttempt): Promise<string | undefined> {
  return window.showInputBox({
    title: l10n.t("Connect (1 of 2): address of the service"),
    prompt:
      problem === undefined
        ? l10n.t("The service's host root: https, or http on this machine only. The key is sent nowhere else.")
        : safeText(problem),
    placeHolder: "https://api.example.com",
    value: origin,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? undefined : problemOf(parseOrigin(text))),
  });
}

async function askKey({ key, problem, originIsKnown }: ConnectAttempt, origin: string): Promise<string | undefined> {
  return window.showInputBox({
    title:
      originIsKnown === true
        ? l10n.t("New API key for {0}", origin)
        : l10n.t("Connect (2 of 2): API key for {0}", origin),
    prompt:
      problem === undefined
        ? l10n.t("The key is verified first and then kept in VS Code's secret storage.")
        : safeText(problem),
    password: true,
    value: key,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? undefined : problemOf(parseKey(text))),
  });
}

async function verifyAndStore(
  parts: ConnectDeps,
  attempt: ConnectAttempt,
  origin: string,
  key: string,
  ignorePause = false,
): Promise<boolean> {
  const label = new URL(origin).host;
  let workspaceId: string;
  try {
    workspaceId = await withLateProgress(l10n.t("Verifying the key with {0}…", label), async (_report, signal) => {
      const client = await parts.clientFor(origin, key);
      return (await client.verifyKey({ signal, ignorePause })).workspace_id;
    });
  } catch (error) {
    const failure = error instanceof ServiceFailure ? error.detail : undefined;
    if (failure?.code === "cancelled") {
      return false;
    }
    if (
      failure?.code === "rateLimited" &&
      failure.waitMs > longPauseMs &&
      (await wantsToAskAnyway(parts, failure.until))
    ) {
      return verifyAndStore(parts, attempt, origin, key, true);
    }
    return startAgain(parts, attempt, l10n.t("Nothing was stored. {0}", errorText(error)));
  }
  try {
    const same = await sameConnection(parts, origin, key);
    const id = same ?? randomUUID();
    await parts.connections.add({ id, origin, key, workspaceId, label, sandbox: false });
    await parts.connections.choose(id);
  } catch (error) {
    return startAgain(parts, attempt, l10n.t("The key is valid but could not be stored. {0}", errorText(error)));
  }
  void window.showInformationMessage(l10n.t("Connected to {0}, workspace {1}.", label, safeText(workspaceId)));
  return true;
}

/** A key that is stored already keeps its id, so its runs and its learned price stay with it. */
async function sameConnection(parts: ConnectDeps, origin: string, key: string): Promise<string | undefined> {
  for (const connection of await parts.connections.list()) {
    if (connection.origin === origin && (await parts.connections.get(connection.id))?.key === key) {
      return connection.id;
    }
  }
  return undefined;
}

/** Asks again with what was typed: at once, or when the user chooses it in a notification that nothing waits for. */
async function startAgain(parts: ConnectDeps, attempt: ConnectAttempt, problem: string): Promise<boolean> {
  if (attempt.asksAgain === true) {
    return connect(parts, { ...attempt, problem });
  }
  const again = l10n.t("Try Again");
  void window
    .showErrorMessage(safeText(problem), again)
    .then((picked) => (picked === again ? connect(parts, attempt) : false));
  return false;
}

function problemOf(
  parsed: { readonly ok: true } | { readonly ok: false; readonly problem: string },
): string | undefined {
  return parsed.ok ? undefined : parsed.problem;
}

interface ConnectionItem extends QuickPickItem {
  readonly connection?: ConnectionInfo;
  readonly command?: string;
}

function connectionItem(connection: ConnectionInfo, activeId: string | undefined): ConnectionItem {
  return {
    label: `${connection.sandbox ? "$(beaker)" : "$(plug)"} ${safeText(connection.label)}`,
    description: connection.sandbox
      ? l10n.t("synthetic data, no key")
      : l10n.t("workspace {0}", safeText(connection.workspaceId)),
    ...(connection.id === activeId && { detail: l10n.t("In use") }),
    connection,
  };
}

async function switchConnection(parts: ConnectDeps): Promise<void> {
  const stored = await listOrExplain(parts);
  if (stored === undefined) {
    return;
  }
  const { activeId } = parts.connections;
  const picked = await window.showQuickPick<ConnectionItem>(
    [
      ...[...stored, sandboxConnection].map((connection) => connectionItem(connection, activeId)),
      { label: "", kind: QuickPickItemKind.Separator },
      { label: `$(add) ${l10n.t("Connect…")}`, command: commandIds.connect },
    ],
    { title: l10n.t("Switch connection"), placeHolder: l10n.t("Searches, look-ups and credits use this connection") },
  );
  if (picked?.command !== undefined) {
    await commands.executeCommand(picked.command);
  } else if (picked?.connection !== undefined) {
    await parts.connections.choose(picked.connection.id);
  }
}

async function disconnect(parts: ConnectDeps): Promise<void> {
  const stored = await listOrExplain(parts);
  if (stored === undefined) {
    return;
  }
  const { activeId } = parts.connections;
  const candidates = activeId === sandboxConnection.id ? [...stored, sandboxConnection] : stored;
  if (candidates.length === 0) {
    void window.showInformationMessage(l10n.t("There is no connection to remove."));
    return;
  }
  const only = candidates.length === 1 ? candidates[0] : undefined;
  const connection =
    only ??
    (
      await window.showQuickPick<ConnectionItem>(
        candidates.map((candidate) => connectionItem(candidate, activeId)),
        {
          title: l10n.t("Disconnect"),
          placeHolder: l10n.t("The key of the connection is deleted from the secret storage"),
        },
      )
    )?.connection;
  if (connection === undefined) {
    return;
  }
  if (connection.sandbox) {
    await parts.connections.choose(undefined);
    return;
  }
  const remove = l10n.t("Disconnect");
  const detail = l10n.t("Its key is deleted from the secret storage. Runs and saved searches stay.");
  if (
    (await window.showWarningMessage(
      l10n.t("Disconnect {0}?", safeText(connection.label)),
      { modal: true, detail },
      remove,
    )) !== remove
  ) {
    return;
  }
  try {
    await parts.connections.remove(connection.id);
  } catch (error) {
    void window.showErrorMessage(l10n.t("The key could not be deleted. {0}", errorText(error)));
  }
}

async function listOrExplain(parts: ConnectDeps): Promise<readonly ConnectionInfo[] | undefined> {
  try {
    return await parts.connections.list();
  } catch (error) {
    const reason = error instanceof SecretsUnavailable ? safeText(error.message) : String(error);
    void window.showErrorMessage(
      l10n.t("The stored connections cannot be read because the secret storage is unavailable: {0}", reason),
    );
    return undefined;
  }
}

/** Checks the key and the balance; during a pause of more than an hour only if the user wants that in spite of it. */
async function checkAccount(parts: ConnectDeps): Promise<void> {
  const { account, clock } = parts;
  if (longPauseOf(account.current, clock.now()) === undefined) {
    await account.refresh();
  }
  const until = longPauseOf(account.current, clock.now());
  if (until !== undefined && (await wantsToAskAnyway(parts, until))) {
    await account.refresh({ ignorePause: true });
  }
}

/** A quick pick, because "Do Not Disturb" hides notifications and a hidden question is never answered. */
async function wantsToAskAnyway({ clock }: ConnectDeps, until: number): Promise<boolean> {
  const askAnyway = {
    label: `$(refresh) ${l10n.t("Ask Anyway")}`,
    detail: l10n.t("Checking the key and the balance is free. If the service refuses, it may ask for a longer wait."),
  };
  const wait = { label: `$(watch) ${l10n.t("Keep Waiting")}`, detail: l10n.t("Nothing is sent until then.") };
  const end = waitEndText(until, clock.now());
  return (
    (await window.showQuickPick([askAnyway, wait], {
      title: l10n.t("Rate limit until {0}", end),
      placeHolder: l10n.t("The service asked to wait until {0}.", end),
    })) === askAnyway
  );
}

/** What a click on the status bar offers: that which helps in the state at hand. */
async function showAccount(parts: ConnectDeps): Promise<void> {
  const state = parts.account.current;
  const offer = (icon: string, label: string, command: string, detail?: string): ConnectionItem => ({
    label: `$(${icon}) ${label}`,
    command,
    ...(detail !== undefined && { detail }),
  });
  const tryAgain = offer("refresh", l10n.t("Check again"), commandIds.refreshAccount);
  const connectItem = offer(
    "plug",
    l10n.t("Connect…"),
    commandIds.connect,
    l10n.t("Address and key of the service; verified before they are stored"),
  );
  const sandboxItem = offer(
    "beaker",
    l10n.t("Use the Sandbox"),
    commandIds.useSandbox,
    l10n.t("Synthetic companies and people, no key needed"),
  );
  const switchItem = offer("arrow-swap", l10n.t("Switch Connection…"), commandIds.switchConnection);
  const disconnectItem = offer("debug-disconnect", l10n.t("Disconnect…"), commandIds.disconnect);
  const logItem = offer("output", l10n.t("Show Log"), commandIds.showLog);
  const offered: readonly ConnectionItem[] = {
    noConnection: [sandboxItem, connectItem, switchItem],
    checking: [switchItem, disconnectItem, logItem],
    ready: [tryAgain, switchItem, connectItem, disconnectItem],
    keyRejected: [connectItem, tryAgain, switchItem, disconnectItem],
    offline: [tryAgain, switchItem, disconnectItem, logItem],
    rateLimited: [tryAgain, switchItem, logItem],
    secretsUnavailable: [tryAgain, sandboxItem, logItem],
  }[state.kind];
  const picked = await window.showQuickPick<ConnectionItem>([...offered], {
    title: safeText(connectionOf(state)?.label ?? "Prospect Desk"),
    placeHolder: describeAccount(state, parts.clock.now()).spoken,
  });
  if (picked?.command !== undefined) {
    await commands.executeCommand(picked.command);
  }
}
