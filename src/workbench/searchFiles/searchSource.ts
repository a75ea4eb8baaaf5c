// The saved search that a run came from: runs store its URI as text.
import { Uri, workspace } from "vscode";
import { fileExists } from "../files";
import { searchNameOf } from "./searchFiles";

/** `undefined` if the text is no URI. */
export function uriOfSource(source: string): Uri | undefined {
  try {
    return Uri.parse(source, true);
  } catch {
    return undefined;
  }
}

export function searchNameOfSource(source: string): string {
  const uri = uriOfSource(source);
  return uri === undefined ? "" : searchNameOf(uri);
}

/** Whether the search can be opened: its file exists, or it is open and not saved yet. */
export async function searchExists(uri: Uri): Promise<boolean> {
  if (workspace.textDocuments.some((document) => !document.isClosed && document.uri.toString() === uri.toString())) {
    return true;
  }
  return uri.scheme !== "untitled" && fileExists(uri);
}
