// Changes the text of a saved search that is or may be open in editors.
import type { Edit } from "jsonc-parser/lib/esm/main.js";
import { Range, workspace, WorkspaceEdit, type TextDocument } from "vscode";

/** By a WorkspaceEdit, so that VS Code's own undo, redo, dirty state, and hot exit work. False if VS Code refuses. */
export function applyEdits(document: TextDocument, edits: readonly Edit[]): Thenable<boolean> {
  const change = new WorkspaceEdit();
  for (const { offset, length, content } of edits) {
    change.replace(document.uri, new Range(document.positionAt(offset), document.positionAt(offset + length)), content);
  }
  return workspace.applyEdit(change);
}

/** Saving would also save other edits of the user, so a document with such edits stays unsaved. */
export async function editAndSave(
  document: TextDocument,
  edits: readonly Edit[],
): Promise<"done" | "refused" | "notSaved"> {
  const wasDirty = document.isDirty || document.isUntitled;
  if (!(await applyEdits(document, edits))) {
    return "refused";
  }
  return wasDirty || (await document.save()) ? "done" : "notSaved";
}
