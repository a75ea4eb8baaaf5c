// The environment of actions in VS Code: this window's connection, lists, files, settings and questions.
import { window, workspace, type Uri } from "vscode";
import { Declined, Refusal, type AppConnection, type App, type Answer, type Question } from "../../app/app";
import { createNodeFiles } from "../../app/headless/nodeFiles";
import type { DeskStore } from "../../export/storeExport";
import type { ConnectionInfo } from "../account";
import { askInWindow } from "../askInWindow";
import { userSettings } from "../userSettings";
import { balanceOf, connectionOf, type AccountMonitor } from "./accountMonitor";
import { connectionToUse, runConnection } from "./connectionToUse";
import { warnInContainer } from "./containerNotice";
import type { ServiceAccess } from "./serviceAccess";

const notConnected = (): Refusal =>
  new Refusal(
    "Prospect Desk is not connected. The user can run the command “Prospect Desk: Connect…”, or “Prospect Desk: Use " +
      "the Sandbox” for synthetic data.",
    "connection",
  );

const keyRejected = (): Refusal =>
  new Refusal(
    "The service rejected the API key, so nothing was sent. The user can run the command “Prospect Desk: Connect…”.",
    "connection",
  );

/** For actions of the user in this window: asks for a connection if there is none. */
export function createWindowApp(
  account: AccountMonitor,
  access: ServiceAccess,
  own: Omit<App, "files" | "settings" | "connection" | "origin" | "spent" | "ask">,
): App {
  return {
    ...own,
    /** The folders of the workspace can change. */
    get files() {
      return createNodeFiles(folders().map(({ fsPath }) => fsPath));
    },
    settings: async () => userSettings(),
    connection: async (to) => {
      const connection = await connectionToUse(account, to);
      if (connection === undefined) {
        throw new Declined(notConnected().message, "no");
      }
      return opened(own.store, connection, account, access);
    },
    origin: () => connectionOf(account.current)?.origin,
    spent: () => void account.refreshBalance(),
    ask: askInWindow,
  };
}

/** For one call of an agent: without a connection the call fails, and questions mention that an agent asks. */
export const appForAgent = (app: App, account: AccountMonitor, access: ServiceAccess): App => ({
  ...app,
  connection: () => connectionForAgent(app.store, account, access),
  ask: askForAgent,
});

/** The workspace folders on this machine. */
function folders(): readonly Uri[] {
  return (workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(({ scheme }) => scheme === "file");
}

async function connectionForAgent(
  store: DeskStore,
  account: AccountMonitor,
  access: ServiceAccess,
): Promise<AppConnection> {
  if (connectionOf(account.current) === undefined) {
    // The first check of a window that just opened may not have begun.
    await account.refresh();
  }
  if (account.current.kind === "checking") {
    // The confirmation of the agent's call shows the balance.
    await account.whenChecked();
  }
  const state = account.current;
  const connection = connectionOf(state);
  if (connection === undefined) {
    throw notConnected();
  }
  if (state.kind === "keyRejected") {
    throw keyRejected();
  }
  return opened(store, connection, account, access);
}

async function opened(
  store: DeskStore,
  connection: ConnectionInfo,
  account: AccountMonitor,
  access: ServiceAccess,
): Promise<AppConnection> {
  if (!connection.sandbox) {
    void warnInContainer(store);
  }
  return {
    info: runConnection(connection),
    client: await access.clientOf(connection),
    sandbox: connection.sandbox,
    free: connection.sandbox,
    balance: balanceOf(account.current),
  };
}

/** A modal dialog cannot be closed from here: a reply after the call was canceled counts as a no. */
async function askForAgent({ about, title, sentences, choices }: Question, signal: AbortSignal): Promise<Answer> {
  const [only, ...others] = choices;
  const allow = about === "unknownCost" ? "Allow at an Unknown Cost" : "Allow";
  const buttons = only === undefined || others.length > 0 ? choices : [{ ...only, label: allow }];
  const detail = ["An agent asks for this.", ...sentences].join("\n");
  const answer = window.showWarningMessage(title, { modal: true, detail }, ...buttons.map(({ label }) => label));
  const canceled = new Promise<undefined>((resolve) =>
    signal.addEventListener("abort", () => resolve(undefined), { once: true }),
  );
  const picked = await Promise.race([answer, canceled]);
  return signal.aborted ? "no" : (buttons.find(({ label }) => label === picked)?.id ?? "no");
}
