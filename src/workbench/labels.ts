// Labels that several lists and dialogs share.
import { l10n } from "vscode";
import type { RecordKind } from "../service/operations";

export function kindLabel(kind: RecordKind): string {
  switch (kind) {
    case "company":
      return l10n.t("Companies");
    case "person":
      return l10n.t("People");
    case "contact":
      return l10n.t("Contacts");
  }
}

export const columnsLabel = (): string => l10n.t("Columns");
export const connectionLabel = (name: string): string => l10n.t("Connection: {0}", name);
export const leftOutLabel = (): string => l10n.t("Left out");
