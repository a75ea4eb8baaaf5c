// "Copy Database Path": for those who read the database with a tool of their own.
import { env, l10n, window } from "vscode";
import { errorText } from "../errorText";
import { offerFolder } from "../offerFolder";
import { safeText } from "../safeText";
import type { Desk } from "../desk";

/** Opens the database first, so that the file exists. */
export async function copyDatabasePath({ app }: Desk): Promise<void> {
  try {
    const database = await app.store.file.path();
    await env.clipboard.writeText(database);
    const copied = l10n.t(
      "Path copied: {0}. Any SQL tool can read the database while Prospect Desk writes to it. " +
        "It contains personal data.",
      safeText(database),
    );
    await offerFolder(window.showInformationMessage, copied, database);
  } catch (error) {
    void window.showErrorMessage(errorText(error));
  }
}
