// Writes an export with progress and Cancel, and turns what a file system refuses into a sentence.
import * as disk from "node:fs/promises";
import path from "node:path";
import { FileSystemError, l10n, Uri, workspace } from "vscode";
import type { ExportFormat } from "../../export/exportFormat";
import type { DeskStore } from "../../export/storeExport";
import { recordsOfText } from "../../runs/amounts";
import { diskFailure } from "../../searches/atomicFile";
import type { CallWatch } from "../../store/protocol";
import type { ViewInfo } from "../../store/views";
import { withLateProgress } from "../lateProgress";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import type { ChosenFile } from "./exportTarget";
import { withView, type ScopedRecords } from "./scopeView";

export interface ExportOrder {
  readonly records: ScopedRecords & { readonly store: Pick<DeskStore, "views" | "exports"> };
  readonly format: ExportFormat;
  readonly file: ChosenFile;
}

export interface Written {
  readonly file: Uri;
  /** Written or, when added to a file, added. */
  readonly records: number;
  /** Only of an addition: those the file contained already. */
  readonly alreadyThere?: number;
}

/** `undefined` when cancelled; no file was changed then. Rejects with a sentence. */
export async function writeExport({ records, format, file }: ExportOrder): Promise<Written | undefined> {
  const name = safeText(workspace.asRelativePath(file.uri));
  const title = file.how === "append" ? l10n.t("Adding to {0}", name) : l10n.t("Exporting to {0}", name);
  return withLateProgress(title, async (report, signal) => {
    let shown = 0;
    const onProgress = (done: number, total: number): void => {
      const percent = total === 0 ? 100 : (done * 100) / total;
      // A message for each piece would be thousands; one for each percent is enough.
      if (percent - shown >= 1 || done === total) {
        report({ increment: percent - shown, message: recordsOfText(done, total) });
        shown = percent;
      }
    };
    try {
      return await withView(
        records,
        (view) => writeView(records.store, view, { format, file }, { signal, onProgress }),
        { signal },
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
  { exports }: Pick<DeskStore, "exports">,
  { view, count }: ViewInfo,
  { format, file: { uri, how } }: Omit<ExportOrder, "records">,
  watch: CallWatch,
): Promise<Written> {
  if (how === "append" && format.kind !== "json") {
    const { added, alreadyThere } = await exports.appendNew({ view, format, file: uri.fsPath }, watch);
    return { file: uri, records: added, alreadyThere };
  }
  if (uri.scheme === "file") {
    await makeFolder(uri);
    const { file, records } = await exports.toFile(
      { view, format, file: uri.fsPath, replace: how === "replace" },
      watch,
    );
    return { file: Uri.file(file), records };
  }
  await writeVirtual(uri, await exports.toBytes({ view, format }, watch));
  return { file: uri, records: count };
}

/** Folders within the workspace are made; one that has vanished with its whole workspace, or elsewhere, is not brought back. */
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
      .mkdir(folder, { recursive: true })
      .catch((error: unknown) => Promise.reject(diskFailure(error, uri.fsPath)));
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
      return l10n.t("{0} could not be written: {1}", name, errorText(error));
  }
}
