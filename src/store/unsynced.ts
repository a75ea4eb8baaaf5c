// Writes that need not survive a power cut, because they only coordinate windows that are running.
import type { StoreDb } from "./storeDb";

/** Writes in one transaction that is not synced to the disk, which takes longer than everything else of a write. */
export function unsynced<T>(db: StoreDb, work: () => T): T {
  db.exec("pragma synchronous = normal");
  try {
    return db.write(work);
  } finally {
    db.exec("pragma synchronous = full");
  }
}
