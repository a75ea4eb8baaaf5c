// The files of tables: choosing one for a command from the Command Palette, reading it, and writing the result of a
// batch to a file, or to a new document for lines of an editor.
import * as fs from "node:fs/promises";
import path from "node:path";
import { Position, TabInputText, Uri, window, workspace, WorkspaceEdit, type TextDocument } from "vscode";
import { fileBytes } from "../../app/headless/nodeFiles";
import type { Deliver } from "../../app/writeTable";
import { freeName } from "../../export/exportName";
import { AtomicFile } from "../../searches/atomicFile";
import type { ByteSource } from "../../tables/bytes";
import { createPause, piecesOf } from "../../tables/textLines";
import { browseText } from "../buttonTexts";
import { fileExists, freeUri } from "../files";
import { pickOne } from "../pickStep";

/** Reads a file of any of VS Code's file systems. */
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
 * Writes the result for the table with this URI, or for lines of an editor, which have none. Resolves to the result's
 * URI. When it rejects, there is no partial result.
 */
export const deliverTo = (source: string): Deliver<Uri> =>
  source === "" ? toNewDocument : toSiblingFile(Uri.parse(source, true));

/** A new file next to the table, in the same format: `companies (looked up).csv`, numbered if that exists. */
function toSiblingFile(source: Uri): Deliver<Uri> {
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

interface AskForTable {
  readonly title: string;
  /** The file types that can be chosen, each with its endings. */
  readonly files: Readonly<Record<string, readonly string[]>>;
}

const mostOffered = 200;

/** The CSV file in the active tab, one in the workspace, or another one. `undefined` when the user cancels. */
export async function askForTable({ title, files }: AskForTable): Promise<Uri | undefined> {
  const open = await openTable();
  if (open !== undefined) {
    return open;
  }
  const found = await workspace.findFiles("**/*.{csv,tsv}", "**/node_modules/**", mostOffered);
  const items = found
    .map((uri) => ({ label: workspace.asRelativePath(uri), uri }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const browse = { label: `$(folder-opened) ${browseText}`, uri: undefined };
  const picked = items.length === 0 ? browse : await pickOne([...items, browse], { title });
  if (picked === undefined || picked.uri !== undefined) {
    return picked?.uri;
  }
  const filters = Object.fromEntries(Object.entries(files).map(([name, endings]) => [name, [...endings]]));
  return (await window.showOpenDialog({ title, filters, canSelectMany: false }))?.[0];
}

/** Saved first, because a batch reads the file. `undefined` if the active tab has no CSV file or saving fails. */
async function openTable(): Promise<Uri | undefined> {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof TabInputText) || !isTable(input.uri)) {
    return undefined;
  }
  const { uri } = input;
  const document = workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  return document?.isDirty === true && !(await document.save()) ? undefined : uri;
}

const isTable = ({ scheme, path: file }: Uri): boolean =>
  scheme !== "untitled" && [".csv", ".tsv"].includes(path.posix.extname(file).toLowerCase());
