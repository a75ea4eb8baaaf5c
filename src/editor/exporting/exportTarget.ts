// Where an export goes: asks for a file of the workspace, never silently over an existing one.
import { l10n, QuickInputButtons, ThemeIcon, Uri, window, workspace, type InputBox, type WorkspaceFolder } from "vscode";
import { freeName } from "../../export/exportName";
import { safeText } from "../safeText";

export interface ChosenFile {
  readonly uri: Uri;
  /** The user has agreed to write over what is there. */
  readonly replace: boolean;
}

export type TargetAnswer = ChosenFile | "back" | undefined;

/** Asks for the file. `name` is the name offered, for example `Acme search 2026-11-20.csv`. */
export async function askForExportFile(name: string, records: string): Promise<TargetAnswer> {
  const folder = workspace.workspaceFolders?.[0];
  if (folder === undefined) {
    return browse(undefined, name);
  }
  const exportFolder = exportFolderOf(folder);
  const offered = await freeName(name, (candidate) => exists(Uri.joinPath(folder.uri, exportFolder, candidate)));
  const typed = await askForPath(folder, exportFolder === "" ? offered : `${exportFolder}/${offered}`, records);
  if (typed === "browse") {
    return browse(Uri.joinPath(folder.uri, exportFolder), offered);
  }
  if (typed === undefined || typed === "back") {
    return typed;
  }
  const uri = Uri.joinPath(folder.uri, typed.path);
  return (await exists(uri)) ? confirmReplace(uri) : { uri, replace: false };
}

async function browse(folder: Uri | undefined, name: string): Promise<ChosenFile | undefined> {
  const uri = await window.showSaveDialog({
    title: l10n.t("Export to"),
    saveLabel: l10n.t("Export"),
    ...(folder !== undefined && { defaultUri: Uri.joinPath(folder, name) }),
  });
  // The dialog has asked about a file that is there already.
  return uri === undefined ? undefined : { uri, replace: true };
}

async function confirmReplace(uri: Uri): Promise<ChosenFile | undefined> {
  const replace = l10n.t("Replace");
  const question = l10n.t("{0} is there already. Replace it?", safeText(workspace.asRelativePath(uri)));
  const detail = l10n.t("The old file stays whole until the new one is complete.");
  return (await window.showWarningMessage(question, { modal: true, detail }, replace)) === replace ? { uri, replace: true } : undefined;
}

type PathAnswer = { readonly path: string } | "browse" | "back" | undefined;

function askForPath(folder: WorkspaceFolder, offered: string, records: string): Promise<PathAnswer> {
  const box = window.createInputBox();
  const browseButton = { iconPath: new ThemeIcon("folder-opened"), tooltip: l10n.t("Choose in a dialog") };
  box.title = l10n.t("Export {0}: file in {1}", records, safeText(folder.name));
  box.prompt = l10n.t("A path inside the workspace. Missing folders are made.");
  box.value = offered;
  const nameStart = offered.lastIndexOf("/") + 1;
  box.valueSelection = [nameStart, Math.max(nameStart, offered.lastIndexOf("."))];
  box.buttons = [QuickInputButtons.Back, browseButton];
  box.ignoreFocusOut = true;
  return new Promise<PathAnswer>((resolve) => {
    const finish = (answer: PathAnswer): void => {
      resolve(answer);
      box.dispose();
    };
    box.onDidChangeValue(() => explain(box));
    box.onDidTriggerButton((button) => finish(button === browseButton ? "browse" : "back"));
    box.onDidAccept(() => {
      explain(box);
      if (box.validationMessage === undefined) {
        finish({ path: box.value.trim() });
      }
    });
    box.onDidHide(() => finish(undefined));
    box.show();
  });
}

function explain(box: InputBox): void {
  box.validationMessage = exportPathProblem(box.value.trim());
}

/** A sentence for a path that is not a file inside the workspace. */
export function exportPathProblem(path: string): string | undefined {
  if (path === "" || path.endsWith("/") || path.endsWith("\\")) {
    return l10n.t("Type a file name.");
  }
  if (/^([/\\]|[a-z]:)/i.test(path) || path.split(/[/\\]/).includes("..")) {
    return l10n.t("Type a path inside the workspace, or choose another place with the folder button.");
  }
  return /[<>:"|?*]/.test(path) || hasControlCharacter(path) ? l10n.t('A file name cannot contain any of < > : " | ? *.') : undefined;
}

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character < " ");
}

/** The setting can come from a cloned workspace, so a folder outside of it does not count. */
function exportFolderOf(folder: WorkspaceFolder): string {
  const value = workspace.getConfiguration("prospectDesk", folder).get<unknown>("exports.folder");
  const path = typeof value === "string" ? value.trim().replace(/[/\\]+$/, "").replace(/\\/g, "/") : "exports";
  return path === "" || exportPathProblem(path) === undefined ? path : "exports";
}

async function exists(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
