// What the pickers of connections offer.
import { l10n } from "vscode";

export const useSandboxText = (): string => l10n.t("Use the Sandbox");
export const sandboxDetail = (): string => l10n.t("Synthetic companies and people, no key needed");
export const connectText = (): string => l10n.t("Connect…");
export const connectDetail = (): string => l10n.t("Enter address and API key; they are verified before they are saved");
export const newKeyText = (): string => l10n.t("Enter a New Key…");
export const checkAgainText = (): string => l10n.t("Check Again");
