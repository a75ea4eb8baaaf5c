// The commands on saved searches. A command that does more than one call has a file of its own beside this one.
import { commands, env, l10n, window, workspace } from "vscode";
import { requestAsCurl } from "../../searches/describeSearch";
import { originForCopies } from "../account";
import { commandIds, editorIds } from "../commandIds";
import { reopenWith, textEditorId } from "../reopenWith";
import { newSearchDocument } from "../searchFiles/newSearchDocument";
import { targetCommand } from "../targets/commandTargets";
import { countSearch } from "./countSearch";
import type { Desk } from "../desk";
import { deleteSelected } from "./deleteSelected";
import { duplicateSearch } from "./duplicateSearch";
import { renameSearch } from "./renameSearch";
import { saveToLibrary } from "../searchFiles/saveToLibrary";
import { readSearch } from "../searchFiles/searchFile";

export function searchCommands(desk: Desk) {
  const { account, app, runner, targets, uncommittedInput } = desk;
  return {
    [commandIds.newCompanySearch]: () => newSearchDocument(app, "company"),
    [commandIds.newPeopleSearch]: () => newSearchDocument(app, "people"),
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
    [commandIds.countSearch]: targetCommand(targets.search, (uri) => countSearch(uri, desk)),
    [commandIds.copySearchAsCurl]: targetCommand(targets.search, async (uri) => {
      const document = await readSearch(uri);
      if (document !== undefined) {
        await env.clipboard.writeText(requestAsCurl(document, originForCopies(account.current)));
        window.setStatusBarMessage(l10n.t("Copied as cURL. It reads the key from $PROSPECT_DESK_KEY."), 5_000);
      }
    }),
    [commandIds.renameSearch]: targetCommand(targets.search, renameSearch),
    [commandIds.duplicateSearch]: targetCommand(targets.search, (uri) => duplicateSearch(uri, app)),
    [commandIds.deleteSearch]: targetCommand(targets.search, (uri) =>
      deleteSelected({ searches: [uri], runs: [], lists: [] }, desk),
    ),
    [commandIds.saveToLibrary]: targetCommand(targets.search, async (uri) =>
      saveToLibrary(await workspace.openTextDocument(uri), desk),
    ),
  };
}
