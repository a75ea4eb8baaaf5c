// Where a batch's table comes from and where its result goes: a file of the workspace, or lines of an editor.
import { createReadStream } from "node:fs";
import * as fs from "node:fs/promises";
import path from "node:path";
import { Position, Uri, window, workspace, WorkspaceEdit, type TextDocument } from "vscode";
import { freeName } from "../../export/exportName";
import type { ByteSource } from "../../csv/rows";
import { openAtomicFile } from "../../searches/atomicFile";

/** Takes the bytes of a result, and shows or names it at the end. */
export interface BatchTarget {
  /** Calls back with a function that writes; the result is in its place when this resolves, or not there at all. Resolves to its address. */
  deliver(write: (add: (bytes: Uint8Array) => Promise<void>) => Promise<void>): Promise<Uri>;
}

export function fileSource(uri: Uri): ByteSource {
  if (uri.scheme === "file") {
    return () => createReadStream(uri.fsPath, { highWaterMark: 32 * 1024 }) as AsyncIterable<Uint8Array>;
  }
  return async function* () {
    yield await workspace.fs.readFile(uri);
  };
}

/** A new file beside the old one, `companies (looked up).csv`, numbered when that is taken. */
export function fileTarget(source: Uri): BatchTarget {
  const ending = path.posix.extname(source.path);
  const name = `${path.posix.basename(source.path, ending)} (looked up)${ending}`;
  return {
    async deliver(write) {
      const uri = Uri.joinPath(source, "..", name);
      if (uri.scheme === "file") {
        const file = await openAtomicFile(fs, uri.fsPath, { replace: false });
        try {
          await write((bytes) => file.write(bytes));
          return Uri.file(await file.commit());
        } finally {
          await file.abandon();
        }
      }
      const pieces: Uint8Array[] = [];
      await write(async (bytes) => void pieces.push(bytes.slice()));
      const free = Uri.joinPath(
        source,
        "..",
        await freeName(name, (candidate) => exists(Uri.joinPath(source, "..", candidate))),
      );
      await workspace.fs.writeFile(free, Buffer.concat(pieces));
      return free;
    },
  };
}

/** A new document that is not saved yet, named `Looked up.csv` where a workspace gives it a place. */
export function documentTarget(): BatchTarget {
  return {
    async deliver(write) {
      const pieces: Uint8Array[] = [];
      await write(async (bytes) => void pieces.push(bytes.slice()));
      const content = Buffer.concat(pieces).toString("utf8");
      const folder = workspace.workspaceFolders?.[0]?.uri;
      const document = await (folder === undefined
        ? workspace.openTextDocument({ content })
        : namedDocument(folder, content));
      await window.showTextDocument(document, { preview: false });
      return document.uri;
    },
  };
}

/** Opened by its whole path, so that saving puts it there; an untitled document made by an edit would be named after its first line. */
async function namedDocument(folder: Uri, content: string): Promise<TextDocument> {
  const isOpen = (path: string): boolean => workspace.textDocuments.some(({ uri }) => uri.path === path);
  const name = await freeName(
    "Looked up.csv",
    async (candidate) =>
      isOpen(Uri.joinPath(folder, candidate).path) || (await exists(Uri.joinPath(folder, candidate))),
  );
  const uri = Uri.joinPath(folder, name).with({ scheme: "untitled" });
  const document = await workspace.openTextDocument(uri);
  const edit = new WorkspaceEdit();
  edit.insert(uri, new Position(0, 0), content);
  await workspace.applyEdit(edit);
  return document;
}

/** Lines as a table of one column. */
export function linesTable(header: string, lines: readonly string[]): Uint8Array {
  return Buffer.from([header, ...lines].map((line) => `"${line.replaceAll('"', '""')}"\n`).join(""));
}

async function exists(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
