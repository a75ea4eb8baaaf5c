// Buttons that have the same text in many places.
import { l10n } from "vscode";

export { openResultsText } from "../app/askBeforeRun";
export { continueText, resumeText, runText } from "../runs/plan";

export const browseText = (): string => l10n.t("Browse…");
export const openText = (): string => l10n.t("Open");
export const openInFilterBuilderText = (): string => l10n.t("Open in Filter Builder");
export const exportText = (): string => l10n.t("Export");
export const refreshText = (): string => l10n.t("Refresh");
export const runSearchText = (): string => l10n.t("Run Search");
export const removeText = (): string => l10n.t("Remove");
