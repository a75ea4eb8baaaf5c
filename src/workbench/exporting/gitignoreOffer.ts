// Once per workspace: the folder of an export can be added to .gitignore, since exports contain personal data.
import * as disk from "node:fs/promises";
import { l10n, Uri, workspace, type Memento } from "vscode";
import { addIgnoreLine, canBeIgnored, isIgnored, readIgnoreFile } from "../../export/gitignore";
import { safeText } from "../safeText";
import { fileExists } from "../files";

const offeredKey = "prospectDesk.ignoreOffered";

export interface IgnoreOffer {
  /** For the notification of the export. */
  readonly sentence: string;
  /** Its button. `add` rejects with a `DiskFailure` when the file cannot be written. */
  readonly button?: { readonly label: string; readonly add: () => Promise<unknown> };
}

/** After the first export into a git workspace. */
export async function ignoreOffer(
  file: Uri,
  memory: Pick<Memento, "get" | "update">,
): Promise<IgnoreOffer | undefined> {
  const root = workspace.getWorkspaceFolder(file)?.uri;
  // The editor's other file systems cannot tell a link from its target.
  if (
    root === undefined ||
    root.scheme !== "file" ||
    memory.get(offeredKey) === true ||
    !(await isInRepository(root))
  ) {
    return undefined;
  }
  const inside = file.path.slice(root.path.length).replace(/^\/+/, "");
  const folder = inside.slice(0, Math.max(0, inside.lastIndexOf("/")));
  // An export at the top of the workspace has no folder of its own.
  if (!canBeIgnored(folder)) {
    return undefined;
  }
  const ignoreFile = Uri.joinPath(root, ".gitignore").fsPath;
  const text = await readIgnoreFile(disk, ignoreFile).catch(() => undefined);
  if (text !== undefined && isIgnored(text, folder)) {
    return undefined;
  }
  await memory.update(offeredKey, true);
  const name = safeText(`${folder}/`);
  if (text === undefined) {
    return {
      sentence: l10n.t(
        "Exported records contain personal data. Make sure that Git ignores {0}: .gitignore is a link, very large, " +
          "or cannot be read, so it was not changed.",
        name,
      ),
    };
  }
  return {
    sentence: l10n.t("Exported records contain personal data."),
    // This reads the file again, because it may have changed while the notification was open.
    button: { label: l10n.t("Add {0} to .gitignore", name), add: () => addIgnoreLine(disk, ignoreFile, folder) },
  };
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
