// The connection for a command. If there is none, the user is asked for one first.
import { commands } from "vscode";
import type { ToContinue } from "../../app/app";
import type { RunConnection } from "../../runs/run";
import type { AccountState, ConnectionInfo } from "../account";
import { commandIds } from "../commandIds";
import { inOneDialog } from "../dialogSteps";
import { withLateProgress } from "../lateProgress";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";
import { connectionOf, type AccountMonitor } from "./accountMonitor";
import { sandboxConnection } from "./connectionStore";
import { connectionChoices, type ConnectionChoice } from "./connectionTexts";

/**
 * Resolves to a usable connection, asking the user when there is none, or to `undefined` when the user cancels or the
 * connection fails. It asks in quick picks, because a notification can stay hidden. Do not hold a lock while awaiting
 * it: the user may take any time. `to` names the work that continues with the connection.
 */
export async function connectionToUse(account: AccountMonitor, to?: ToContinue): Promise<ConnectionInfo | undefined> {
  if (account.current.kind === "keyRejected") {
    // The user may have fixed the key at the service since it was rejected.
    await whenChecked(account);
  }
  return usableConnection(account.current) ?? inOneDialog(() => askUntilUsable(account, to));
}

async function askUntilUsable(account: AccountMonitor, to?: ToContinue): Promise<ConnectionInfo | undefined> {
  for (;;) {
    const picked = await askForConnection(account.current, await account.hasStored(), to);
    if (picked === undefined) {
      return undefined;
    }
    const connection = (await carryOut(picked)) ? await whenChecked(account) : usableConnection(account.current);
    // Ask again about a key that is still rejected. The status bar shows any other failure.
    if (connection !== undefined || picked.command !== commandIds.refreshAccount) {
      return connection;
    }
  }
}

function usableConnection(state: AccountState): ConnectionInfo | undefined {
  return state.kind === "keyRejected" ? undefined : connectionOf(state);
}

async function askForConnection(
  state: AccountState,
  hasStored: boolean,
  to?: ToContinue,
): Promise<ConnectionChoice | undefined> {
  const { checkAgain, connect, newKey, sandbox, switchTo } = connectionChoices;
  let placeholder = "There is no connection yet. Select one to continue.";
  let choices = [sandbox, connect];
  if (state.kind === "keyRejected") {
    placeholder = `The service rejected the key of ${safeText(state.connection.label)}. Select how to continue.`;
    choices = [checkAgain, newKey, connect, sandbox];
  } else if (state.kind === "secretsUnavailable") {
    placeholder = "Your keys could not be read. Select how to continue.";
    choices = [checkAgain, sandbox];
  } else if (hasStored) {
    placeholder = "No connection is in use. Select one to continue.";
    choices = [switchTo, sandbox, connect];
  }
  const isOfService = to !== undefined && to.origin !== sandboxConnection.origin;
  const offered = isOfService ? choices.filter((choice) => choice !== sandbox) : choices;
  return pickOne(offered, { title: "Connection", placeholder });
}

/** True when the connection must be checked again. */
async function carryOut({ command }: ConnectionChoice): Promise<boolean> {
  if (command === commandIds.refreshAccount) {
    return true;
  }
  const isConnected = await commands.executeCommand<unknown>(command, { asksAgain: true });
  return command === commandIds.useSandbox || isConnected === true;
}

/** The connection after a check; `undefined` when the user cancels or it cannot be used. */
async function whenChecked(account: AccountMonitor): Promise<ConnectionInfo | undefined> {
  return withLateProgress("Checking the connection…", async (_report, signal) => {
    const canceled = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    // A change of the stored connections starts its own check, which cancels this one.
    await Promise.race([account.refresh().then(() => account.whenChecked()), canceled]);
    return signal.aborted ? undefined : usableConnection(account.current);
  });
}

/** The part of a connection that a run stores, never with the key. */
export const runConnection = ({ id, label, origin, workspaceId }: ConnectionInfo): RunConnection => ({
  id,
  label,
  origin,
  workspaceId,
});
