// A message about a file with a button that shows it in its folder.
import { commands, Uri } from "vscode";

/** `show` is one of the `show…Message` functions of `window`. */
export async function offerFolder(
  show: (message: string, button: string) => Thenable<string | undefined>,
  message: string,
  file: string,
): Promise<void> {
  const open = "Open Containing Folder";
  if ((await show(message, open)) === open) {
    await commands.executeCommand("revealFileInOS", Uri.file(file));
  }
}
