// The table that a batch from the Command Palette is about: the CSV file in the active tab.
import path from "node:path";
import { TabInputText, window, workspace, type Uri } from "vscode";

/** Saved first, because a batch reads the file. `undefined` when the active tab has no CSV file, or it is not saved. */
export async function openTable(): Promise<Uri | undefined> {
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
