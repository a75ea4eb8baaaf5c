// Offers, once per workspace, to add the folder of an export to .gitignore, since exports contain personal data.
import { l10n, Uri, window, workspace, type Memento } from "vscode";
import { ignoreLine, isIgnored, withIgnoreLine } from "../../export/gitignore";
import { safeText } from "../safeText";
import { fileExists } from "../fileExists";

const offeredKey = "prospectDesk.ignoreOffered";

/** After an export into a git workspace. Rejects when the file cannot be written. */
export async function offerToIgnore(file: Uri, memory: Pick<Memento, "get" | "update">): Promise<void> {
  const root = workspace.getWorkspaceFolder(file)?.uri;
  if (root === undefined || memory.get(offeredKey) === true || !(await isInRepository(root))) {
    return;
  }
  const inside = file.path.slice(root.path.length).replace(/^\/+/, "");
  const folder = inside.slice(0, Math.max(0, inside.lastIndexOf("/")));
  const ignoreFile = Uri.joinPath(root, ".gitignore");
  // An export at the top of the workspace has no folder of its own.
  if (folder === "" || isIgnored(await textOf(ignoreFile), folder)) {
    return;
  }
  await memory.update(offeredKey, true);
  const add = l10n.t("Add to .gitignore");
  const question = l10n.t("Exported records contain personal data. Add {0} to .gitignore?", safeText(`${folder}/`));
  if ((await window.showInformationMessage(question, add, l10n.t("Not Now"))) === add) {
    // Read again: the file may have changed while the question was open.
    await workspace.fs.writeFile(
      ignoreFile,
      new TextEncoder().encode(withIgnoreLine(await textOf(ignoreFile), ignoreLine(folder))),
    );
  }
}

async function textOf(file: Uri): Promise<string> {
  try {
    return new TextDecoder().decode(await workspace.fs.readFile(file));
  } catch {
    return "";
  }
}

/** Whether the folder or one above it is a repository. A worktree has a file named `.git`. */
async function isInRepository(root: Uri): Promise<boolean> {
  for (let folder = root; ; folder = Uri.joinPath(folder, "..")) {
    if (await fileExists(Uri.joinPath(folder, ".git"))) {
      return true;
    }
    if (Uri.joinPath(folder, "..").path === folder.path) {
      return false;
    }
  }
}
