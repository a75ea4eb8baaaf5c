// Offers, once per workspace, to add the folder of an export to .gitignore, since exports contain personal data.
import * as disk from "node:fs/promises";
import { l10n, Uri, window, workspace, type Memento } from "vscode";
import { addIgnoreLine, canBeIgnored, isIgnored, readIgnoreFile } from "../../export/gitignore";
import { safeText } from "../safeText";
import { fileExists } from "../fileExists";

const offeredKey = "prospectDesk.ignoreOffered";

/** After an export into a git workspace. Rejects with a `DiskFailure` when the file cannot be written. */
export async function offerToIgnore(file: Uri, memory: Pick<Memento, "get" | "update">): Promise<void> {
  const root = workspace.getWorkspaceFolder(file)?.uri;
  // The editor's other file systems cannot tell a link from its target.
  if (
    root === undefined ||
    root.scheme !== "file" ||
    memory.get(offeredKey) === true ||
    !(await isInRepository(root))
  ) {
    return;
  }
  const inside = file.path.slice(root.path.length).replace(/^\/+/, "");
  const folder = inside.slice(0, Math.max(0, inside.lastIndexOf("/")));
  // An export at the top of the workspace has no folder of its own.
  if (!canBeIgnored(folder)) {
    return;
  }
  const ignoreFile = Uri.joinPath(root, ".gitignore").fsPath;
  const text = await readIgnoreFile(disk, ignoreFile).catch(() => undefined);
  if (text !== undefined && isIgnored(text, folder)) {
    return;
  }
  await memory.update(offeredKey, true);
  const name = safeText(`${folder}/`);
  if (text === undefined) {
    void window.showInformationMessage(
      l10n.t(
        "Exported records contain personal data. Make sure that Git ignores {0}: .gitignore is a link, very large, " +
          "or cannot be read, so it was not changed.",
        name,
      ),
    );
    return;
  }
  const add = l10n.t("Add to .gitignore");
  const question = l10n.t("Exported records contain personal data. Add {0} to .gitignore?", name);
  if ((await window.showInformationMessage(question, add, l10n.t("Not Now"))) === add) {
    // This reads the file again, because it may have changed while the question was open.
    await addIgnoreLine(disk, ignoreFile, folder);
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
