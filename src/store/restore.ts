// Puts a copy of a backup in the place of the database. The database is kept beside it, and its ledger is carried over
// where the backup is an earlier state of it: a restored file forgets no payment.
import { existsSync } from "node:fs";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import { Snapshot } from "./backup";
import { carryOver } from "./carryOver";
import type { StoreDb } from "./database";
import { makePrivateFile, removeFiles, syncFolder } from "./files";
import { refuseInProgress } from "./retention";
import { StoreError } from "./storeError";
import type { Task } from "./task";

export interface Restored {
  /** The database as it was before. */
  readonly kept: string;
}

/** How often the database may be written while it is copied. */
const attempts = 3;

/** `copy` is checked and in the folder of the database. */
export async function restoreCopy(
  db: StoreDb,
  { copy, now }: { readonly copy: string; readonly now: number },
  task: Task,
): Promise<Restored> {
  for (let attempt = 1; ; attempt += 1) {
    db.write(() => refuseInProgress(db, now));
    const snapshot = new Snapshot(db);
    const kept = freeName(db.file, now);
    try {
      makePrivateFile(kept);
      await snapshot.copyTo(kept, task);
      if (replaceUnchanged(db, snapshot, copy, now)) {
        syncFolder(path.dirname(kept));
        return { kept };
      }
      if (attempt === attempts) {
        throw new StoreError(
          "BUSY",
          l10n.t("Another window is saving data all the time, so nothing was restored. Wait until it is done."),
        );
      }
      removeFiles(kept);
    } catch (error) {
      removeFiles(kept);
      throw error;
    } finally {
      snapshot.close();
    }
  }
}

/** False, and nothing is changed, if something was written since the snapshot. */
function replaceUnchanged(db: StoreDb, snapshot: Snapshot, copy: string, now: number): boolean {
  const changed = new Error();
  try {
    db.replace(() => {
      refuseInProgress(db, now);
      if (!snapshot.isLatest()) {
        throw changed;
      }
      return carryOver(db);
    }, copy);
    return true;
  } catch (error) {
    if (error === changed) {
      return false;
    }
    throw error;
  }
}

function freeName(file: string, now: number): string {
  const stamp = new Date(now).toISOString().replace(/[-:.]/g, "");
  let name = `${file}.before-restore-${stamp}`;
  for (let count = 2; existsSync(name); count += 1) {
    name = `${file}.before-restore-${stamp}-${count}`;
  }
  return name;
}
