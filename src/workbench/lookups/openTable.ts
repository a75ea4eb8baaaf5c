// The table that a command from the Command Palette is about: the CSV file in the active tab, one of the workspace, or
// another one.
import path from "node:path";
import { TabInputText, window, workspace, type Uri } from "vscode";
import { browseText } from "../buttonTexts";
import { pickOne } from "../pickStep";

export interface AskForTable {
  readonly title: string;
  /** The name and the endings of the files that can be chosen. */
  readonly files: Readonly<Record<string, readonly string[]>>;
}

const mostOffered = 200;

/** `undefined` when the user cancels. */
export async function askForTable({ title, files }: AskForTable): Promise<Uri | undefined> {
  const open = await openTable();
  if (open !== undefined) {
    return open;
  }
  const found = await workspace.findFiles("**/*.{csv,tsv}", "**/node_modules/**", mostOffered);
  const items = found
    .map((uri) => ({ label: workspace.asRelativePath(uri), uri }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const browse = { label: `$(folder-opened) ${browseText()}`, uri: undefined };
  const picked = items.length === 0 ? browse : await pickOne([...items, browse], { title });
  if (picked === undefined || picked.uri !== undefined) {
    return picked?.uri;
  }
  const filters = Object.fromEntries(Object.entries(files).map(([name, endings]) => [name, [...endings]]));
  return (await window.showOpenDialog({ title, filters, canSelectMany: false }))?.[0];
}

/** Saved first, because a batch reads the file. `undefined` when the active tab has no CSV file, or it is not saved. */
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
