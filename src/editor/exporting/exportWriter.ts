// Writes an export with progress and Cancel, and turns what a file system refuses into a sentence.
import * as disk from "node:fs/promises";
import path from "node:path";
import { FileSystemError, l10n, Uri, workspace } from "vscode";
import { appendNewRecords } from "../../export/appendNew";
import { exportRecords, type ExportFormat, type ExportTarget } from "../../export/exportRun";
import type { Pace } from "../../rows/pace";
import { recordsOfText } from "../../runs/amounts";
import type { RecordSource } from "../../runs/run";
import { diskFailure } from "../../searches/atomicFile";
import { withLateProgress } from "../lateProgress";
import { safeText } from "../safeText";
import type { ChosenFile } from "./exportTarget";

export interface ExportOrder {
  readonly source: RecordSource;
  /** All when absent. */
  readonly rows?: readonly number[] | undefined;
  readonly format: ExportFormat;
  readonly file: ChosenFile;
  readonly pace: Omit<Pace, "signal">;
}

export interface Written {
  readonly file: Uri;
  /** Written or, when added to a file, added. */
  readonly records: number;
  /** Only of an addition: those the file held already. */
  readonly alreadyThere?: number;
}

/** `undefined` when cancelled; no file was changed then. Rejects with a sentence. */
export async function writeExport({ source, rows, format, file, pace }: ExportOrder): Promise<Written | undefined> {
  const name = safeText(workspace.asRelativePath(file.uri));
  const title = file.how === "append" ? l10n.t("Adding to {0}", name) : l10n.t("Exporting to {0}", name);
  return withLateProgress(title, async (report, signal) => {
    let shown = 0;
    const onProgress = (done: number, total: number): void => {
      const percent = total === 0 ? 100 : (done * 100) / total;
      // A message for each batch of records would be thousands; one for each percent is seen as well.
      if (percent - shown >= 1 || done === total) {
        report({ increment: percent - shown, message: recordsOfText(done, total) });
        shown = percent;
      }
    };
    const common = { source, rows, pace: { ...pace, signal }, onProgress };
    try {
      if (file.how === "append" && format.kind !== "json") {
        const { added, alreadyThere } = await appendNewRecords({ ...common, format, disk, file: file.uri.fsPath });
        return { file: file.uri, records: added, alreadyThere };
      }
      const result = await exportRecords({ ...common, format, target: await targetOf(file) });
      return { file: result.file === undefined ? file.uri : Uri.file(result.file), records: result.records };
    } catch (error) {
      if (signal.aborted) {
        return undefined;
      }
      throw error;
    }
  });
}

async function targetOf({ uri, how }: ChosenFile): Promise<ExportTarget> {
  if (uri.scheme !== "file") {
    return { kind: "virtual", write: (content) => writeVirtual(uri, content) };
  }
  await makeFolder(uri);
  return { kind: "file", disk, file: uri.fsPath, replace: how === "replace" };
}

/** Folders within the workspace are made; one that has vanished with its whole workspace, or elsewhere, is not brought back. */
async function makeFolder(uri: Uri): Promise<void> {
  const root = workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  const there = root !== undefined && (await disk.stat(root).then((found) => found.isDirectory(), () => false));
  if (there) {
    const folder = path.dirname(uri.fsPath);
    await disk.mkdir(folder, { recursive: true }).catch((error: unknown) => Promise.reject(diskFailure(error, uri.fsPath)));
  }
}

async function writeVirtual(uri: Uri, content: Uint8Array): Promise<void> {
  try {
    await workspace.fs.writeFile(uri, content);
  } catch (error) {
    throw new Error(virtualSentence(error, safeText(workspace.asRelativePath(uri))), { cause: error });
  }
}

function virtualSentence(error: unknown, name: string): string {
  const code = error instanceof FileSystemError ? error.code : undefined;
  switch (code) {
    case "NoPermissions":
      return l10n.t("{0} may not be written: the place is read-only. Choose another folder.", name);
    case "FileNotFound":
      return l10n.t("The folder of {0} is not there any more. Choose another folder.", name);
    case "FileIsADirectory":
      return l10n.t("{0} is a folder. Type another name.", name);
    case "Unavailable":
      return l10n.t("The file system of {0} cannot be reached. Try again when it is back.", name);
    default:
      return l10n.t("{0} could not be written: {1}", name, error instanceof Error ? error.message : String(error));
  }
}
