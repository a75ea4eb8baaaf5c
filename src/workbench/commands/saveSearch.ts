// "Save" of a search without a file asks for its name; "Save to Personal Library…" makes a copy. The runs, companies,
// results tabs, and typed text of an unsaved search move with it.
import { homedir } from "node:os";
import { applyEdits } from "jsonc-parser/lib/esm/main.js";
import { commands, Uri, window, workspace, type TextDocument } from "vscode";
import { searchNameProblem, uniqueName } from "../../searches/library";
import { searchFileEnding } from "../../searches/searchDocument";
import { editorIds } from "../commandIds";
import type { Desk } from "../desk";
import { inOneDialog } from "../dialogSteps";
import { errorText } from "../errorText";
import { listsAfterMove, moveSearch } from "../running/followSearchDocuments";
import { newSearchFolder } from "../searchFiles/newSearchDocument";
import { fileInFolderOf, namesInFolderOf } from "../searchFiles/searchFile";
import { searchNameOf } from "../searchFiles/searchFiles";
import { setContext } from "../setContext";
import { activeUri } from "../tabs";

export async function saveSearch(uri: Uri, desk: Desk): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  if (!document.isUntitled) {
    await document.save();
    return;
  }
  const file = await inOneDialog(() => askForFile(uri));
  if (file === undefined) {
    return;
  }
  try {
    const text = applyEdits(document.getText(), listsAfterMove(document.getText(), uri, file));
    await workspace.fs.writeFile(file, new TextEncoder().encode(text));
    await replaceUnsaved(document, file, desk);
  } catch (error) {
    void window.showErrorMessage(`The search could not be saved. ${errorText(error)}`);
  }
}

/** Suggests `searches/` in the workspace; without a workspace, any folder. */
async function askForFile(uri: Uri): Promise<Uri | undefined> {
  const folder = newSearchFolder();
  const suggested = fileNameFor(searchNameOf(uri));
  if (folder === undefined) {
    const defaultUri = Uri.joinPath(Uri.file(homedir()), `${suggested}${searchFileEnding}`);
    return window.showSaveDialog({
      title: "Save search",
      defaultUri,
      filters: { "Saved searches": ["prospect.json"] },
    });
  }
  const inFolder = Uri.joinPath(folder, "name");
  const taken = await namesInFolderOf(inFolder).catch(() => []); // the folder does not exist yet
  const value = uniqueName(suggested, taken);
  const typed = await window.showInputBox({
    title: "Save search",
    prompt: `Name of its file in ${workspace.asRelativePath(folder)}/`,
    value,
    valueSelection: [0, value.length],
    validateInput: (text) =>
      searchNameProblem(text.trim()) ??
      (uniqueName(text.trim(), taken) === text.trim()
        ? undefined
        : "A search with this name already exists. Enter another name."),
  });
  return typed === undefined ? undefined : fileInFolderOf(inFolder, typed.trim());
}

/** Filters can contain characters that file names cannot. */
function fileNameFor(name: string): string {
  const plain = name
    .replace(/[<>:"/\\|?*\p{C}]/gu, " ")
    .replace(/\s+/gu, " ")
    .replace(/^[ .]+|[ .]+$/gu, "");
  return searchNameProblem(plain) === undefined ? plain : "New search";
}

export async function saveToLibrary(uri: Uri, desk: Desk): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  const typed = await inOneDialog(async () =>
    window.showInputBox({
      title: "Save to the personal library",
      prompt: "The library is available in every workspace. It stays on this machine and is not synced.",
      value: searchNameOf(document.uri),
      validateInput: (text) => searchNameProblem(text.trim()),
    }),
  );
  if (typed === undefined) {
    return;
  }
  try {
    const file = Uri.file(await desk.data.addToLibrary(typed.trim(), document.getText()));
    desk.searchFiles.refresh();
    setContext("hasSavedSearch", true);
    if (document.isUntitled) {
      await replaceUnsaved(document, file, desk);
    } else {
      await commands.executeCommand("vscode.openWith", file, editorIds.filterBuilder);
    }
  } catch (error) {
    void window.showErrorMessage(`The search could not be saved to the library. ${errorText(error)}`);
  }
}

/** The file contains the text now, so the tab of the unsaved search closes without a question. */
async function replaceUnsaved(document: TextDocument, file: Uri, desk: Desk): Promise<void> {
  const { uri } = document;
  const name = searchNameOf(uri);
  desk.uncommittedInput.carryOver(uri, file);
  if (activeUri()?.toString() === uri.toString()) {
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
  await commands.executeCommand("vscode.openWith", file, editorIds.filterBuilder);
  await moveSearch({ from: uri.toString(), name, to: file }, desk);
}
