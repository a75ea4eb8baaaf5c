// "Back Up Database…" and "Restore Database…": everything fetched as one file, and back.
import os from "node:os";
import path from "node:path";
import { l10n, Uri, window, type OpenDialogOptions } from "vscode";
import { offerFolder } from "../offerFolder";
import type { DeskStore } from "../../export/storeExport";
import { recordsText, runsText } from "../../runs/amounts";
import type { DatabaseContents } from "../../store/backup";
import { errorForLog, errorText } from "../errorText";
import { withLateProgress } from "../lateProgress";
import { safeText } from "../safeText";
import { momentText } from "../times";
import type { DeskObjects } from "./deskObjects";
import { notifyDeleted } from "./retention";

type Backups = Pick<DeskObjects, "runs" | "store" | "leaveOut" | "log">;

export async function backUpDatabase({ runs, store, log }: Backups): Promise<void> {
  try {
    const day = new Date(runs.deps.clock.now()).toISOString().slice(0, 10);
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
      store.backups.write({ file: uri.fsPath, replace: true }, watch),
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

export async function restoreDatabase(deps: Backups): Promise<void> {
  const { runs, leaveOut, log } = deps;
  const { backups } = deps.store;
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
    const prepared = await withPercent(l10n.t("Checking the backup"), (watch) =>
      backups.prepareRestore(uri.fsPath, watch),
    );
    try {
      if (!(await confirmRestore(uri, prepared))) {
        return;
      }
      const before = await runs.list();
      const { kept } = await withPercent(l10n.t("Restoring the database"), (watch) =>
        backups.restore({ copy: prepared.copy, now: runs.deps.clock.now() }, watch),
      );
      log("Restore: the database was replaced.");
      // Imported records must be hidden too, before anything else reads the lists again.
      await leaveOut.refresh();
      const after = new Set((await runs.list()).map(({ header }) => header.id));
      await notifyDeleted(
        runs,
        before.map(({ header }) => header.id).filter((id) => !after.has(id)),
      );
      await offerFolder(
        window.showInformationMessage,
        l10n.t(
          "Restored: {0}. The database as it was before is kept as “{1}”.",
          contentsText(prepared.backup),
          safeText(path.basename(kept)),
        ),
        kept,
      );
    } finally {
      await backups.discardRestore(prepared.copy);
    }
  } catch (error) {
    log(`Restore: nothing was restored: ${errorForLog(error)}.`);
    void window.showErrorMessage(l10n.t("Nothing was restored. {0}", errorText(error)));
  }
}

type Prepared = Awaited<ReturnType<DeskStore["backups"]["prepareRestore"]>>;

async function confirmRestore(uri: Uri, { backup, current }: Prepared): Promise<boolean> {
  const restore = l10n.t("Restore");
  const detail = [
    l10n.t("In the backup: {0}.", contentsText(backup)),
    l10n.t("In the database now: {0}.", contentsText(current)),
    "",
    l10n.t(
      "The backup takes the place of the database in all windows. The database as it is now is kept beside it, and " +
        "payments made since the backup stay in the list of costs.",
    ),
  ].join("\n");
  const question = l10n.t("Restore “{0}”?", safeText(path.basename(uri.fsPath)));
  return (await window.showWarningMessage(question, { modal: true, detail }, restore)) === restore;
}

/** "12 runs · 2,340 records · last changed 25/11/2026, 08:19:56" */
function contentsText({ runs, records, changedAt }: DatabaseContents): string {
  const counts = `${runsText(runs)} · ${recordsText(records)}`;
  return changedAt === undefined ? counts : `${counts} · ${l10n.t("last changed {0}", momentText(changedAt))}`;
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

interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

function withPercent<T>(title: string, work: (watch: Watch) => Promise<T>): Promise<T> {
  let shown = 0;
  return withLateProgress(title, (report, signal) =>
    work({
      signal,
      onProgress: (done, total) => {
        const percent = Math.floor((100 * done) / Math.max(1, total));
        report({ message: `${percent} %`, increment: percent - shown });
        shown = percent;
      },
    }),
  );
}
