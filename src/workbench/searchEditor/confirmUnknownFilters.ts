// A file may name filters that the search does not have. Left out, they make the search wider than the file says: ask.
import { l10n, window } from "vscode";
import type { ParsedSearch } from "../../searches/parseSearch";
import { safeText } from "../safeText";

/** True when the search may run: it has no unknown filters, or the user agrees to leave them out. */
export async function confirmUnknownFilters(parsed: ParsedSearch): Promise<boolean> {
  if (parsed.unknownFields.length === 0) {
    return true;
  }
  const go = l10n.t("Run without them");
  const answer = await window.showWarningMessage(
    l10n.t("This file names filters that this search does not have: {0}.", safeText(parsed.unknownFields.join(", "))),
    { modal: true, detail: l10n.t("They are left out of what is sent, so the search finds more than the file says.") },
    go,
  );
  return answer === go;
}
