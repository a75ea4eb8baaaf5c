// Checks that a saved search can be run as the user sees it, and shows what must be fixed otherwise.
import { commands, l10n, Range, window, type TextDocument } from "vscode";
import { parseSearch, type ParsedSearch } from "../../searches/parseSearch";
import { problemSentence } from "../../searches/problemSentence";
import type { SearchDocument, SearchProblem } from "../../searches/searchDocument";
import { openInFilterBuilderText } from "../buttonTexts";
import { editorIds } from "../commandIds";
import { reopenWith, textEditorId } from "../reopenWith";
import { safeText } from "../safeText";
import { searchNameOf } from "./searchFiles";

/**
 * The search of a document, or `undefined` when it cannot be run; the user has been told why. `uncommitted` are the
 * reasons why its filter builders show something else; see `UncommittedInputTracker`.
 */
export async function runnableSearch(
  text: TextDocument,
  uncommitted: readonly string[],
): Promise<SearchDocument | undefined> {
  const parsed = parseSearch(text.getText());
  const problem = parsed.problems.find(({ severity }) => severity === "error");
  if (problem !== undefined) {
    await showProblem(text, problem);
    return undefined;
  }
  const [reason] = uncommitted;
  if (reason !== undefined) {
    await showUncommitted(text, reason);
    return undefined;
  }
  return (await confirmUnknownFilters(parsed)) ? parsed.document : undefined;
}

/** Ignoring unknown filters widens the search. True when there are none, or the user agrees to run without them. */
export async function confirmUnknownFilters({ unknownFields }: ParsedSearch): Promise<boolean> {
  if (unknownFields.length === 0) {
    return true;
  }
  const run = l10n.t("Run Without Them");
  const answer = await window.showWarningMessage(
    l10n.t("This search has unknown filters: {0}.", safeText(unknownFields.join(", "))),
    { modal: true, detail: l10n.t("They are not sent to the service, so the search may find more than you expect.") },
    run,
  );
  return answer === run;
}

async function showProblem(text: TextDocument, problem: SearchProblem): Promise<void> {
  const name = safeText(searchNameOf(text.uri));
  const start = text.positionAt(problem.offset);
  const shown = { ...problem, message: safeText(problem.message) };
  const open = l10n.t("Open as Text");
  const answer = await window.showErrorMessage(problemSentence(name, text.getText(), shown, start.line + 1), open);
  if (answer === open) {
    const selection = new Range(start, text.positionAt(problem.offset + problem.length));
    await reopenWith(text.uri, textEditorId, { selection });
  }
}

async function showUncommitted(text: TextDocument, reason: string): Promise<void> {
  const name = safeText(searchNameOf(text.uri));
  const open = openInFilterBuilderText();
  const message = l10n.t("The filter builder has input that is not in {0} yet. {1}", name, safeText(reason));
  if ((await window.showErrorMessage(message, open)) === open) {
    await commands.executeCommand("vscode.openWith", text.uri, editorIds.filterBuilder);
  }
}
