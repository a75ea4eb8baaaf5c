// "Copy Database Path": for those who read the database with a tool of their own.
import { commands, env, l10n, Uri, window } from "vscode";
import type { Store } from "../../store/client";
import { errorText } from "../errorText";
import { safeText } from "../safeText";

/** Opens the database first, so that the file exists. */
export async function copyDatabasePath({ file }: Pick<Store, "file">): Promise<void> {
  try {
    const database = await file.path();
    await env.clipboard.writeText(database);
    const open = l10n.t("Open Containing Folder");
    const copied = l10n.t(
      "Path copied: {0}. Any SQL tool can read the database while Prospect Desk writes to it. " +
        "It contains personal data.",
      safeText(database),
    );
    if ((await window.showInformationMessage(copied, open)) === open) {
      await commands.executeCommand("revealFileInOS", Uri.file(database));
    }
  } catch (error) {
    void window.showErrorMessage(errorText(error));
  }
}
