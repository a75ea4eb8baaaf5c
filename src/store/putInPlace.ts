// Puts a complete new file in the place of one that is marked as replaced.
import { renameSync } from "node:fs";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { companions, identityOf, removeFiles, syncFolder } from "./files";
import type { JournalMode } from "./storeDb";

/** Closes the old file. `identity` is what `identityOf` said when it was opened. */
export function putInPlace(
  replaced: DatabaseSync,
  next: string,
  file: string,
  { identity, mode }: { readonly identity: string; readonly mode: JournalMode },
): void {
  try {
    if (mode === "wal") {
      // The mark must be in the file itself, in case the power fails after its log was deleted.
      replaced.exec("pragma wal_checkpoint(truncate)");
    }
    // Only one of two windows may do it: the other would delete the new file's log.
    replaced.exec("begin immediate");
    if (process.platform === "win32") {
      replaced.close();
    }
    if (identityOf(file) === identity) {
      // The old log first, or SQLite would apply it to the new file.
      removeFiles(file, companions.slice(1));
      renameSync(next, file);
      syncFolder(path.dirname(file));
    }
  } finally {
    if (replaced.isOpen) {
      replaced.close();
    }
  }
}
