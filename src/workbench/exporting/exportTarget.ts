// Where an export goes: asks for a file of the workspace, never silently over an existing one.
import {
  l10n,
  QuickInputButtons,
  ThemeIcon,
  Uri,
  window,
  workspace,
  type InputBox,
  type WorkspaceFolder,
} from "vscode";
import { freeName } from "../../export/exportName";
import { safeText } from "../safeText";

export interface ChosenFile {
  readonly uri: Uri;
  /** `replace` and `append` only after the user has agreed to change what is there. */
  readonly how: "new" | "replace" | "append";
}

export interface FileQuestion {
  /** The name offered, for example `Acme search 2026-11-20.csv`. */
  readonly name: string;
  /** "200 fetched records" */
  readonly records: string;
  /** Whether the format can be added to. */
  readonly appendable: boolean;
  /** Shows the first records; "back" to the file, `undefined` to give up. */
  readonly preview: () => Promise<true | "back" | undefined>;
}

export type TargetAnswer = ChosenFile | "back" | undefined;

/** Asks for the file. */
export async function askForExportFile(question: FileQuestion): Promise<TargetAnswer> {
  const folder = workspace.workspaceFolders?.[0];
  if (folder === undefined) {
    return browse(undefined, question.name);
  }
  const exportFolder = exportFolderOf(folder);
  const offered = await freeName(question.name, (candidate) =>
    exists(Uri.joinPath(folder.uri, exportFolder, candidate)),
  );
  let path = exportFolder === "" ? offered : `${exportFolder}/${offered}`;
  for (;;) {
    const answer = await askForPath(folder, path, question.records);
    if (answer === "browse") {
      return browse(Uri.joinPath(folder.uri, exportFolder), offered);
    }
    if (answer === undefined || answer === "back") {
      return answer;
    }
    path = answer.path;
    if (answer.preview) {
      if ((await question.preview()) === undefined) {
        return undefined;
      }
      continue;
    }
    const uri = Uri.joinPath(folder.uri, path);
    return (await exists(uri)) ? confirmChange(uri, question.appendable) : { uri, how: "new" };
  }
}

async function browse(folder: Uri | undefined, name: string): Promise<ChosenFile | undefined> {
  const uri = await window.showSaveDialog({
    title: l10n.t("Export to"),
    saveLabel: l10n.t("Export"),
    ...(folder !== undefined && { defaultUri: Uri.joinPath(folder, name) }),
  });
  // The dialog has asked about a file that is there already.
  return uri === undefined ? undefined : { uri, how: "replace" };
}

/**
 * Asks what shall become of a file that is there already. `offerNew`: write beside it instead, under a free name. `about`: a sentence
 * on what is written.
 */
export async function confirmChange(
  uri: Uri,
  appendable: boolean,
  offerNew = false,
  about?: string,
): Promise<ChosenFile | undefined> {
  const [replace, append, beside] = [l10n.t("Replace"), l10n.t("Append New Records Only"), l10n.t("Write a New File")];
  const question = l10n.t("{0} is there already. Replace it?", safeText(workspace.asRelativePath(uri)));
  const whole = l10n.t("The old file stays whole until the new one is complete.");
  const adding = l10n.t("Appending adds the records whose id the file lacks and keeps the others as they are.");
  const detail = [...(about === undefined ? [] : [about]), whole, ...(appendable ? [adding] : [])].join(" ");
  const canAppend = appendable && uri.scheme === "file";
  const picked = await window.showWarningMessage(
    question,
    { modal: true, detail },
    replace,
    ...(canAppend ? [append] : []),
    ...(offerNew ? [beside] : []),
  );
  switch (picked) {
    case replace:
      return { uri, how: "replace" };
    case append:
      return { uri, how: "append" };
    case beside:
      return { uri: await freeUri(uri), how: "new" };
    default:
      return undefined;
  }
}

async function freeUri(uri: Uri): Promise<Uri> {
  const folder = Uri.joinPath(uri, "..");
  return Uri.joinPath(
    folder,
    await freeName(uri.path.slice(uri.path.lastIndexOf("/") + 1), (candidate) =>
      exists(Uri.joinPath(folder, candidate)),
    ),
  );
}

type PathAnswer = { readonly path: string; readonly preview: boolean } | "browse" | "back" | undefined;

function askForPath(folder: WorkspaceFolder, offered: string, records: string): Promise<PathAnswer> {
  const box = window.createInputBox();
  const browseButton = { iconPath: new ThemeIcon("folder-opened"), tooltip: l10n.t("Choose in a dialog") };
  const previewButton = { iconPath: new ThemeIcon("eye"), tooltip: l10n.t("Preview the first records") };
  box.title = l10n.t("Export {0}: file in {1}", records, safeText(folder.name));
  box.prompt = l10n.t("A path inside the workspace. Missing folders are made.");
  box.value = offered;
  const nameStart = offered.lastIndexOf("/") + 1;
  box.valueSelection = [nameStart, Math.max(nameStart, offered.lastIndexOf("."))];
  box.buttons = [QuickInputButtons.Back, previewButton, browseButton];
  box.ignoreFocusOut = true;
  return new Promise<PathAnswer>((resolve) => {
    const finish = (answer: PathAnswer): void => {
      resolve(answer);
      box.dispose();
    };
    box.onDidChangeValue(() => explain(box));
    box.onDidTriggerButton((button) =>
      finish(
        button === browseButton
          ? "browse"
          : button === previewButton
            ? { path: box.value.trim(), preview: true }
            : "back",
      ),
    );
    box.onDidAccept(() => {
      explain(box);
      if (box.validationMessage === undefined) {
        finish({ path: box.value.trim(), preview: false });
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
  return /[<>:"|?*]/.test(path) || hasControlCharacter(path)
    ? l10n.t('A file name cannot contain any of < > : " | ? *.')
    : undefined;
}

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character < " ");
}

/** The setting can come from a cloned workspace, so a folder outside of it does not count. */
function exportFolderOf(folder: WorkspaceFolder): string {
  const value = workspace.getConfiguration("prospectDesk", folder).get<unknown>("exports.folder");
  const path =
    typeof value === "string"
      ? value
          .trim()
          .replace(/[/\\]+$/, "")
          .replace(/\\/g, "/")
      : "exports";
  return path === "" || exportPathProblem(path) === undefined ? path : "exports";
}

export async function exists(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
