// Deletes what can be deleted now, and says what some window still uses.
import { storageFailure } from "./storageFailure";

export interface Purged {
  readonly deleted: readonly string[];
  /** In use (EBUSY), hence still there. */
  readonly kept: readonly string[];
}

/** Rejects with the first failure that is not "in use". */
export async function purgeEach(ids: readonly string[], isDue: (id: string) => Promise<boolean>, remove: (id: string) => Promise<void>): Promise<Purged> {
  const deleted: string[] = [];
  const kept: string[] = [];
  for (const id of ids) {
    if (!(await isDue(id))) {
      continue;
    }
    try {
      await remove(id);
      deleted.push(id);
    } catch (error) {
      if (storageFailure(error).code !== "EBUSY") {
        throw error;
      }
      kept.push(id);
    }
  }
  return { deleted, kept };
}
