// "Check Key and Refresh Balance", and ending a long pause that the service asked for.
import { l10n, window } from "vscode";
import { waitEndText } from "../times";
import { longPauseOf } from "./accountMonitor";
import type { ConnectDeps } from "./connectDeps";
import { rateLimitText, tryNowItem } from "./connectionTexts";

export async function checkAccount({ account, app: { clock } }: ConnectDeps): Promise<void> {
  if (longPauseOf(account.current, clock.now()) === undefined) {
    await account.refresh();
  }
  const until = longPauseOf(account.current, clock.now());
  if (until !== undefined && (await wantsToTryNow(until, clock.now()))) {
    await account.refresh({ tryNow: true });
  }
}

/** A quick pick, because "Do Not Disturb" hides notifications and a hidden question is never answered. */
export async function wantsToTryNow(until: number, now: number): Promise<boolean> {
  const tryNow = tryNowItem();
  const wait = {
    label: `$(watch) ${l10n.t("Keep Waiting")}`,
    detail: l10n.t("Nothing that costs credits is sent until then."),
  };
  const end = waitEndText(until, now);
  const options = {
    title: rateLimitText(end),
    placeHolder: l10n.t("The service asked to wait until {0}.", end),
  };
  return (await window.showQuickPick([tryNow, wait], options)) === tryNow;
}
