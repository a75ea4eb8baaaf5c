// Translates the labels of known columns, whose English names are in the column tables. A test checks each for a
// translation.
import * as l10n from "@vscode/l10n";

/** "Work email", in the language spoken now. */
export function shownLabel(header: string): string {
  return l10n.t(header);
}
