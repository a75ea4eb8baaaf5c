// Asks which enrichments to track: ids typed or pasted, or in the sandbox its demonstration ones.
import { l10n, window, type QuickPickItem } from "vscode";
import { enrichmentIdsIn } from "../../enrichments/enrichmentIds";
import type { ConnectionInfo } from "../account";
import { safeText } from "../safeText";

export interface DemoEnrichment {
  readonly id: string;
  readonly meaning: string;
}

/** Empty when the user chose none. */
export async function askForIds(
  connection: ConnectionInfo,
  demos: () => Promise<readonly DemoEnrichment[]>,
): Promise<readonly string[]> {
  return connection.sandbox ? askAmongDemos(await demos()) : askForPasted(connection);
}

async function askForPasted(connection: ConnectionInfo): Promise<readonly string[]> {
  const typed = await window.showInputBox({
    title: l10n.t("Track enrichments of {0}", safeText(connection.label)),
    prompt: l10n.t("Paste one id or several, separated by commas or spaces. Retrieving results costs nothing."),
    placeHolder: l10n.t("Id given when the enrichment was started"),
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === "" || enrichmentIdsIn(text).length > 0 ? undefined : l10n.t("There is no id in this text."),
  });
  return typed === undefined ? [] : enrichmentIdsIn(typed);
}

/** The sandbox knows these and no others, so they are picked, or typed all the same. */
function askAmongDemos(demos: readonly DemoEnrichment[]): Promise<readonly string[]> {
  const box = window.createQuickPick<QuickPickItem>();
  box.title = l10n.t("Track enrichments of the sandbox");
  box.placeholder = l10n.t("Pick some with Space, or paste ids and press Enter");
  box.canSelectMany = true;
  box.matchOnDescription = true;
  box.ignoreFocusOut = true;
  box.items = demos.map(({ id, meaning }) => ({ label: id, description: meaning }));
  return new Promise((resolve) => {
    const finish = (ids: readonly string[]): void => {
      resolve(ids);
      box.dispose();
    };
    box.onDidAccept(() =>
      finish(box.selectedItems.length > 0 ? box.selectedItems.map(({ label }) => label) : enrichmentIdsIn(box.value)),
    );
    box.onDidHide(() => finish([]));
    box.show();
  });
}
