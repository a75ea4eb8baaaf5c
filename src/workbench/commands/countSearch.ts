// "Count Matches": how many records a search matches, from a run of today for free, and offers to run it.
import { commands, l10n, window, type Uri } from "vscode";
import { countText } from "../../language/language";
import { agoText } from "../../runs/amounts";
import { commandIds } from "../commandIds";
import { safeText } from "../safeText";
import { readSearch } from "../searchFiles/searchFile";
import { searchNameOf } from "../searchFiles/searchFiles";
import { runSearchText } from "../targets/offerSearchRun";
import type { Desk } from "../desk";

export async function countSearch(uri: Uri, desk: Desk, refresh = false): Promise<void> {
  const document = await readSearch(uri, desk.uncommittedInput.reasonsFor(uri));
  const startedAt = desk.app.clock.now();
  const counted = document === undefined ? undefined : await desk.runner.count(uri, document, refresh);
  if (counted === undefined) {
    return;
  }
  const { total, at } = counted;
  const name = safeText(searchNameOf(uri));
  const found =
    total === 1 ? l10n.t("{0} matches 1 record.", name) : l10n.t("{0} matches {1} records.", name, countText(total));
  const isKnown = at < startedAt;
  const known = isKnown ? [l10n.t("Counted {0}, so this was free.", agoText(startedAt - at))] : [];
  const again = l10n.t("Count Again");
  const buttons = isKnown ? [runSearchText(), again] : [runSearchText()];
  const picked = await window.showInformationMessage([found, ...known].join(" "), ...buttons);
  if (picked === again) {
    await countSearch(uri, desk, true);
  } else if (picked !== undefined) {
    await commands.executeCommand(commandIds.runSearch, uri);
  }
}
