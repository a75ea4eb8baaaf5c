// The names of known columns as they are shown. Their English names stand in the tables of columns, made while the module
// loads; a test asks for a translation of each.
import * as l10n from "@vscode/l10n";

/** "Work email", in the language spoken now. */
export function shownLabel(header: string): string {
  return l10n.t(header);
}
