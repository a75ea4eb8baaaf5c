// The status bar item: the balance, or why there is none.
import { l10n, MarkdownString, StatusBarAlignment, ThemeColor, window, type Disposable } from "vscode";
import type { App } from "../../app/app";
import { amountText } from "../../language/language";
import { creditsText } from "../../runs/amounts";
import { keyRejectedTitle, offlineTitle } from "../../runs/stopTexts";
import type { AccountState, Observable } from "../account";
import { commandIds } from "../commandIds";
import { literalMarkdown, safeText } from "../safeText";
import { spendSummary, type SpendSummary, type Spent } from "../../app/accountState";
import { errorForLog } from "../errorText";
import { secondText, waitEndText } from "../times";
import { longPauseOf } from "./accountMonitor";
import { rateLimitText } from "./connectionTexts";

const spentText = ({ credits, atLeast }: Spent): string =>
  atLeast ? l10n.t("at least {0}", creditsText(credits)) : creditsText(credits);

export interface StatusBarDeps {
  readonly account: Observable<AccountState>;
  readonly app: App;
  readonly log: (line: string) => void;
}

export function showAccountInStatusBar({ account, app: { clock, store }, log }: StatusBarDeps): Disposable {
  const sessionStart = clock.now();
  const item = window.createStatusBarItem("prospectDesk.account", StatusBarAlignment.Right, 90);
  item.name = l10n.t("Prospect Desk: account");
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
      spendSummary(store, state.connection.id, { now, sessionStart }).then(
        (summary) => {
          if (account.current === state) {
            item.tooltip = tooltipOf(state, sentence, now, summary);
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

export function describeAccount(state: AccountState, now: number): AccountDescription {
  switch (state.kind) {
    case "noConnection":
      return {
        text: "$(plug) Prospect Desk",
        sentence: l10n.t("Prospect Desk is not connected. Select to connect or to use the sandbox."),
        warning: false,
      };
    case "checking":
      return {
        text: `$(sync~spin) ${safeText(state.connection.label)}`,
        sentence: l10n.t("Checking the key of {0}…", safeText(state.connection.label)),
        warning: false,
      };
    case "ready": {
      const label = safeText(state.connection.label);
      const isPaused = state.pausedUntil !== undefined && state.pausedUntil > now;
      const balance =
        state.balance === 1
          ? l10n.t("1 credit left on {0}.", label)
          : l10n.t("{0} credits left on {1}.", amountText(state.balance), label);
      return {
        text: state.connection.sandbox
          ? `$(beaker) ${sandboxCreditsText(state.balance)}`
          : `$(${isPaused ? "watch" : "credit-card"}) ${creditsText(state.balance)}`,
        sentence: isPaused
          ? `${balance} ${l10n.t("{0} asked to wait until {1}.", label, waitEndText(state.pausedUntil, now))}`
          : balance,
        warning: isPaused,
      };
    }
    case "keyRejected":
      return {
        text: `$(key) ${keyRejectedTitle()}`,
        sentence: l10n.t(
          "The service rejected the key of {0}: {1}",
          safeText(state.connection.label),
          safeText(state.reason),
        ),
        warning: true,
      };
    case "offline":
      return {
        text: `$(debug-disconnect) ${offlineTitle()}`,
        sentence: l10n.t("{0} could not be reached: {1}", safeText(state.connection.label), safeText(state.reason)),
        warning: true,
      };
    case "serviceError":
      return {
        text: `$(error) ${l10n.t("Service error")}`,
        sentence: l10n.t("Error from {0}: {1}", safeText(state.connection.label), safeText(state.reason)),
        warning: true,
      };
    case "rateLimited": {
      const end = waitEndText(state.until, now);
      return {
        text: `$(watch) ${rateLimitText(end)}`,
        sentence: l10n.t("{0} asked to wait until {1}.", safeText(state.connection.label), end),
        warning: true,
      };
    }
    case "secretsUnavailable":
      return {
        text: `$(lock) ${l10n.t("Secret storage unavailable")}`,
        sentence: l10n.t(
          "The key cannot be read because the secret storage is unavailable: {0}",
          safeText(state.reason),
        ),
        warning: true,
      };
  }
}

function sandboxCreditsText(balance: number): string {
  return balance === 1 ? l10n.t("1 sandbox credit") : l10n.t("{0} sandbox credits", amountText(balance));
}

function tooltipOf(state: AccountState, sentence: string, now: number, spend?: SpendSummary): MarkdownString {
  const paragraphs = [sentence];
  if (longPauseOf(state, now) !== undefined) {
    paragraphs.push(l10n.t("To send before that, select this item, then “Try Now”."));
  }
  if (state.kind === "ready") {
    paragraphs.push(
      l10n.t(
        "Workspace {0}, balance read at {1}.",
        safeText(state.connection.workspaceId),
        secondText(state.balanceAt),
      ),
    );
    if (spend !== undefined) {
      paragraphs.push(
        l10n.t("Spent in this session: {0}. Spent today: {1}.", spentText(spend.session), spentText(spend.today)),
      );
    }
  }
  return new MarkdownString(literalMarkdown(paragraphs.join("\n")));
}
