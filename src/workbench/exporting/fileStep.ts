// The file of an export: asks for a file in the workspace, and never replaces one without asking.
import { QuickInputButtons, ThemeIcon, Uri, window, workspace, type WorkspaceFolder } from "vscode";
import { joinedSentences } from "../../text/phrases";
import { exportText } from "../buttonTexts";
import { showStep } from "../dialogSteps";
import { fileExists, fileName, freeUri } from "../files";
import { acceptValid, typeFileName } from "../inputStep";
import type { Back } from "../pickStep";
import { safeText } from "../safeText";
import { setting } from "../settings";

export interface ChosenFile {
  readonly uri: Uri;
  /** True only after the user has agreed to it. */
  readonly replace: boolean;
}

export interface FileQuestion {
  /** The suggested name, for example `Acme search 2026-11-20.csv`. */
  readonly name: string;
  /** "200 fetched records" */
  readonly records: string;
  /** A warning about the records; may be empty. */
  readonly remark: string;
}

export async function askForExportFile(question: FileQuestion): Promise<ChosenFile | Back | undefined> {
  const folder = workspace.workspaceFolders?.[0];
  if (folder === undefined) {
    return browse(undefined, question.name);
  }
  const exportFolder = exportFolderOf(folder);
  const offered = fileName(await freeUri(Uri.joinPath(folder.uri, exportFolder), question.name));
  const answer = await askForPath(folder, exportFolder === "" ? offered : `${exportFolder}/${offered}`, question);
  if (answer === "browse") {
    return browse(Uri.joinPath(folder.uri, exportFolder), offered);
  }
  if (answer === undefined || answer === "back") {
    return answer;
  }
  const uri = Uri.joinPath(folder.uri, answer.path);
  return (await fileExists(uri)) ? confirmReplace(uri) : { uri, replace: false };
}

async function browse(folder: Uri | undefined, name: string): Promise<ChosenFile | undefined> {
  const uri = await window.showSaveDialog({
    title: "Export to",
    saveLabel: exportText,
    ...(folder !== undefined && { defaultUri: Uri.joinPath(folder, name) }),
  });
  // The dialog has already asked whether to replace an existing file.
  return uri === undefined ? undefined : { uri, replace: true };
}

export interface ReplaceQuestion {
  /** Whether to offer a new file beside it. */
  readonly offerNew?: boolean;
  /** Describes the content to write. */
  readonly about?: string;
}

/** Asks what to do with an existing file. */
export async function confirmReplace(
  uri: Uri,
  { offerNew = false, about = "" }: ReplaceQuestion = {},
): Promise<ChosenFile | undefined> {
  const replace = "Replace";
  const beside = "Write a New File";
  const question = `“${safeText(workspace.asRelativePath(uri))}” already exists. Replace it?`;
  const detail = joinedSentences(about, "The old file stays unchanged until the new one is complete.");
  const buttons = offerNew ? [replace, beside] : [replace];
  const picked = await window.showWarningMessage(question, { modal: true, detail }, ...buttons);
  if (picked === beside) {
    return { uri: await freeUri(Uri.joinPath(uri, ".."), fileName(uri)), replace: false };
  }
  return picked === replace ? { uri, replace: true } : undefined;
}

type PathAnswer = { readonly path: string } | "browse" | Back;

function askForPath(
  folder: WorkspaceFolder,
  offered: string,
  { records, remark }: FileQuestion,
): Promise<PathAnswer | undefined> {
  const box = window.createInputBox();
  const browseButton = { iconPath: new ThemeIcon("folder-opened"), tooltip: "Choose in a dialog" };
  box.title = `Export ${records}: file in ${safeText(folder.name)}`;
  box.prompt = joinedSentences(remark, "A path inside the workspace. Missing folders are created.");
  box.value = offered;
  const nameStart = offered.lastIndexOf("/") + 1;
  box.valueSelection = [nameStart, Math.max(nameStart, offered.lastIndexOf("."))];
  box.buttons = [QuickInputButtons.Back, browseButton];
  return showStep(box, (finish: (answer: PathAnswer) => void) => {
    box.onDidTriggerButton((button) => finish(button === browseButton ? "browse" : "back"));
    acceptValid(box, exportPathProblem, (text) => finish({ path: text.trim() }));
  });
}

/** Why the path is not a file inside the workspace; `undefined` if it is one. */
function exportPathProblem(typed: string): string | undefined {
  const path = typed.trim();
  if (path === "" || path.endsWith("/") || path.endsWith("\\")) {
    return typeFileName;
  }
  if (/^([/\\]|[a-z]:)/i.test(path) || path.split(/[/\\]/).includes("..")) {
    return "Type a path inside the workspace, or select the folder button to save elsewhere.";
  }
  return /[<>:"|?*\p{Cc}]/u.test(path) ? 'A file name cannot contain any of < > : " | ? *.' : undefined;
}

/** Relative to the workspace folder; "" is the folder itself. */
export function exportFolderOf(folder: WorkspaceFolder): string {
  return setting("exports.folder", folder.uri);
}
