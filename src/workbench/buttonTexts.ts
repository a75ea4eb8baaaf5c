// Buttons that have the same text in many places.
import { l10n } from "vscode";

export const runText = (): string => l10n.t("Run");
export const resumeText = (): string => l10n.t("Resume");
export const continueText = (): string => l10n.t("Continue");
export const openText = (): string => l10n.t("Open");
export const openResultsText = (): string => l10n.t("Open Results");
export const openInFilterBuilderText = (): string => l10n.t("Open in Filter Builder");
export const exportText = (): string => l10n.t("Export");
export const refreshText = (): string => l10n.t("Refresh");
export const removeText = (): string => l10n.t("Remove");
