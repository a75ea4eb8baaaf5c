// A VS Code document as the edit queue needs it.
import { Range, workspace, WorkspaceEdit, type TextDocument } from "vscode";
import type { EditedText } from "./editQueue";

/** Every change goes through a WorkspaceEdit, so undo, redo, the dirty mark and hot exit are VS Code's own. */
export function editedDocument(document: TextDocument): EditedText {
  return {
    getText: () => document.getText(),
    apply: (edits) => {
      const change = new WorkspaceEdit();
      for (const { offset, length, text } of edits) {
        change.replace(
          document.uri,
          new Range(document.positionAt(offset), document.positionAt(offset + length)),
          text,
        );
      }
      return workspace.applyEdit(change);
    },
  };
}
