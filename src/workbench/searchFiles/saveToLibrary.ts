// "Save to Personal Library": puts a copy of a search into the library and opens it there; an untitled search moves.
import { commands, Uri, window, type TextDocument } from "vscode";
import { searchNameProblem, type Library } from "../../searches/library";
import { editorIds } from "../commandIds";
import { inOneDialog } from "../dialogSteps";
import { errorText } from "../errorText";
import { setContext } from "../setContext";
import { activeUri } from "../tabs";
import { searchNameOf, type SearchFiles } from "./searchFiles";

export interface SaveToLibraryDeps {
  readonly library: Library;
  readonly searchFiles: SearchFiles;
}

export async function saveToLibrary(
  document: TextDocument,
  { library, searchFiles }: SaveToLibraryDeps,
): Promise<void> {
  const typed = await inOneDialog(async () =>
    window.showInputBox({
      title: "Save to the personal library",
      prompt: "The library is available in every workspace. It stays on this machine and is not synced.",
      value: searchNameOf(document.uri),
      validateInput: (text) => searchNameProblem(text.trim()),
    }),
  );
  if (typed === undefined) {
    return;
  }
  try {
    const file = await library.create(typed.trim(), document.getText());
    searchFiles.refresh();
    setContext("hasSavedSearch", true);
    if (document.isUntitled) {
      await closeUntitled(document);
    }
    await commands.executeCommand("vscode.openWith", Uri.file(file), editorIds.filterBuilder);
  } catch (error) {
    void window.showErrorMessage(`The search could not be saved to the library. ${errorText(error)}`);
  }
}

/** The text is in the library now, so the untitled tab closes without a question. */
async function closeUntitled(document: TextDocument): Promise<void> {
  if (activeUri()?.toString() === document.uri.toString()) {
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
}
