// The notification after an export: the number of written records, and a button that opens the file. Once per workspace
// it offers to add the folder to .gitignore, if it contains personal data.
import * as disk from "node:fs/promises";
import { commands, Uri, window, workspace, type Memento } from "vscode";
import { addIgnoreLine, canBeIgnored, isIgnored, readIgnoreFile } from "../../export/gitignore";
import { countText } from "../../text/numbers";
import { openText } from "../buttonTexts";
import { errorText } from "../errorText";
import { fileExists } from "../files";
import { safeText } from "../safeText";
import type { WrittenExport } from "./writeExport";

/** `remark` is a warning about the records; may be empty. */
export async function showExported(
  written: WrittenExport,
  remark: string,
  hasPeople: boolean,
  memory: Memento,
): Promise<void> {
  const ignore = hasPeople ? await ignoreOffer(written.file, memory) : undefined;
  const open = openText;
  const sentences = [exportedText(written), remark, ignore?.sentence ?? ""];
  const text = sentences.filter((one) => one !== "").join(" ");
  const buttons = [open];
  if (ignore?.button !== undefined) {
    buttons.push(ignore.button.label);
  }
  const pressed = await window.showInformationMessage(text, ...buttons);
  if (pressed === open) {
    await commands.executeCommand("vscode.open", written.file);
  } else if (pressed !== undefined) {
    await ignore?.button
      ?.add()
      .catch((error: unknown) => void window.showErrorMessage(`.gitignore could not be changed. ${errorText(error)}`));
  }
}

function exportedText({ file, records }: WrittenExport): string {
  const name = safeText(workspace.asRelativePath(file));
  return records === 1 ? `1 record written to ${name}.` : `${countText(records)} records written to ${name}.`;
}

const offeredKey = "prospectDesk.ignoreOffered";

interface IgnoreOffer {
  /** Part of the notification of the export. */
  readonly sentence: string;
  /** The button of the notification. `add` rejects with a `DiskFailure` when the file cannot be written. */
  readonly button?: { readonly label: string; readonly add: () => Promise<unknown> };
}

/** The offer after the first export of people into a git workspace. @internal */
export async function ignoreOffer(file: Uri, memory: Memento): Promise<IgnoreOffer | undefined> {
  const root = workspace.getWorkspaceFolder(file)?.uri;
  // VS Code's other file systems cannot distinguish a link from its target.
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
  // An export at the top of the workspace has no folder of its own to ignore.
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
      sentence:
        `Exported records contain personal data. Make sure that Git ignores ${name}: .gitignore is a link or cannot ` +
        "be read, so it was not changed.",
    };
  }
  return {
    sentence: "Exported records contain personal data.",
    // This reads the file again, because it may have changed while the notification was open.
    button: { label: `Add ${name} to .gitignore`, add: () => addIgnoreLine(disk, ignoreFile, folder) },
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
