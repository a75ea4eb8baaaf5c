// Where the files of leave-out lists are: named by a search relative to it, or by a setting for every search.
import * as disk from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { l10n, Uri, workspace } from "vscode";
import { ListProblem } from "../../app/listFiles";
import { leaveOutPathFrom } from "../../searches/leaveOutPaths";
import { isInside, isReallyInside } from "../../searches/realPlace";
import { safeText } from "../safeText";
import { setting } from "../settings";

/** How a list is called in sentences. */
export const listName = (uri: Uri): string => safeText(workspace.asRelativePath(uri));

/** The folder that the paths of a search start from; `undefined` for a search that is not saved in any folder. */
export function folderOfSearch(source: Uri): Uri | undefined {
  if (source.scheme !== "untitled") {
    return Uri.joinPath(source, "..");
  }
  return workspace.workspaceFolders?.[0]?.uri;
}

/**
 * The file that a search names. Rejects with a `ListProblem` if it is outside the workspace, also by a symbolic link: a
 * search comes with a folder, and a folder must not choose which files of the user are read.
 */
export async function listOfSearch(source: Uri, named: string): Promise<Uri> {
  const folder = folderOfSearch(source);
  if (folder === undefined) {
    throw new ListProblem(() => l10n.t("Save the search in a folder first: its leave-out lists are relative to it."));
  }
  const uri = Uri.joinPath(folder, named);
  const isOfWorkspace = workspace.getWorkspaceFolder(folder) !== undefined;
  const roots = isOfWorkspace ? (workspace.workspaceFolders ?? []).map((one) => one.uri) : [folder];
  const paths = roots
    .filter(({ scheme, authority }) => scheme === uri.scheme && authority === uri.authority)
    .map((root) => placeOf(root));
  const isAllowed =
    uri.scheme === "file"
      ? await isReallyInside(disk, paths, placeOf(uri))
      : paths.some((root) => isInside(root, placeOf(uri), path.posix));
  if (!isAllowed) {
    throw new ListProblem(() =>
      isOfWorkspace
        ? l10n.t("The leave-out list {0} is outside the workspace.", safeText(named))
        : l10n.t("The leave-out list {0} is outside the folder of the search.", safeText(named)),
    );
  }
  return uri;
}

/** How a search names a file; `undefined` if it must not. */
export async function pathFromSearch(source: Uri, uri: Uri): Promise<string | undefined> {
  const folder = folderOfSearch(source);
  if (folder === undefined || folder.scheme !== uri.scheme || folder.authority !== uri.authority) {
    return undefined;
  }
  const named = leaveOutPathFrom(folder.path, uri.path);
  return listOfSearch(source, named).then(
    () => named,
    () => undefined,
  );
}

/** The lists of every search. A workspace must not name files of the user, so only the user setting counts. */
export function listsOfEverySearch(): readonly Uri[] {
  return setting("leaveOut.lists").map((one) => Uri.file(one.replace(/^~(?=[/\\]|$)/u, homedir())));
}

/** The path on this machine, or in the file system of another scheme. */
const placeOf = ({ scheme, fsPath, path }: Uri): string => (scheme === "file" ? fsPath : path);
