// The commands for the database: back up, restore, purge, and erase a record.
import os from "node:os";
import path from "node:path";
import { Uri, window, type OpenDialogOptions } from "vscode";
import { backUpDatabase, contentsText, restoreDatabase } from "../../app/databaseBackups";
import { unlessDeclined } from "../../app/spending";
import { commandIds, type CommandHandler } from "../commandIds";
import type { Desk } from "../desk";
import { errorForLog, errorText } from "../errorText";
import { withPercent } from "../lateProgress";
import { offerFolder } from "../offerFolder";
import { safeText } from "../safeText";
import { eraseRecord } from "./eraseRecord";
import { purgeRuns } from "./purgeRuns";
import { closeTabsOfDeleted } from "./retention";

export function databaseCommands(desk: Desk) {
  /** `what` is the name in the log. */
  const on =
    (what: string, work: (desk: Desk) => Promise<void>, failed: (why: string) => string): CommandHandler =>
    async () => {
      try {
        await work(desk);
      } catch (error) {
        desk.log(`${what}: failed: ${errorForLog(error)}.`);
        void window.showErrorMessage(failed(errorText(error)));
      }
    };
  return {
    [commandIds.purgeRuns]: on("Purge", purgeRuns, (why) => `Not everything could be deleted. ${why}`),
    [commandIds.eraseRecord]: on("Erasure", eraseRecord, (why) => `Nothing was erased. ${why}`),
    [commandIds.backUpDatabase]: on("Backup", backUp, (why) => `The database was not backed up. ${why}`),
    [commandIds.restoreDatabase]: on("Restore", restore, (why) => `Nothing was restored. ${why}`),
  };
}

async function backUp({ app, log }: Desk): Promise<void> {
  const day = new Date(app.clock.now()).toISOString().slice(0, 10);
  const uri = await window.showSaveDialog({
    title: "Back up to",
    saveLabel: "Back Up",
    defaultUri: Uri.file(path.join(os.homedir(), `prospect-desk-${day}.db`)),
    filters: databaseFiles(),
  });
  if (uri === undefined || isElsewhere(uri)) {
    return;
  }
  // The dialog has already asked whether to replace an existing file.
  const written = await withPercent("Backing up the database", (watch) =>
    backUpDatabase(app, { file: uri.fsPath, replace: true }, watch),
  );
  log("Backup: written and checked.");
  const done =
    `Backed up and checked: ${contentsText(written.contents)}. “${safeText(path.basename(written.file))}” contains ` +
    "personal data.";
  await offerFolder(window.showInformationMessage, done, written.file);
}

async function restore({ app, leaveOut, log }: Desk): Promise<void> {
  const [newest] = await app.store.backups.copies();
  const picked = await window.showOpenDialog({
    title: "Restore from",
    openLabel: "Restore…",
    defaultUri: Uri.file(newest?.file ?? os.homedir()),
    filters: databaseFiles(),
  });
  const [uri] = picked ?? [];
  if (uri === undefined || isElsewhere(uri)) {
    return;
  }
  const restoring = restoreDatabase(app, uri.fsPath, { signal: new AbortController().signal }, withPercent);
  const restored = await unlessDeclined(restoring);
  if (restored === undefined) {
    return;
  }
  log("Restore: done.");
  // Leave-out lists must also hide imported records, before anything else reads the lists again.
  await leaveOut.reloadAll();
  await closeTabsOfDeleted(app);
  const sentence =
    `Restored: ${contentsText(restored.contents)}. What the database contained before is in ` +
    `“${safeText(path.basename(restored.kept))}”.`;
  await offerFolder(window.showInformationMessage, sentence, restored.kept);
}

const databaseFiles = (): NonNullable<OpenDialogOptions["filters"]> => ({
  ["SQLite databases"]: ["db", "sqlite", "sqlite3"],
  ["All files"]: ["*"],
});

/** SQLite works with files of the machine that the extension runs on. */
function isElsewhere({ scheme }: Uri): boolean {
  if (scheme !== "file") {
    void window.showErrorMessage("Choose a file on the machine that the extension runs on.");
  }
  return scheme !== "file";
}
