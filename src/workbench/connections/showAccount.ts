// What a click on the status bar item offers: only what helps in the current state.
import { commands, l10n, window } from "vscode";
import { commandIds } from "../commandIds";
import { safeText } from "../safeText";
import { connectionOf, longPauseOf } from "./accountMonitor";
import type { ConnectDeps } from "./connectionCommands";
import type { ConnectRequest } from "./connect";
import { describeAccount } from "./statusBar";
import {
  connectionChoice,
  connectionChoices,
  diagnoseText,
  switchConnectionText,
  tryNowItem,
  type ConnectionChoice,
} from "./connectionTexts";

export async function showAccount({ account, app: { clock } }: ConnectDeps): Promise<void> {
  const state = account.current;
  const item = connectionChoice;
  const { checkAgain, connect, newKey, sandbox } = connectionChoices();
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
  const offered: readonly ConnectionChoice[] = {
    noConnection: [sandbox, connect, switchTo],
    checking: [switchTo, disconnect, log],
    ready: [checkAgain, ...(connectionOf(state)?.sandbox === true ? [nextMonth] : []), connect, switchTo, disconnect],
    keyRejected: [checkAgain, newKey, connect, switchTo, disconnect],
    offline: [checkAgain, diagnose, switchTo, disconnect, log],
    serviceError: [checkAgain, diagnose, switchTo, disconnect, log],
    rateLimited: [checkAgain, switchTo, disconnect, log],
    secretsUnavailable: [checkAgain, sandbox, log],
  }[state.kind];
  const tryNow = { ...tryNowItem(), command: undefined };
  const items = longPauseOf(state, clock.now()) === undefined ? offered : [tryNow, ...offered];
  const picked = await window.showQuickPick<ConnectionChoice | typeof tryNow>(items, {
    title: safeText(connectionOf(state)?.label ?? "Prospect Desk"),
    placeHolder: describeAccount(state, clock.now()).sentence,
  });
  if (picked === tryNow) {
    await account.refresh({ tryNow: true });
  } else if (picked?.command !== undefined) {
    const request: ConnectRequest = { asksAgain: false, newKey: true };
    await commands.executeCommand(picked.command, ...(picked.newKey === true ? [request] : []));
  }
}
