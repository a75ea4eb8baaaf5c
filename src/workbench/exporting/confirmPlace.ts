// Asks before an export is written outside the workspace through a link.
import * as disk from "node:fs/promises";
import path from "node:path";
import { l10n, window, workspace, type Uri } from "vscode";
import { placeOutside } from "../../searches/realPlace";
import { safeText } from "../safeText";

/** False when the user does not want that. `agreed`: real folders that the user has agreed to, which this extends. */
export async function confirmPlace(uri: Uri, agreed: Set<string>): Promise<boolean> {
  const roots = (workspace.workspaceFolders ?? []).map((folder) => folder.uri);
  const paths = roots.filter(({ scheme }) => scheme === "file").map(({ fsPath }) => fsPath);
  const place = uri.scheme === "file" ? await placeOutside(disk, paths, uri.fsPath) : undefined;
  if (place === undefined || agreed.has(path.dirname(place))) {
    return true;
  }
  const write = l10n.t("Write There");
  const question = l10n.t("Write “{0}” outside the workspace?", safeText(workspace.asRelativePath(uri)));
  const detail = l10n.t("This path contains a link. The file would be “{0}”.", safeText(place));
  if ((await window.showWarningMessage(question, { modal: true, detail }, write)) !== write) {
    return false;
  }
  agreed.add(path.dirname(place));
  return true;
}
