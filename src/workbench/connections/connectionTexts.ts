// What the pickers and messages of connections offer.
import { l10n, type QuickPickItem } from "vscode";
import { commandIds, type CommandId } from "../commandIds";

export const useSandboxText = (): string => l10n.t("Use the Sandbox");
export const connectText = (): string => l10n.t("Connect…");
export const switchConnectionText = (): string => l10n.t("Switch Connection…");
export const diagnoseText = (): string => l10n.t("Diagnose Connection");
export const tryNowText = (): string => l10n.t("Try Now");
export const tryNowItem = (): { readonly label: string; readonly detail: string } => ({
  label: `$(refresh) ${tryNowText()}`,
  detail: l10n.t("Ends the wait in all windows. If the service refuses, it may ask for a longer wait."),
});
/** `end` as a time of day, with the date unless it is today. */
export const rateLimitText = (end: string): string => l10n.t("Rate limit until {0}", end);

/** An entry of a quick pick that runs a command. */
export interface ConnectionChoice extends QuickPickItem {
  readonly command: CommandId;
  /** For the connect command: asks only for another key of the connection. */
  readonly newKey?: boolean;
}

export const connectionChoice = (
  icon: string,
  label: string,
  command: CommandId,
  detail?: string,
): ConnectionChoice => ({ label: `$(${icon}) ${label}`, command, ...(detail !== undefined && { detail }) });

/** What helps where no connection can be used. */
export const connectionChoices = () => ({
  checkAgain: connectionChoice("refresh", l10n.t("Check Again"), commandIds.refreshAccount),
  connect: connectionChoice(
    "plug",
    connectText(),
    commandIds.connect,
    l10n.t("Enter address and API key; they are verified before they are saved"),
  ),
  newKey: { ...connectionChoice("key", l10n.t("Enter a New Key…"), commandIds.connect), newKey: true },
  sandbox: connectionChoice(
    "beaker",
    useSandboxText(),
    commandIds.useSandbox,
    l10n.t("Synthetic companies and people, no key needed"),
  ),
});
