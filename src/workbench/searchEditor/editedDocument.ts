// A VS Code document as the edit queue needs it.
import { Range, workspace, WorkspaceEdit, type TextDocument } from "vscode";
import type { EditedText } from "./editQueue";

/** Changes the document by a WorkspaceEdit, so that VS Code's own undo, redo, dirty state and hot exit work. */
export function editedDocument(document: TextDocument): EditedText {
  return {
    getText: () => document.getText(),
    apply: (edits) => {
      const change = new WorkspaceEdit();
      for (const { offset, length, content } of edits) {
        change.replace(
          document.uri,
          new Range(document.positionAt(offset), document.positionAt(offset + length)),
          content,
        );
      }
      return workspace.applyEdit(change);
    },
  };
}
