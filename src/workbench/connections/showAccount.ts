// What a click on the status bar item offers: only what helps in the current state.
import { commands, l10n, window } from "vscode";
import { commandIds } from "../commandIds";
import { safeText } from "../safeText";
import { connectionOf, longPauseOf } from "./accountMonitor";
import type { ConnectDeps } from "./connectionCommands";
import type { ConnectRequest } from "./connect";
import type { ConnectionItem } from "./connectionCommands";
import { describeAccount } from "./statusBar";
import {
  checkAgainText,
  connectDetail,
  connectText,
  diagnoseText,
  newKeyText,
  sandboxDetail,
  useSandboxText,
  switchConnectionText,
  tryNowItem,
} from "./connectionTexts";

interface AccountItem extends ConnectionItem {
  /** The argument of the connect command. */
  readonly request?: ConnectRequest | undefined;
  /** Runs this instead of a command. */
  readonly run?: () => Promise<void>;
}

export async function showAccount({ account, app: { clock } }: ConnectDeps): Promise<void> {
  const state = account.current;
  const item = (icon: string, label: string, command: string, detail?: string, request?: ConnectRequest) => ({
    label: `$(${icon}) ${label}`,
    command,
    request,
    ...(detail !== undefined && { detail }),
  });
  const checkAgain = item("refresh", checkAgainText(), commandIds.refreshAccount);
  const tryNow: AccountItem = {
    ...tryNowItem(),
    run: () => account.refresh({ tryNow: true }),
  };
  const connect = item("plug", connectText(), commandIds.connect, connectDetail());
  const newKey = item("key", newKeyText(), commandIds.connect, undefined, {
    asksAgain: false,
    newKey: true,
  });
  const sandbox = item("beaker", useSandboxText(), commandIds.useSandbox, sandboxDetail());
  const nextMonth = item(
    "calendar",
    l10n.t("Move Sandbox One Month Ahead"),
    commandIds.moveSandbox,
    l10n.t("People change jobs, companies grow: run a search again to see what changed"),
  );
  const switchTo = item("arrow-swap", switchConnectionText(), commandIds.switchConnection);
  const disconnect = item("debug-disconnect", l10n.t("Disconnect…"), commandIds.disconnect);
  const diagnose = item("pulse", diagnoseText(), commandIds.diagnoseConnection);
  const log = item("output", l10n.t("Show Log"), commandIds.showLog);
  const offered: readonly AccountItem[] = {
    noConnection: [sandbox, connect, switchTo],
    checking: [switchTo, disconnect, log],
    ready: [checkAgain, ...(connectionOf(state)?.sandbox === true ? [nextMonth] : []), connect, switchTo, disconnect],
    keyRejected: [checkAgain, newKey, connect, switchTo, disconnect],
    offline: [checkAgain, diagnose, switchTo, disconnect, log],
    serviceError: [checkAgain, diagnose, switchTo, disconnect, log],
    rateLimited: [checkAgain, switchTo, disconnect, log],
    secretsUnavailable: [checkAgain, sandbox, log],
  }[state.kind];
  const items = longPauseOf(state, clock.now()) === undefined ? offered : [tryNow, ...offered];
  const picked = await window.showQuickPick<AccountItem>(items, {
    title: safeText(connectionOf(state)?.label ?? "Prospect Desk"),
    placeHolder: describeAccount(state, clock.now()).sentence,
  });
  if (picked?.run !== undefined) {
    await picked.run();
  } else if (picked?.command !== undefined) {
    await commands.executeCommand(picked.command, ...(picked.request === undefined ? [] : [picked.request]));
  }
}
