// The file that new records are appended to: the last exported one, or one that the user chooses.
import { l10n, Uri, window, workspace } from "vscode";
import { formatToAppend } from "../../app/exportFormat";
import { appendableEndings, isAppendable, type ExportFormat } from "../../export/formats";
import type { RecordKind } from "../../service/operations";
import type { RowsOrder } from "../../app/rowsOrder";
import { fileExists } from "../files";
import type { LastExport } from "../../app/lastExports";

export interface AppendTarget {
  readonly uri: Uri;
  readonly format: ExportFormat;
  /** Set when only what the grid showed was exported. */
  readonly shown?: RowsOrder | undefined;
}

/** `undefined` when the user cancels. Rejects with a sentence when the file cannot be appended to. */
export async function appendTarget(kind: RecordKind, last: LastExport | undefined): Promise<AppendTarget | undefined> {
  if (last !== undefined && isAppendable(last.format.kind)) {
    const uri = Uri.parse(last.file);
    if (uri.scheme === "file" && (await fileExists(uri))) {
      return { uri, format: last.format, shown: last.shown };
    }
  }
  const folder = workspace.workspaceFolders?.[0];
  const [uri] =
    (await window.showOpenDialog({
      title: l10n.t("Append new records to which file?"),
      openLabel: l10n.t("Append"),
      filters: { [l10n.t("Exported files")]: [...appendableEndings()] },
      ...(folder !== undefined && { defaultUri: folder.uri }),
    })) ?? [];
  if (uri === undefined) {
    return undefined;
  }
  if (uri.scheme !== "file") {
    throw new Error(l10n.t("Records can be appended only to files on a disk. Export to a new file instead."));
  }
  return { uri, format: formatToAppend(kind, uri.path) };
}
