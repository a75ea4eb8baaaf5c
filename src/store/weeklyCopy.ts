// The weekly copy of the database.
import { keepCopy } from "./backup";
import { automaticCopiesOf } from "./backupFolder";
import type { StoreDb } from "./storeDb";
import type { Task } from "./task";

const weekMs = 7 * 86_400_000;

/**
 * Copies the database to the folder of its copies if the last automatic copy is older than a week and something was
 * stored since then. Returns whether it made one.
 */
export async function copyWeekly(db: StoreDb, now: number, task: Task): Promise<boolean> {
  const [last] = automaticCopiesOf(db.file);
  // A clock that was set back must not stop the copies.
  if (last !== undefined && last.at > now - weekMs && last.at <= now) {
    return false;
  }
  const changedAt = db.value<number>("select max(updated_at) from run");
  if (changedAt === undefined || (last !== undefined && last.at <= now && changedAt <= last.at)) {
    return false;
  }
  await keepCopy(db, "automatic", now, task);
  return true;
}
