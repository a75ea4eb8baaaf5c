// The status bar item: the balance, or why there is none; and the actions that a click offers.
import { commands, MarkdownString, StatusBarAlignment, ThemeColor, window, type Disposable } from "vscode";
import { spentToday, type Spent } from "../../app/accountState";
import { creditsText } from "../../runs/amounts";
import { keyRejectedTitle, offlineTitle } from "../../runs/ends";
import { amountText } from "../../text/numbers";
import type { AccountState } from "../account";
import { commandIds } from "../commandIds";
import type { Desk } from "../desk";
import { errorForLog } from "../errorText";
import { literalMarkdown, safeText } from "../safeText";
import { secondText, waitEndText } from "../times";
import { connectionOf, longPauseOf } from "./accountMonitor";
import { wantsToTryNow } from "./connectionCommands";
import {
  connectionChoice,
  connectionChoices,
  diagnoseText,
  rateLimitText,
  tryNowItem,
  type ConnectionChoice,
} from "./connectionTexts";

const spentText = ({ credits, atLeast }: Spent): string =>
  atLeast ? `at least ${creditsText(credits)}` : creditsText(credits);

export function showAccountInStatusBar({ account, app: { clock, store }, log }: Desk): Disposable {
  const item = window.createStatusBarItem("prospectDesk.account", StatusBarAlignment.Right, 90);
  item.name = "Prospect Desk: account";
  item.command = commandIds.showAccount;

  function update(): void {
    const state = account.current;
    const now = clock.now();
    const { text, sentence, warning } = describeAccount(state, now);
    item.text = text;
    item.accessibilityInformation = { label: sentence, role: "button" };
    item.backgroundColor = warning ? new ThemeColor("statusBarItem.warningBackground") : undefined;
    item.tooltip = tooltipOf(state, sentence, now);
    item.show();
    if (state.kind === "ready") {
      spentToday(store, state.connection.id, now).then(
        (spent) => {
          if (account.current === state) {
            item.tooltip = tooltipOf(state, sentence, now, spent);
          }
        },
        (error: unknown) => log(`The spend could not be read: ${errorForLog(error)}`),
      );
    }
  }

  const listening = account.onDidChange(update);
  update();
  return {
    dispose: () => {
      listening.dispose();
      item.dispose();
    },
  };
}

interface AccountDescription {
  /** With an icon, for the status bar. */
  readonly text: string;
  /** For the tooltip and screen readers. */
  readonly sentence: string;
  readonly warning: boolean;
}

const described = (icon: string, text: string, sentence: string, warning = true): AccountDescription => ({
  text: `$(${icon}) ${text}`,
  sentence,
  warning,
});

function describeAccount(state: AccountState, now: number): AccountDescription {
  const label = "connection" in state ? safeText(state.connection.label) : "";
  switch (state.kind) {
    case "noConnection":
      return described(
        "plug",
        "Prospect Desk",
        "Prospect Desk is not connected. Select to connect or to use the sandbox.",
        false,
      );
    case "checking":
      return described("sync~spin", label, `Checking the key of ${label}…`, false);
    case "ready": {
      const { balance, connection, pausedUntil } = state;
      const left = balance === 1 ? `1 credit left on ${label}.` : `${amountText(balance)} credits left on ${label}.`;
      const wait =
        pausedUntil !== undefined && pausedUntil > now
          ? `${label} asked to wait until ${waitEndText(pausedUntil, now)}.`
          : undefined;
      const sentence = wait === undefined ? left : `${left} ${wait}`;
      return connection.sandbox
        ? described("beaker", sandboxCreditsText(balance), `${sentence} ${sandboxRule}`, wait !== undefined)
        : described(wait === undefined ? "credit-card" : "watch", creditsText(balance), sentence, wait !== undefined);
    }
    case "keyRejected":
      return described("key", keyRejectedTitle, `The service rejected the key of ${label}: ${safeText(state.reason)}`);
    case "offline":
      return described("debug-disconnect", offlineTitle, `${label} could not be reached: ${safeText(state.reason)}`);
    case "serviceError":
      return described("error", "Service error", `Error from ${label}: ${safeText(state.reason)}`);
    case "rateLimited": {
      const end = waitEndText(state.until, now);
      return described("watch", rateLimitText(end), `${label} asked to wait until ${end}.`);
    }
    case "secretsUnavailable":
      return described(
        "lock",
        "Secret storage unavailable",
        `The key cannot be read because the secret storage is unavailable: ${safeText(state.reason)}`,
      );
  }
}

const sandboxRule = "They are free, so the sandbox never asks before it spends them.";

function sandboxCreditsText(balance: number): string {
  return balance === 1 ? "1 sandbox credit" : `${amountText(balance)} sandbox credits`;
}

function tooltipOf(state: AccountState, sentence: string, now: number, spent?: Spent): MarkdownString {
  const paragraphs = [sentence];
  if (longPauseOf(state, now) !== undefined) {
    paragraphs.push("To send before that, select this item, then “Try Now”.");
  }
  if (state.kind === "ready") {
    paragraphs.push(
      `Workspace ${safeText(state.connection.workspaceId)}, balance read at ${secondText(state.balanceAt)}.`,
    );
    if (spent !== undefined) {
      paragraphs.push(`Spent today: ${spentText(spent)}.`);
    }
  }
  return new MarkdownString(literalMarkdown(paragraphs.join("\n")));
}

/** Offers only the actions that help in the current state. */
export async function showAccount({ account, app: { clock } }: Desk): Promise<void> {
  const state = account.current;
  const { checkAgain, connect, newKey, sandbox, switchTo } = connectionChoices;
  const nextMonth = connectionChoice(
    "calendar",
    "Move Sandbox One Month Ahead",
    commandIds.moveSandbox,
    "People change jobs, companies grow: run a search again to see what changed",
  );
  const disconnect = connectionChoice(
    "debug-disconnect",
    "Disconnect",
    commandIds.disconnect,
    "Runs are kept, and so is a key",
  );
  const remove = connectionChoice("trash", "Remove Connection…", commandIds.removeConnection, "Deletes its key");
  const ends = connectionOf(state)?.sandbox === true ? [disconnect] : [disconnect, remove];
  const diagnose = connectionChoice("pulse", diagnoseText, commandIds.diagnoseConnection);
  const log = connectionChoice("output", "Show Log", commandIds.showLog);
  const ready = [checkAgain];
  if (connectionOf(state)?.sandbox === true) {
    ready.push(nextMonth);
  }
  ready.push(connect, switchTo, ...ends);
  const offered: readonly ConnectionChoice[] = {
    noConnection: [sandbox, connect, switchTo],
    checking: [checkAgain, switchTo, ...ends, log],
    ready,
    keyRejected: [checkAgain, newKey, connect, switchTo, ...ends],
    offline: [checkAgain, diagnose, switchTo, ...ends, log],
    serviceError: [checkAgain, diagnose, switchTo, ...ends, log],
    rateLimited: [checkAgain, switchTo, ...ends, log],
    secretsUnavailable: [checkAgain, sandbox, log],
  }[state.kind];
  const tryNow = { ...tryNowItem, command: undefined };
  const items = longPauseOf(state, clock.now()) === undefined ? offered : [tryNow, ...offered];
  const picked = await window.showQuickPick<ConnectionChoice | typeof tryNow>(items, {
    title: safeText(connectionOf(state)?.label ?? "Prospect Desk"),
    placeHolder: describeAccount(state, clock.now()).sentence,
  });
  if (picked === tryNow) {
    await account.refresh({ tryNow: true });
  } else if (picked?.command !== undefined) {
    await commands.executeCommand(picked.command);
  }
}

/** Checks the key and shows the result. */
export async function checkAccount({ account, app: { clock } }: Desk): Promise<void> {
  if (longPauseOf(account.current, clock.now()) === undefined) {
    await account.refresh();
  }
  const until = longPauseOf(account.current, clock.now());
  if (until !== undefined && (await wantsToTryNow(until, clock.now()))) {
    await account.refresh({ tryNow: true });
  }
  void sayResult(account.current, clock.now());
}

async function sayResult(state: AccountState, now: number): Promise<void> {
  const { sentence, warning } = describeAccount(state, now);
  const works = state.kind === "ready" && !state.connection.sandbox ? "The key works. " : "";
  const { connect, newKey } = connectionChoices;
  const helps = { label: diagnoseText, command: commandIds.diagnoseConnection };
  const offers: Partial<Record<AccountState["kind"], readonly ConnectionChoice[]>> = {
    noConnection: [connect],
    keyRejected: [newKey],
    offline: [helps],
    serviceError: [helps],
  };
  const buttons = (offers[state.kind] ?? []).map(({ label, command }) => ({ title: withoutIcon(label), command }));
  const show = warning ? window.showWarningMessage : window.showInformationMessage;
  const picked = await show(`${works}${sentence}`, ...buttons);
  if (picked !== undefined) {
    await commands.executeCommand(picked.command);
  }
}

const withoutIcon = (label: string): string => label.replace(/^\$\([\w-]+\) /u, "");
