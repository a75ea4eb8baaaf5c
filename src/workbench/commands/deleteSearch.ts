// "Delete Search": moves the file to the trash, or deletes it where there is none.
import { l10n, window, workspace, type Uri } from "vscode";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import { searchNameOf, type SearchFiles } from "../views/searchFiles";

export async function deleteSearch(uri: Uri, searchFiles: Pick<SearchFiles, "refresh">): Promise<void> {
  const name = safeText(searchNameOf(uri));
  const toTrash = l10n.t("Move to Trash");
  const detail = l10n.t("Its runs and their records stay in the Runs view.");
  if ((await window.showWarningMessage(l10n.t("Delete {0}?", name), { modal: true, detail }, toTrash)) !== toTrash) {
    return;
  }
  try {
    await workspace.fs.delete(uri, { useTrash: true });
  } catch (error) {
    const permanently = l10n.t("Delete Permanently");
    const question = l10n.t("{0} could not be moved to the trash. Delete it permanently?", name);
    const options = { modal: true, detail: errorText(error) };
    if ((await window.showWarningMessage(question, options, permanently)) !== permanently) {
      return;
    }
    await workspace.fs.delete(uri, { useTrash: false });
  }
  searchFiles.refresh();
}
