// "Count Matches": asks the service how many records a search matches, and offers to run it.
import { l10n, type Uri } from "vscode";
import { countText } from "../../language/language";
import { safeText } from "../safeText";
import type { DeskObjects } from "./deskObjects";
import { offerSearchRun } from "../targets/offerSearchRun";
import { searchNameOf } from "../searchFiles/searchFiles";
import { readSearch } from "../searchFiles/searchFile";

export async function countSearch(
  uri: Uri,
  { runner, uncommittedInput }: Pick<DeskObjects, "runner" | "uncommittedInput">,
): Promise<void> {
  const document = await readSearch(uri, uncommittedInput.reasonsFor(uri));
  const total = document === undefined ? undefined : await runner.count(uri, document);
  if (total === undefined) {
    return;
  }
  const name = safeText(searchNameOf(uri));
  const found =
    total === 1 ? l10n.t("{0} matches 1 record.", name) : l10n.t("{0} matches {1} records.", name, countText(total));
  await offerSearchRun(uri, found);
}
