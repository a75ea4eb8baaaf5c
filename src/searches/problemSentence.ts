// A problem of a saved search as one sentence with the search, the line and the field.
import * as l10n from "@vscode/l10n";
import type { SearchKind } from "../service/filterCatalogue";
import type { SearchProblem } from "./searchDocument";
import { labelOfPath } from "./searchForm";
import { propertyOf, readSearchText } from "./searchText";

export function problemSentence(name: string, text: string, { path, message }: SearchProblem, line: number): string {
  const tree = readSearchText(text);
  const kind: unknown = tree.ok ? propertyOf(tree.root, "search")?.value?.value : undefined;
  const label = labelOfPath(kind === "company" || kind === "people" ? (kind satisfies SearchKind) : undefined, path);
  return label === undefined
    ? l10n.t("{0}, line {1}: {2}", name, line, message)
    : l10n.t("Fix “{0}” in {1}, line {2}: {3}", label, name, line, message);
}
