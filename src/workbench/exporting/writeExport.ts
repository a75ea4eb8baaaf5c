// Writes an export with progress and Cancel, after asking about symbolic links.
import * as disk from "node:fs/promises";
import path from "node:path";
import { window, workspace, Uri } from "vscode";
import type { App } from "../../app/app";
import { recordsAsBytes, rememberExport, writeRecords, type WriteRequest } from "../../app/writeRecords";
import type { ExportFormat } from "../../export/formats";
import { recordsOfText } from "../../runs/amounts";
import { diskFailure } from "../../searches/atomicFile";
import { placeOutside } from "../../searches/realPlace";
import type { CallWatch } from "../../store/protocol";
import { errorText } from "../errorText";
import { countWatch, unlessCanceled, withLateProgress } from "../lateProgress";
import { safeText } from "../safeText";
import type { ChosenFile } from "./fileStep";
import { rowsOfScope, type ScopedRecords } from "./scopes";

/**
 * False when the user does not agree. `agreed` contains the real folders that the user has agreed to; this adds to it.
 */
export async function confirmPlace(uri: Uri, agreed: Set<string>): Promise<boolean> {
  const roots = (workspace.workspaceFolders ?? []).map((folder) => folder.uri);
  const paths = roots.filter(({ scheme }) => scheme === "file").map(({ fsPath }) => fsPath);
  const place = uri.scheme === "file" ? await placeOutside(disk, paths, uri.fsPath) : undefined;
  if (place === undefined || agreed.has(path.dirname(place))) {
    return true;
  }
  const write = "Write There";
  const question = `Write “${safeText(workspace.asRelativePath(uri))}” outside the workspace?`;
  const detail = `This path contains a link. The file would be “${safeText(place)}”.`;
  if ((await window.showWarningMessage(question, { modal: true, detail }, write)) !== write) {
    return false;
  }
  agreed.add(path.dirname(place));
  return true;
}

interface ExportRequest {
  readonly records: ScopedRecords;
  readonly format: ExportFormat;
  readonly file: ChosenFile;
}

export interface WrittenExport {
  readonly records: number;
  readonly file: Uri;
}

/** `undefined` when canceled, with all files unchanged. Rejects with a sentence. */
export async function writeExport({ records, format, file }: ExportRequest): Promise<WrittenExport | undefined> {
  const name = safeText(workspace.asRelativePath(file.uri));
  return withLateProgress(`Exporting to ${name}`, (report, signal) => {
    const watch = countWatch(report, signal, recordsOfText);
    const { app, scope } = records;
    const shown = scope.kind === "filtered" ? scope.shown : undefined;
    return unlessCanceled(signal, write(app, { ...rowsOfScope(records), format, shown }, file, watch));
  });
}

async function write(
  app: App,
  request: WriteRequest,
  { uri, replace }: ChosenFile,
  watch: CallWatch,
): Promise<WrittenExport> {
  if (uri.scheme !== "file") {
    const { content, ...written } = await recordsAsBytes(app, request, watch);
    await Promise.resolve(workspace.fs.writeFile(uri, content)).catch((cause: unknown) => {
      const name = safeText(workspace.asRelativePath(uri));
      throw new Error(`${name} could not be written: ${errorText(cause)}`, { cause });
    });
    await rememberExport(app, request, uri.toString());
    return { ...written, file: uri };
  }
  await makeFolder(uri);
  const written = await writeRecords(app, request, { file: uri.fsPath, replace }, watch);
  return { ...written, file: Uri.file(written.file) };
}

/** Creates missing folders, which only the user can read, but only inside an existing workspace folder. */
async function makeFolder(uri: Uri): Promise<void> {
  const root = workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  const there =
    root !== undefined &&
    (await disk.stat(root).then(
      (found) => found.isDirectory(),
      () => false,
    ));
  if (there) {
    const folder = path.dirname(uri.fsPath);
    await disk
      .mkdir(folder, { recursive: true, mode: 0o700 })
      .catch((error: unknown) => Promise.reject(diskFailure(error, uri.fsPath)));
  }
}
