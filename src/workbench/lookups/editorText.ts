// Reads text from an editor that may name a company or a person, and inserts text there.
import { window, type TextEditor } from "vscode";
import { isFileName } from "../../lookups/lookupsInLine";
import { isBareNumber } from "../../lookups/parseLookup";

const longestLine = 500;
/** A word that may be an address: anything without spaces, quotes and brackets. */
const addressWord = /[^\s"'`<>()[\]{},;]+/;

/** The selected text of one line, else the word at the cursor; empty when there is neither. */
export function textAtCursor(editor: TextEditor | undefined): string {
  if (editor === undefined) {
    return "";
  }
  const { document, selection } = editor;
  if (!selection.isEmpty) {
    return document.getText(selection).slice(0, longestLine);
  }
  const range = document.getWordRangeAtPosition(selection.active, addressWord);
  return range === undefined ? "" : identifierIn(document.getText(range).slice(0, longestLine));
}

/** Most words of code and text are not identifiers: a number, a call, and the name of a file are none. */
function identifierIn(word: string): string {
  return isBareNumber(word) || isFileName(word) ? "" : word;
}

/** Replaces every selection, or inserts at every cursor. False when the editor is closed or read-only. */
export async function insertAtCursors(editor: TextEditor, text: string): Promise<boolean> {
  const done = await editor.edit((edit) => {
    for (const selection of editor.selections) {
      edit.replace(selection, text);
    }
  });
  if (done) {
    await window.showTextDocument(
      editor.document,
      editor.viewColumn === undefined ? {} : { viewColumn: editor.viewColumn },
    );
  }
  return done;
}
