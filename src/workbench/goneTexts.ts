// Sentences for a command whose run, list, or enrichment is no longer there, or in use.
import { l10n } from "vscode";

export const inProgressText = (): string => l10n.t("This run is in progress, here or in another window.");
export const runDeletedText = (): string => l10n.t("This run was deleted.");
export const listDeletedText = (): string => l10n.t("This list was deleted.");
export const noRecordsText = (): string => l10n.t("There is nothing to export: there are no records.");
export const enrichmentGoneText = (): string => l10n.t("This enrichment is no longer in the list.");
export const refreshingText = (): string => l10n.t("The list was refreshing, so nothing was done. Try again.");
