// What the pickers and messages of connections offer.
import { l10n } from "vscode";

export const useSandboxText = (): string => l10n.t("Use the Sandbox");
export const sandboxDetail = (): string => l10n.t("Synthetic companies and people, no key needed");
export const connectText = (): string => l10n.t("Connect…");
export const connectDetail = (): string => l10n.t("Enter address and API key; they are verified before they are saved");
export const switchConnectionText = (): string => l10n.t("Switch Connection…");
export const newKeyText = (): string => l10n.t("Enter a New Key…");
export const checkAgainText = (): string => l10n.t("Check Again");
export const diagnoseText = (): string => l10n.t("Diagnose Connection");
export const tryNowText = (): string => l10n.t("Try Now");
export const tryNowItem = (): { readonly label: string; readonly detail: string } => ({
  label: `$(refresh) ${tryNowText()}`,
  detail: l10n.t("Ends the wait in all windows. If the service refuses, it may ask for a longer wait."),
});
/** `end` as a time of day, with the date unless it is today. */
export const rateLimitText = (end: string): string => l10n.t("Rate limit until {0}", end);
