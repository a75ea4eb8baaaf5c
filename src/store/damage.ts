// The messages about a damaged database. The file is not changed.
import { existsSync, statSync } from "node:fs";
import { momentText } from "../text/numbers";
import { copiesOf, folderOf, type DatabaseCopy } from "./backupFolder";
import type { StoreDb } from "./storeDb";
import { sqliteWords, StoreError } from "./storeError";

/** Includes SQLite's message, and the number of runs that are missing from the newest copy. */
export const damagedError = (db: StoreDb, cause: unknown): StoreError =>
  new StoreError(
    "CORRUPT",
    `SQLite reports that the database ${db.file} is damaged: ${sqliteWords(cause)}. The file was left as it is. ` +
      copyText(db.file, (at) => runsSince(db, at)),
    { cause },
  );

/** For a file that is empty although runs were created. */
export const emptiedError = (file: string): StoreError =>
  new StoreError(
    "CORRUPT",
    `The database ${file} is empty: another program or a failed disk has emptied it. The file was left as it is. ` +
      copyText(file, () => undefined),
  );

const restorable = (file: string): DatabaseCopy | undefined => copiesOf(file).find(({ kind }) => kind !== "damaged");

function copyText(file: string, newerThan: (at: number) => number | undefined): string {
  const copy = restorable(file);
  if (copy === undefined) {
    return (
      `There is no copy in ${folderOf(file)}. If you have a backup, restore it; if not, the page on the database in ` +
      "the documentation names what SQLite itself can recover."
    );
  }
  const newer = newerThan(copy.at);
  const missing =
    newer === undefined
      ? "Runs after that are not in it."
      : newer === 1
        ? "1 run is newer and is not in it."
        : `${newer} runs are newer and are not in it.`;
  return `The newest copy is from ${momentText(copy.at)}: ${copy.file}. ${missing} Restore it to continue.`;
}

/** `undefined` if it cannot be read. */
function runsSince(db: StoreDb, at: number): number | undefined {
  try {
    return db.count("run where started_at > ?", at);
  } catch {
    return undefined;
  }
}

/** Whether the file is empty although runs were created: there is a log or a copy. */
export const isEmptied = (file: string): boolean =>
  statSync(file, { throwIfNoEntry: false })?.size === 0 &&
  (existsSync(`${file}-wal`) || restorable(file) !== undefined);
