// Connections as entries of a quick pick.
import { l10n, window, type QuickPickItem } from "vscode";
import type { ConnectionInfo } from "../account";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import type { ConnectionStore } from "./connectionStore";

export interface ConnectionItem extends QuickPickItem {
  readonly connection?: ConnectionInfo;
  /** Runs this command instead. */
  readonly command?: string;
}

export function connectionItem(connection: ConnectionInfo, activeId: string | undefined): ConnectionItem {
  return {
    label: `${connection.sandbox ? "$(beaker)" : "$(plug)"} ${safeText(connection.label)}`,
    description: connection.sandbox
      ? l10n.t("synthetic data, no key")
      : l10n.t("workspace {0}", safeText(connection.workspaceId)),
    ...(connection.id === activeId && { detail: l10n.t("In use") }),
    connection,
  };
}

/** The stored connections; `undefined` after an error message when the secret storage is unavailable. */
export async function listOrExplain(
  connections: Pick<ConnectionStore, "list">,
): Promise<readonly ConnectionInfo[] | undefined> {
  try {
    return await connections.list();
  } catch (error) {
    void window.showErrorMessage(
      l10n.t("Your connections could not be read because the secret storage is unavailable: {0}", errorText(error)),
    );
    return undefined;
  }
}
