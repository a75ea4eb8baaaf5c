// Reads the table of a batch and writes its result: a file, or a new document for lines of an editor.
import * as fs from "node:fs/promises";
import path from "node:path";
import { Position, Uri, window, workspace, WorkspaceEdit, type TextDocument } from "vscode";
import { freeName } from "../../export/exportName";
import type { Deliver } from "../../app/lookUpTable";
import { fileBytes } from "../../app/headless/fileUri";
import type { ByteSource } from "../../csv/rows";
import { createPause, piecesOf } from "../../csv/textLines";
import { AtomicFile } from "../../searches/atomicFile";
import { fileExists, freeUri } from "../files";

/** A file of any file system that VS Code knows. */
export function bytesOf(source: string): ByteSource {
  const uri = Uri.parse(source, true);
  if (uri.scheme === "file") {
    return fileBytes(source);
  }
  return async function* () {
    yield* piecesOf(await workspace.fs.readFile(uri), createPause());
  };
}

/**
 * Writes the result of the table with this URI; lines of an editor have none. Resolves to the result's URI. When it
 * rejects, there is no partial result.
 */
export const deliverTo = (source: string): Deliver<Uri> =>
  source === "" ? toNewDocument : toFileBeside(Uri.parse(source, true));

/** A new file next to the table, `companies (looked up).csv`, numbered when that exists; of the table's own format. */
function toFileBeside(source: Uri): Deliver<Uri> {
  const ending = path.posix.extname(source.path);
  const name = `${path.posix.basename(source.path, ending)} (looked up)${ending}`;
  return async (write) => {
    if (source.scheme === "file") {
      const file = await AtomicFile.open(fs, Uri.joinPath(source, "..", name).fsPath, { replace: false });
      try {
        await write((bytes) => file.write(bytes));
        return Uri.file(await file.commit());
      } finally {
        await file.abandon();
      }
    }
    const content = await contentOf(write);
    const free = await freeUri(Uri.joinPath(source, ".."), name);
    await workspace.fs.writeFile(free, content);
    return free;
  };
}

async function contentOf(write: Parameters<Deliver<Uri>>[0]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  await write(async (bytes) => void chunks.push(bytes.slice()));
  return Buffer.concat(chunks);
}

/** A new unsaved document, named `Looked up.csv` when a folder is open. */
const toNewDocument: Deliver<Uri> = async (write) => {
  const content = (await contentOf(write)).toString("utf8");
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const document = await (folder === undefined
    ? workspace.openTextDocument({ content })
    : namedDocument(folder, content));
  await window.showTextDocument(document, { preview: false });
  return document.uri;
};

/** Opened by its path, so that saving suggests it; VS Code names other untitled documents after their first line. */
async function namedDocument(folder: Uri, content: string): Promise<TextDocument> {
  const isOpen = (path: string): boolean => workspace.textDocuments.some(({ uri }) => uri.path === path);
  const name = await freeName(
    "Looked up.csv",
    async (candidate) =>
      isOpen(Uri.joinPath(folder, candidate).path) || (await fileExists(Uri.joinPath(folder, candidate))),
  );
  const uri = Uri.joinPath(folder, name).with({ scheme: "untitled" });
  const document = await workspace.openTextDocument(uri);
  const edit = new WorkspaceEdit();
  edit.insert(uri, new Position(0, 0), content);
  await workspace.applyEdit(edit);
  return document;
}
