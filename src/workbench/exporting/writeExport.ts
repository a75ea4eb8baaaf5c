// Writes an export with progress and Cancel, and explains errors of virtual file systems.
import * as disk from "node:fs/promises";
import path from "node:path";
import { FileSystemError, l10n, Uri, workspace } from "vscode";
import { isAppendable, type ExportFormat } from "../../export/formats";
import type { DeskStore } from "../../export/storeExport";
import { unreadableText } from "../../export/unreadableText";
import { recordsOfText } from "../../runs/amounts";
import { diskFailure } from "../../searches/atomicFile";
import type { CallWatch } from "../../store/protocol";
import type { ViewInfo } from "../../store/views";
import { withLateProgress } from "../lateProgress";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import { exportInfo } from "./exportInfo";
import type { ChosenFile } from "./fileStep";
import { withView, type ScopedRecords } from "./scopeView";

interface ExportRequest {
  readonly records: ScopedRecords & { readonly store: Pick<DeskStore, "views" | "exports"> };
  readonly format: ExportFormat;
  readonly file: ChosenFile;
  /** Credits that the run cost. */
  readonly credits: number;
}

export interface WrittenExport {
  readonly file: Uri;
  /** Records written or, when appended to a file, added. */
  readonly records: number;
  /** Only when appended: records the file contained already. */
  readonly alreadyThere?: number;
  /** A sentence about damaged records that were left out; empty if there are none. */
  readonly unreadable: string;
}

/** `undefined` when canceled; then no file was changed. Rejects with a sentence. */
export async function writeExport({
  records,
  format,
  file,
  credits,
}: ExportRequest): Promise<WrittenExport | undefined> {
  const name = safeText(workspace.asRelativePath(file.uri));
  const title = file.how === "append" ? l10n.t("Appending to {0}", name) : l10n.t("Exporting to {0}", name);
  return withLateProgress(title, async (report, signal) => {
    let shown = 0;
    const onProgress = (done: number, total: number): void => {
      const percent = total === 0 ? 100 : (done * 100) / total;
      // One message per percent: one per piece would be thousands.
      if (percent - shown >= 1 || done === total) {
        report({ increment: percent - shown, message: recordsOfText(done, total) });
        shown = percent;
      }
    };
    try {
      return await withView(
        records,
        (view) => writeView(records, view, { format, file, credits }, { signal, onProgress }),
        {
          signal,
        },
      );
    } catch (error) {
      if (signal.aborted) {
        return undefined;
      }
      throw error;
    }
  });
}

async function writeView(
  { store: { exports, views }, header, scope, now }: ExportRequest["records"],
  { view, count }: ViewInfo,
  { format, file: { uri, how }, credits }: Omit<ExportRequest, "records">,
  watch: CallWatch,
): Promise<WrittenExport> {
  if (how === "append" && isAppendable(format.kind)) {
    const { added, alreadyThere } = await exports.appendNew({ view, format, file: uri.fsPath }, watch);
    return { file: uri, records: added, alreadyThere, unreadable: unreadableText(await views.unreadable(view)) };
  }
  const info = exportInfo({ header, scope, records: count, credits, now: now() });
  if (uri.scheme === "file") {
    await makeFolder(uri);
    const { file, records } = await exports.toFile(
      { view, format, info, file: uri.fsPath, replace: how === "replace" },
      watch,
    );
    return { file: Uri.file(file), records, unreadable: unreadableText(await views.unreadable(view)) };
  }
  await writeVirtual(uri, await exports.toBytes({ view, format, info }, watch));
  const left = await views.unreadable(view);
  return { file: uri, records: count - left.count, unreadable: unreadableText(left) };
}

/** Creates missing folders, which only the user can read, but only inside a workspace folder that exists. */
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

async function writeVirtual(uri: Uri, content: Uint8Array): Promise<void> {
  try {
    await workspace.fs.writeFile(uri, content);
  } catch (error) {
    throw new Error(virtualFileError(error, safeText(workspace.asRelativePath(uri))), { cause: error });
  }
}

function virtualFileError(error: unknown, name: string): string {
  const code = error instanceof FileSystemError ? error.code : undefined;
  switch (code) {
    case "NoPermissions":
      return l10n.t("{0} could not be written: the folder is read-only. Choose another folder.", name);
    case "FileNotFound":
      return l10n.t("The folder of {0} no longer exists. Choose another folder.", name);
    case "FileIsADirectory":
      return l10n.t("{0} is a folder. Type another name.", name);
    case "Unavailable":
      return l10n.t("The file system of {0} is not available. Try again later.", name);
    default:
      return l10n.t("{0} could not be written: {1}", name, errorText(error));
  }
}
