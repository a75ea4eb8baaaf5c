// "Duplicate Search": copies the text that the editor shows, so that unsaved changes are in the copy too.
import { commands, l10n, window, workspace, WorkspaceEdit, type Uri } from "vscode";
import type { App } from "../../app/app";
import { uniqueName } from "../../searches/library";
import { parseSearch } from "../../searches/parseSearch";
import { editorIds } from "../commandIds";
import { safeText } from "../safeText";
import { newSearchFrom } from "../searchFiles/newSearchDocument";
import { searchNameOf } from "../searchFiles/searchFiles";
import { fileBeside, namesBeside } from "../searchFiles/searchFile";

export async function duplicateSearch(uri: Uri, app: App): Promise<void> {
  const text = (await workspace.openTextDocument(uri)).getText();
  if (uri.scheme === "untitled") {
    await newSearchFrom(app, parseSearch(text).document?.search ?? "company", text);
    return;
  }
  const copy = fileBeside(uri, uniqueName(searchNameOf(uri), await namesBeside(uri)));
  const edit = new WorkspaceEdit();
  edit.createFile(copy, { contents: new TextEncoder().encode(text), overwrite: false });
  if (await workspace.applyEdit(edit)) {
    await commands.executeCommand("vscode.openWith", copy, editorIds.filterBuilder);
  } else {
    void window.showErrorMessage(
      l10n.t("{0} could not be duplicated. Check that its folder is writable.", safeText(searchNameOf(uri))),
    );
  }
}
