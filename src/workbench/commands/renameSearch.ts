// "Rename Search…": renames the file, because a search is named after its file.
import { l10n, window, workspace, WorkspaceEdit, type Uri } from "vscode";
import { searchNameProblem } from "../../searches/library";
import { inOneDialog } from "../dialogSteps";
import { safeText } from "../safeText";
import { searchNameOf } from "../searchFiles/searchFiles";
import { fileBeside, namesBeside } from "../searchFiles/searchFile";

export async function renameSearch(uri: Uri): Promise<void> {
  if (uri.scheme === "untitled") {
    void window.showInformationMessage(
      l10n.t("This search is not saved yet. Save it first: its file name is its name."),
    );
    return;
  }
  const old = searchNameOf(uri);
  const others = (await namesBeside(uri)).filter((name) => name !== old).map((name) => name.toLowerCase());
  const typed = await inOneDialog(async () =>
    window.showInputBox({
      title: l10n.t("Rename search"),
      value: old,
      valueSelection: [0, old.length],
      validateInput: (text) =>
        searchNameProblem(text.trim()) ??
        (others.includes(text.trim().toLowerCase())
          ? l10n.t("A search with this name already exists. Enter another name.")
          : undefined),
    }),
  );
  const name = typed?.trim();
  if (name === undefined || name === old) {
    return;
  }
  const edit = new WorkspaceEdit();
  edit.renameFile(uri, fileBeside(uri, name), { overwrite: false });
  if (!(await workspace.applyEdit(edit))) {
    void window.showErrorMessage(l10n.t("{0} could not be renamed. Check that its folder is writable.", safeText(old)));
  }
}
