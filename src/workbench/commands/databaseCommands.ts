// The commands on the database: back up, restore, write as a dataset, and where it is.
import os from "node:os";
import path from "node:path";
import { l10n, Uri, window, env, type OpenDialogOptions } from "vscode";
import { unlessDeclined } from "../../app/agree";
import { backUpDatabase as backUp, contentsText, restoreDatabase as restore } from "../../app/databaseBackups";
import { datasetText, exportDataset as write } from "../../app/exportDataset";
import { runsText } from "../../runs/amounts";
import type { Desk } from "../desk";
import { errorForLog, errorText } from "../errorText";
import { countWatch, withLateProgress, unlessCanceled, type CountWatch } from "../lateProgress";
import { offerFolder } from "../offerFolder";
import { safeText } from "../safeText";
import { closeTabsOfDeleted } from "./retention";

export async function backUpDatabase({ app, log }: Desk): Promise<void> {
  try {
    const day = new Date(app.clock.now()).toISOString().slice(0, 10);
    const uri = await window.showSaveDialog({
      title: l10n.t("Back up to"),
      saveLabel: l10n.t("Back Up"),
      defaultUri: Uri.file(path.join(os.homedir(), `prospect-desk-${day}.db`)),
      filters: databaseFiles(),
    });
    if (uri === undefined || isElsewhere(uri)) {
      return;
    }
    // The dialog has asked already whether to replace an existing file.
    const written = await withPercent(l10n.t("Backing up the database"), (watch) =>
      backUp(app, { file: uri.fsPath, replace: true }, watch),
    );
    log("Backup: written and checked.");
    const done = l10n.t(
      "Backed up and checked: {0}. “{1}” contains personal data.",
      contentsText(written.contents),
      safeText(path.basename(written.file)),
    );
    await offerFolder(window.showInformationMessage, done, written.file);
  } catch (error) {
    log(`Backup: not written: ${errorForLog(error)}.`);
    void window.showErrorMessage(l10n.t("The database was not backed up. {0}", errorText(error)));
  }
}

export async function restoreDatabase({ app, leaveOut, log }: Desk): Promise<void> {
  try {
    const picked = await window.showOpenDialog({
      title: l10n.t("Restore from"),
      openLabel: l10n.t("Restore…"),
      defaultUri: Uri.file(os.homedir()),
      filters: databaseFiles(),
    });
    const [uri] = picked ?? [];
    if (uri === undefined || isElsewhere(uri)) {
      return;
    }
    const restoring = restore(app, uri.fsPath, { signal: new AbortController().signal }, (step, work) =>
      withPercent(step === "check" ? l10n.t("Checking the backup") : l10n.t("Restoring the database"), work),
    );
    const restored = await unlessDeclined(restoring);
    if (restored === undefined) {
      return;
    }
    log("Restore: the database was replaced.");
    // Imported records must be hidden too, before anything else reads the lists again.
    await leaveOut.refresh();
    await closeTabsOfDeleted(app);
    const sentence = l10n.t(
      "Restored: {0}. The database as it was before is kept as “{1}”.",
      contentsText(restored.contents),
      safeText(path.basename(restored.kept)),
    );
    await offerFolder(window.showInformationMessage, sentence, restored.kept);
  } catch (error) {
    log(`Restore: nothing was restored: ${errorForLog(error)}.`);
    void window.showErrorMessage(l10n.t("Nothing was restored. {0}", errorText(error)));
  }
}

const databaseFiles = (): NonNullable<OpenDialogOptions["filters"]> => ({
  [l10n.t("SQLite databases")]: ["db", "sqlite", "sqlite3"],
  [l10n.t("All files")]: ["*"],
});

/** SQLite works with files of the machine that the extension runs on. */
function isElsewhere({ scheme }: Uri): boolean {
  if (scheme !== "file") {
    void window.showErrorMessage(l10n.t("Choose a file on the machine that the extension runs on."));
  }
  return scheme !== "file";
}

const withPercent = <T>(title: string, work: (watch: CountWatch) => Promise<T>): Promise<T> =>
  withLateProgress(title, (report, signal) => work(countWatch(report, signal)));

export async function exportDataset({ app, log }: Desk): Promise<void> {
  try {
    const [folder] =
      (await window.showOpenDialog({
        title: l10n.t("Which folder gets the dataset? It must be empty, or have an earlier one."),
        openLabel: l10n.t("Write Dataset"),
        canSelectFolders: true,
        canSelectFiles: false,
      })) ?? [];
    if (folder === undefined) {
      return;
    }
    if (folder.scheme !== "file") {
      throw new Error(l10n.t("Choose a folder on the machine that the extension runs on."));
    }
    const written = await withLateProgress(l10n.t("Writing the dataset"), (report, signal) =>
      unlessCanceled(
        signal,
        write(
          app,
          folder.fsPath,
          countWatch(report, signal, (done) => runsText(done)),
        ),
      ),
    );
    if (written !== undefined) {
      await offerFolder(window.showInformationMessage, datasetText(written), path.join(folder.fsPath, "runs"));
    }
  } catch (error) {
    log(`Dataset: not written: ${errorForLog(error)}.`);
    void window.showErrorMessage(l10n.t("The dataset was not written. {0}", errorText(error)));
  }
}

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
