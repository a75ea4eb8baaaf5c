// The commands on saved searches. A command that does more than one call has a file of its own beside this one.
import { commands, env, l10n, window, workspace } from "vscode";
import { requestAsCurl } from "../../searches/describeSearch";
import type { RunStore } from "../../runs/runStore";
import type { Library } from "../../searches/library";
import { commandIds, editorIds } from "../commandIds";
import { reopenWith, textEditorId } from "../reopenWith";
import type { SearchRunner } from "../runActivity";
import { newSearchDocument } from "../searchFiles/newSearchDocument";
import type { UncommittedInputTracker } from "../searchFiles/uncommittedInputTracker";
import type { RecordLists } from "../lists/recordLists";
import { targetCommand, type CommandTargets } from "../targets/commandTargets";
import type { SearchFiles } from "../searchFiles/searchFiles";
import { countSearch } from "./countSearch";
import { deleteSelected } from "./deleteSelected";
import { duplicateSearch } from "./duplicateSearch";
import { renameSearch } from "./renameSearch";
import { saveToLibrary } from "./saveToLibrary";
import { readSearch } from "../searchFiles/searchFile";

export interface SearchCommandDeps {
  readonly targets: Pick<CommandTargets, "search">;
  readonly runs: RunStore;
  readonly searchFiles: Pick<SearchFiles, "refresh">;
  readonly recordLists: Pick<RecordLists, "remove">;
  readonly library: Library;
  readonly runner: SearchRunner;
  /** The origin written into copied commands. */
  readonly copyOrigin: () => string;
  readonly uncommittedInput: UncommittedInputTracker;
}

export function searchCommands(deps: SearchCommandDeps) {
  const { targets, runner, copyOrigin, uncommittedInput } = deps;
  return {
    [commandIds.newCompanySearch]: () => newSearchDocument(deps, "company"),
    [commandIds.newPeopleSearch]: () => newSearchDocument(deps, "people"),
    [commandIds.openSearch]: targetCommand(targets.search, (uri) =>
      commands.executeCommand("vscode.openWith", uri, editorIds.filterBuilder),
    ),
    [commandIds.openSearchInBuilder]: targetCommand(targets.search, (uri) => reopenWith(uri, editorIds.filterBuilder)),
    [commandIds.openSearchAsText]: targetCommand(targets.search, (uri) => reopenWith(uri, textEditorId)),
    [commandIds.runSearch]: targetCommand(targets.search, async (uri) => {
      const document = await readSearch(uri, uncommittedInput.reasonsFor(uri));
      if (document !== undefined) {
        await runner.run(uri, document);
      }
    }),
    [commandIds.countSearch]: targetCommand(targets.search, (uri) => countSearch(uri, deps)),
    [commandIds.copySearchAsCurl]: targetCommand(targets.search, async (uri) => {
      const document = await readSearch(uri);
      if (document !== undefined) {
        await env.clipboard.writeText(requestAsCurl(document, copyOrigin()));
        window.setStatusBarMessage(l10n.t("Copied as cURL. It reads the key from $PROSPECT_DESK_KEY."), 5_000);
      }
    }),
    [commandIds.renameSearch]: targetCommand(targets.search, renameSearch),
    [commandIds.duplicateSearch]: targetCommand(targets.search, (uri) => duplicateSearch(uri, deps)),
    [commandIds.deleteSearch]: targetCommand(targets.search, (uri) =>
      deleteSelected({ searches: [uri], runs: [], lists: [] }, deps),
    ),
    [commandIds.saveToLibrary]: targetCommand(targets.search, async (uri) =>
      saveToLibrary(await workspace.openTextDocument(uri), deps),
    ),
  };
}
