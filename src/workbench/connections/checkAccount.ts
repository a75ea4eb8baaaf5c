// "Check Key and Refresh Balance": also during a long rate limit, when the user wants that.
import { l10n, window } from "vscode";
import { waitEndText } from "../times";
import { longPauseOf } from "./accountMonitor";
import type { ConnectDeps } from "./connectCommands";

export async function checkAccount(deps: Pick<ConnectDeps, "account" | "clock">): Promise<void> {
  const { account, clock } = deps;
  if (longPauseOf(account.current, clock.now()) === undefined) {
    await account.refresh();
  }
  const until = longPauseOf(account.current, clock.now());
  if (until !== undefined && (await wantsToTryAnyway(deps, until))) {
    await account.refresh({ ignorePause: true });
  }
}

/** A quick pick, because "Do Not Disturb" hides notifications and a hidden question is never answered. */
export async function wantsToTryAnyway({ clock }: Pick<ConnectDeps, "clock">, until: number): Promise<boolean> {
  const tryAnyway = {
    label: `$(refresh) ${l10n.t("Try Anyway")}`,
    detail: l10n.t("Checking the key and the balance is free. If the service refuses, it may ask for a longer wait."),
  };
  const wait = { label: `$(watch) ${l10n.t("Keep Waiting")}`, detail: l10n.t("Nothing is sent until then.") };
  const end = waitEndText(until, clock.now());
  const options = {
    title: l10n.t("Rate limit until {0}", end),
    placeHolder: l10n.t("The service asked to wait until {0}.", end),
  };
  return (await window.showQuickPick([tryAnyway, wait], options)) === tryAnyway;
}
