// Buttons for a batch of lookups, in its messages and its list alike.
import { l10n } from "vscode";

export const showRecordsText = (): string => l10n.t("Show Records");
