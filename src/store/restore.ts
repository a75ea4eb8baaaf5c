// Puts a copy of a backup in the place of the database, which is kept beside it.
import { renameSync } from "node:fs";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import { Snapshot } from "./backup";
import { carryOver } from "./carryOver";
import { eraseAgain } from "./eraseRecord";
import type { StoreDb } from "./storeDb";
import { freeName, syncFolder } from "./files";
import { refuseInProgress } from "./retention";
import { StoreError } from "./storeError";
import type { Task } from "./task";

export interface Restored {
  /** The database as it was before. */
  readonly kept: string;
}

/** How often the database may be written while it is copied. */
const attempts = 3;

interface RestoreFiles {
  /** The checked copy. */
  readonly copy: string;
  /** An empty file in which the database is kept until it is whole. */
  readonly keeping: string;
  /** ms since 1970. */
  readonly now: number;
}

/** Both files are in the folder of the database. BUSY, and nothing is changed, if others write all the time. */
export async function restoreCopy(db: StoreDb, files: RestoreFiles, task: Task): Promise<Restored> {
  const { keeping, now } = files;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    db.write(() => refuseInProgress(db, now));
    const snapshot = new Snapshot(db);
    try {
      await snapshot.copyTo(keeping, task);
      const kept = freeName(`${db.file}.before-restore-`, now);
      renameSync(keeping, kept);
      syncFolder(path.dirname(kept));
      if (replaceUnchanged(db, snapshot, files, () => renameSync(kept, keeping))) {
        await eraseAgain(db, now, task);
        return { kept };
      }
    } finally {
      snapshot.close();
    }
  }
  throw new StoreError(
    "BUSY",
    l10n.t("Another window is saving data all the time, so nothing was restored. Try again when it is done."),
  );
}

/** False if something was written since the snapshot. `undo` is called when nothing was changed. */
function replaceUnchanged(db: StoreDb, snapshot: Snapshot, { copy, now }: RestoreFiles, undo: () => void): boolean {
  let isUnchanged = false;
  const changed = new Error();
  try {
    db.replace(() => {
      refuseInProgress(db, now);
      if (!snapshot.isLatest()) {
        throw changed;
      }
      isUnchanged = true;
      return carryOver(db);
    }, copy);
    return true;
  } catch (error) {
    if (!isUnchanged || (error instanceof StoreError && error.code === "BUSY")) {
      undo();
    }
    if (error === changed) {
      return false;
    }
    throw error;
  }
}
