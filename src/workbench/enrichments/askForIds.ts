// Asks which enrichments to track: typed or pasted ids, or the sandbox's demo enrichments.
import { l10n, window, type QuickPickItem } from "vscode";
import { enrichmentIdsIn } from "../../enrichments/enrichmentIds";
import type { ConnectionInfo } from "../account";
import { safeText } from "../safeText";

export interface DemoEnrichment {
  readonly id: string;
  readonly meaning: string;
}

/** Resolves to no ids when the user cancels. */
export async function askForIds(
  connection: ConnectionInfo,
  demos: () => Promise<readonly DemoEnrichment[]>,
): Promise<readonly string[]> {
  return connection.sandbox ? askAmongDemos(await demos()) : askForPasted(connection);
}

async function askForPasted(connection: ConnectionInfo): Promise<readonly string[]> {
  const typed = await window.showInputBox({
    title: l10n.t("Track enrichments: {0}", safeText(connection.label)),
    prompt: l10n.t("Paste one or more ids, separated by commas or spaces. Fetching results is free."),
    placeHolder: l10n.t("The id returned when the enrichment was started"),
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === "" || enrichmentIdsIn(text).length > 0 ? undefined : l10n.t("This text contains no id."),
  });
  return typed === undefined ? [] : enrichmentIdsIn(typed);
}

/** The sandbox has only these, so they are picked from a list; ids can also be typed. */
function askAmongDemos(demos: readonly DemoEnrichment[]): Promise<readonly string[]> {
  const box = window.createQuickPick<QuickPickItem>();
  box.title = l10n.t("Track enrichments: sandbox");
  box.placeholder = l10n.t("Select with Space, or paste ids, then press Enter");
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
