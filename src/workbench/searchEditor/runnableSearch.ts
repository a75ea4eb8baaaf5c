// A saved search as it can be run: nothing invalid in it, and nothing on the screen that is not in it. Says what must be fixed.
import { commands, l10n, Range, window, type TextDocument } from "vscode";
import { parseSearch } from "../../searches/parseSearch";
import { problemSentence } from "../../searches/problemSentence";
import type { SearchDocument } from "../../searches/searchDocument";
import { editorIds } from "../commandIds";
import { reopenWith, textEditorId } from "../reopenWith";
import { safeText } from "../safeText";
import { searchNameOf } from "../views/searchFiles";
import { confirmUnknownFilters } from "./confirmUnknownFilters";

/** `unsettled`: why a page that shows the search shows something else; see `UnsettledPages`. */
export async function runnableSearch(
  text: TextDocument,
  unsettled: readonly string[],
): Promise<SearchDocument | undefined> {
  const name = safeText(searchNameOf(text.uri));
  const parsed = parseSearch(text.getText());
  const problem = parsed.problems.find(({ severity }) => severity === "error");
  if (problem !== undefined) {
    const at = text.positionAt(problem.offset);
    const open = l10n.t("Open as Text");
    if (
      (await window.showErrorMessage(
        problemSentence(name, text.getText(), { ...problem, message: safeText(problem.message) }, at.line + 1),
        open,
      )) === open
    ) {
      await reopenWith(text.uri, textEditorId, {
        selection: new Range(at, text.positionAt(problem.offset + problem.length)),
      });
    }
    return undefined;
  }
  const [reason] = unsettled;
  if (reason !== undefined) {
    const open = l10n.t("Open in Filter Builder");
    const message = l10n.t("The filter builder shows something that is not in {0} yet. {1}", name, safeText(reason));
    if ((await window.showErrorMessage(message, open)) === open) {
      await commands.executeCommand("vscode.openWith", text.uri, editorIds.filterBuilder);
    }
    return undefined;
  }
  return (await confirmUnknownFilters(parsed)) ? parsed.document : undefined;
}
