// "Look Up Selection": the text at the cursor in the lookup box, or the selected lines as a table.
import type { TextEditor } from "vscode";
import type { DeskWork } from "../deskWork";
import { readSelection, textAtCursor } from "./editorText";
import { openLookupBox } from "./lookupBox";
import { lookUpTables, showingLookupErrors } from "./lookUpLines";

export async function lookUpSelection(editor: TextEditor | "none", desk: DeskWork): Promise<void> {
  if (editor === "none") {
    await openLookupBox(desk);
    return;
  }
  await showingLookupErrors("The selection", async () => {
    const selection = await readSelection(editor);
    if (selection?.tables !== undefined) {
      await lookUpTables(selection.tables, selection.lines.length, desk);
    } else if (selection !== undefined) {
      await openLookupBox(desk, undefined, selection.lines[0] ?? textAtCursor(editor));
    }
  });
}
