// Commands on saved searches: new, open, run, count, rename, duplicate, delete, save to the library.
import {
  commands,
  env,
  FileType,
  l10n,
  TabInputCustom,
  TabInputText,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type Disposable,
  type TextDocument,
} from "vscode";
import { requestAsCurl } from "../../searches/describeSearch";
import { searchNameProblem, uniqueName, type Library } from "../../searches/library";
import { parseSearch } from "../../searches/parseSearch";
import { searchFileEnding, type SearchDocument } from "../../searches/searchDocument";
import { commandIds, editorIds } from "../commandIds";
import { formatCount } from "../numbers";
import { reopenWith, textEditorId } from "../reopenWith";
import type { SearchRunner } from "../runActivity";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import { newSearchDocument, newSearchFrom } from "../searchEditor/newSearchDocument";
import { runnableSearch } from "../searchEditor/runnableSearch";
import type { UnsettledPages } from "../searchEditor/unsettledPages";
import { registerTargetCommand, type CommandTargets } from "../targets/commandTargets";
import { searchNameOf, type SearchFiles } from "../views/searchFiles";

export interface SearchCommandDeps {
  readonly targets: Pick<CommandTargets, "search">;
  readonly searchFiles: SearchFiles;
  readonly library: Library;
  readonly runner: SearchRunner;
  readonly copyOrigin: () => string;
  readonly unsettledPages: UnsettledPages;
}

export function registerSearchCommands(parts: SearchCommandDeps): Disposable[] {
  const on = (id: string, work: (uri: Uri) => Promise<void>): Disposable =>
    registerTargetCommand(id, parts.targets.search, work);
  return [
    commands.registerCommand(commandIds.newCompanySearch, () => newSearchDocument("company")),
    commands.registerCommand(commandIds.newPeopleSearch, () => newSearchDocument("people")),
    on(
      commandIds.openSearch,
      async (uri) => void (await commands.executeCommand("vscode.openWith", uri, editorIds.filterBuilder)),
    ),
    on(commandIds.openSearchInBuilder, (uri) => reopenWith(uri, editorIds.filterBuilder)),
    on(commandIds.openSearchAsText, (uri) => reopenWith(uri, textEditorId)),
    on(commandIds.runSearch, async (uri) => {
      const document = await readSearch(uri, parts.unsettledPages.reasonsFor(uri));
      if (document !== undefined) {
        await parts.runner.run(uri, document);
      }
    }),
    on(commandIds.countSearch, (uri) => count(uri, parts)),
    on(commandIds.copySearchAsCurl, async (uri) => {
      const document = await readSearch(uri);
      if (document !== undefined) {
        await env.clipboard.writeText(requestAsCurl(document, parts.copyOrigin()));
        window.setStatusBarMessage(l10n.t("Copied as cURL. It reads the key from $PROSPECT_DESK_KEY."), 5_000);
      }
    }),
    on(commandIds.renameSearch, rename),
    on(commandIds.duplicateSearch, duplicate),
    on(commandIds.deleteSearch, async (uri) => {
      if (await deleteSearch(uri)) {
        parts.searchFiles.refresh();
      }
    }),
    on(commandIds.saveToLibrary, async (uri) => saveToLibrary(await workspace.openTextDocument(uri), parts)),
  ];
}

async function count(uri: Uri, { runner, unsettledPages }: SearchCommandDeps): Promise<void> {
  const document = await readSearch(uri, unsettledPages.reasonsFor(uri));
  const total = document === undefined ? undefined : await runner.count(uri, document);
  if (total !== undefined) {
    const run = l10n.t("Run Search");
    const name = safeText(searchNameOf(uri));
    const found =
      total === 1
        ? l10n.t("{0} matches 1 record.", name)
        : l10n.t("{0} matches {1} records.", name, formatCount(total));
    const picked = await window.showInformationMessage(found, run);
    if (picked === run) {
      await commands.executeCommand(commandIds.runSearch, uri);
    }
  }
}

/** The search at a URI, unsaved changes included; a problem is shown with the way to its place, and so is what a page shows beyond it. */
async function readSearch(uri: Uri, unsettled: readonly string[] = []): Promise<SearchDocument | undefined> {
  let text: TextDocument;
  try {
    text = await workspace.openTextDocument(uri);
  } catch (error) {
    void window.showErrorMessage(
      l10n.t("{0} cannot be read. {1}", safeText(searchNameOf(uri)), safeText(String(error))),
    );
    return undefined;
  }
  return runnableSearch(text, unsettled);
}

const folderOf = (uri: Uri): Uri => Uri.joinPath(uri, "..");
const inFolderOf = (uri: Uri, name: string): Uri => Uri.joinPath(folderOf(uri), `${name}${searchFileEnding}`);

async function namesBeside(uri: Uri): Promise<readonly string[]> {
  const entries = await workspace.fs.readDirectory(folderOf(uri));
  return entries
    .filter(([name, type]) => type !== FileType.Directory && name.endsWith(searchFileEnding))
    .map(([name]) => name.slice(0, -searchFileEnding.length));
}

async function rename(uri: Uri): Promise<void> {
  if (uri.scheme === "untitled") {
    void window.showInformationMessage(
      l10n.t("This search has no file yet. Save it first; the file's name is the search's name."),
    );
    return;
  }
  const old = searchNameOf(uri);
  const others = (await namesBeside(uri)).filter((name) => name !== old).map((name) => name.toLowerCase());
  const typed = await window.showInputBox({
    title: l10n.t("Rename search"),
    value: old,
    valueSelection: [0, old.length],
    validateInput: (text) =>
      searchNameProblem(text.trim()) ??
      (others.includes(text.trim().toLowerCase())
        ? l10n.t("There is a search of this name already. Type another one.")
        : undefined),
  });
  const name = typed?.trim();
  if (name === undefined || name === old) {
    return;
  }
  const edit = new WorkspaceEdit();
  edit.renameFile(uri, inFolderOf(uri, name), { overwrite: false });
  if (!(await workspace.applyEdit(edit))) {
    void window.showErrorMessage(
      l10n.t("{0} could not be renamed. Check that its folder can be written.", safeText(old)),
    );
  }
}

async function duplicate(uri: Uri): Promise<void> {
  const text = (await workspace.openTextDocument(uri)).getText();
  if (uri.scheme === "untitled") {
    // The text as it stands: what a copy made of its filters alone would lose is not told from what the user meant to keep.
    await newSearchFrom(parseSearch(text).document?.search ?? "company", text);
    return;
  }
  const copy = inFolderOf(uri, uniqueName(searchNameOf(uri), await namesBeside(uri)));
  // The text as it is in the editor, so that unsaved work is in the copy too.
  const edit = new WorkspaceEdit();
  edit.createFile(copy, { contents: new TextEncoder().encode(text), overwrite: false });
  if (await workspace.applyEdit(edit)) {
    await commands.executeCommand("vscode.openWith", copy, editorIds.filterBuilder);
  } else {
    void window.showErrorMessage(
      l10n.t("{0} could not be duplicated. Check that its folder can be written.", safeText(searchNameOf(uri))),
    );
  }
}

/** True when it is gone. */
async function deleteSearch(uri: Uri): Promise<boolean> {
  const name = safeText(searchNameOf(uri));
  const toTrash = l10n.t("Move to Trash");
  const detail = l10n.t("Its runs and their records stay in the Runs view.");
  if ((await window.showWarningMessage(l10n.t("Delete {0}?", name), { modal: true, detail }, toTrash)) !== toTrash) {
    return false;
  }
  try {
    await workspace.fs.delete(uri, { useTrash: true });
  } catch (trouble) {
    const forEver = l10n.t("Delete Permanently");
    const reason = errorText(trouble);
    const question = l10n.t("{0} could not be moved to the trash. Delete it permanently?", name);
    if ((await window.showWarningMessage(question, { modal: true, detail: reason }, forEver)) !== forEver) {
      return false;
    }
    await workspace.fs.delete(uri, { useTrash: false });
  }
  return true;
}

/** Puts a copy of the document into the personal library and opens it there; an untitled one moves. */
export async function saveToLibrary(
  document: TextDocument,
  { library, searchFiles }: Pick<SearchCommandDeps, "library" | "searchFiles">,
): Promise<void> {
  const offered = document.isUntitled ? l10n.t("My search") : searchNameOf(document.uri);
  const typed = await window.showInputBox({
    title: l10n.t("Save to the personal library"),
    prompt: l10n.t("The library is in every workspace. It is kept on this machine and not synced."),
    value: offered,
    validateInput: (text) => searchNameProblem(text.trim()),
  });
  if (typed === undefined) {
    return;
  }
  try {
    const entry = await library.create(typed.trim(), document.getText());
    searchFiles.refresh();
    if (document.isUntitled) {
      await closeUntitled(document);
    }
    await commands.executeCommand("vscode.openWith", Uri.file(entry.file), editorIds.filterBuilder);
  } catch (error) {
    void window.showErrorMessage(l10n.t("The search could not be saved to the library. {0}", errorText(error)));
  }
}

/** The text is in the library now, so the untitled tab may go without a question. */
async function closeUntitled(document: TextDocument): Promise<void> {
  const tab = window.tabGroups.all
    .flatMap((group) => group.tabs)
    .find(
      ({ input }) =>
        (input instanceof TabInputCustom || input instanceof TabInputText) &&
        input.uri.toString() === document.uri.toString(),
    );
  if (tab?.isActive === true) {
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
}
