// "Switch Connection…": chooses the connection that searches and lookups use.
import { commands, l10n, QuickPickItemKind, window } from "vscode";
import { commandIds } from "../commandIds";
import type { ConnectDeps } from "./connectDeps";
import { connectionItem, listOrExplain, type ConnectionItem } from "./connectionItems";
import { sandboxConnection } from "./connectionStore";
import { connectText } from "./connectionTexts";

export async function switchConnection({ connections }: ConnectDeps): Promise<void> {
  const stored = await listOrExplain(connections);
  if (stored === undefined) {
    return;
  }
  const picked = await window.showQuickPick<ConnectionItem>(
    [
      ...[...stored, sandboxConnection].map((connection) => connectionItem(connection, connections.activeId)),
      { label: "", kind: QuickPickItemKind.Separator },
      { label: `$(add) ${connectText()}`, command: commandIds.connect },
    ],
    { title: l10n.t("Switch connection"), placeHolder: l10n.t("Select the connection for searches and lookups") },
  );
  if (picked?.command !== undefined) {
    await commands.executeCommand(picked.command);
  } else if (picked?.connection !== undefined) {
    await connections.choose(picked.connection.id);
  }
}
