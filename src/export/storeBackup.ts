// Backs up the whole database to one file, and restores it from such a file.
import { existsSync, statSync } from "node:fs";
import * as nodeDisk from "node:fs/promises";
import path from "node:path";
import { removeLeftovers } from "../searches/atomicFile";
import {
  checkCopy,
  Snapshot,
  unlocked,
  type CopyProblem,
  type DatabaseContents,
  restoreCopy,
  type Restored,
} from "../store/backup";
import { copiesOf, temporaryCopy, type DatabaseCopy } from "../store/backupFolder";
import { companions, identityOf, removeFiles, syncFile } from "../store/files";
import type { StoreDb } from "../store/storeDb";
import { codeOf, StoreError } from "../store/storeError";
import type { Task } from "../store/task";
import { copyWeekly } from "../store/weeklyCopy";
import { ExportFiles, targetError } from "./exportFiles";

export interface BackupRequest {
  /** An absolute path; only the user can read a new file. */
  readonly file: string;
  /** If false, a number is added to a taken name; see `WrittenBackup.file`. */
  readonly replace: boolean;
}

export interface WrittenBackup {
  readonly file: string;
  readonly bytes: number;
  readonly contents: DatabaseContents;
}

/** A checked copy of a backup beside the database, until it is discarded. */
export interface PreparedRestore {
  readonly copy: string;
  readonly backup: DatabaseContents;
  /** The current content of the database; absent when it is damaged. */
  readonly current: DatabaseContents | undefined;
}

const files = new ExportFiles(nodeDisk, Date.now);
const refused = (message: string): StoreError => new StoreError("FAILED", message);

/** Writes the database with its log to one file atomically, and checks the file. */
async function write(db: StoreDb, { file, replace }: BackupRequest, task: Task): Promise<WrittenBackup> {
  refuseOwnFile(db, file);
  const snapshot = new Snapshot(db);
  try {
    return await files.withFile(file, { replace }, async (target) => {
      const { temporaryFile } = target;
      const [copying, checking] = halves(task);
      await ofTarget(file, () => snapshot.copyTo(temporaryFile, copying)).finally(() =>
        // SQLite leaves the journal behind on a full disk.
        removeFiles(temporaryFile, ["-journal"]),
      );
      const contents = await ofTarget(file, () => checkCopy(unlocked(temporaryFile), checking));
      if (!isSame(contents, snapshot.contents)) {
        throw refused(
          `“${path.basename(file)}” was not written: a check of the copy found a mistake (${foundText(contents)}). ` +
            "Try another disk. If the check finds one there, too, the database is damaged: restore an earlier copy.",
        );
      }
      const { size } = statSync(temporaryFile);
      return { file: await target.commit(), bytes: size, contents };
    });
  } finally {
    snapshot.close();
  }
}

const isSame = (found: DatabaseContents | CopyProblem, expected: DatabaseContents): found is DatabaseContents =>
  !("kind" in found) &&
  (["runs", "records", "calls", "changedAt"] as const).every((name) => found[name] === expected[name]);

/** Copies a backup beside the database and checks it, without changes; `FAILED` says why it cannot be restored. */
async function prepareRestore(db: StoreDb, file: string, task: Task): Promise<PreparedRestore> {
  refuseOwnFile(db, file);
  const copy = temporaryCopy(db.file);
  await removeLeftovers(nodeDisk, copy, Date.now());
  try {
    await copyWithLog(file, copy);
    const backup = await checkCopy(copy, task);
    if ("kind" in backup) {
      throw refused(problemText(file, backup));
    }
    return { copy, backup, current: presentContents(db) };
  } catch (error) {
    removeFiles(copy);
    throw codeOf(error) === "CORRUPT"
      ? refused(problemText(file, { kind: "damaged", found: (error as Error).message }))
      : error;
  }
}

function presentContents(db: StoreDb): DatabaseContents | undefined {
  try {
    const present = new Snapshot(db);
    present.close();
    return present.contents;
  } catch (error) {
    if (codeOf(error) === "CORRUPT") {
      return undefined;
    }
    throw error;
  }
}

/** Replaces the content of the database with a prepared copy. IN_USE while anything is in progress. */
async function restore(
  db: StoreDb,
  { copy, now }: { readonly copy: string; readonly now: number },
  task: Task,
): Promise<Restored> {
  if (!existsSync(copy)) {
    throw refused("The checked copy of the backup is gone. Choose the backup again.");
  }
  return restoreCopy(db, { copy, now }, task);
}

function discardRestore(_db: StoreDb, copy: string): void {
  removeFiles(copy);
}

/** The newest first. */
const copies = (db: StoreDb): readonly DatabaseCopy[] => copiesOf(db.file);

export const storeBackups = { write, prepareRestore, restore, discardRestore, copies, copyWeekly };

/** Copying takes about as long as checking: each is one half of the progress. */
function halves(task: Task): readonly [Task, Task] {
  const breathe = (): Promise<void> => task.breathe();
  return [
    { breathe, progress: (done, total) => task.progress(done, 2 * total) },
    { breathe, progress: (done, total) => task.progress(total + done, 2 * total) },
  ];
}

/** Reports errors as errors of the written file, except those of a damaged database. */
async function ofTarget<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StoreError || codeOf(error) === "CORRUPT" ? error : targetError(error, file);
  }
}

/** Opening the database's own files apart from SQLite would release its locks. */
function refuseOwnFile(db: StoreDb, file: string): void {
  const identity = identityOf(file);
  const isOwn = (own: string): boolean =>
    path.resolve(file) === own || (identity !== "" && identity === identityOf(own));
  if (companions.some((end) => isOwn(db.file + end))) {
    throw refused(`“${path.basename(file)}” is the database itself. Choose another file.`);
  }
}

/** SQLite's words, in one line. */
const foundText = (problem: DatabaseContents | CopyProblem): string =>
  "kind" in problem && problem.kind === "damaged" ? problem.found.replace(/\s+/g, " ").trim() : "…";

function problemText(file: string, problem: CopyProblem): string {
  const name = path.basename(file);
  switch (problem.kind) {
    case "foreign":
      return `“${name}” is not a database of Prospect Desk. Choose a file that Back Up Database wrote.`;
    case "otherVersion":
      return problem.isLater
        ? `“${name}” was written by a later version of Prospect Desk. Update the extension to restore it.`
        : `“${name}” was written by an earlier version of Prospect Desk, so this one cannot restore it.`;
    case "damaged":
      return `“${name}” is damaged, so it cannot be restored. Choose another backup. (${foundText(problem)})`;
  }
}

const logs = ["-wal", "-journal"] as const;
const copyAttempts = 3;

/** Copies a database that may have a log, for example because a program that wrote it was killed. */
async function copyWithLog(file: string, copy: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const before = stateOf(file);
    await copyPart(file, copy);
    for (const end of logs) {
      removeFiles(copy, [end]);
      if (existsSync(file + end)) {
        await copyPart(file + end, copy + end);
      }
    }
    if (stateOf(file) === before) {
      return;
    }
    if (attempt === copyAttempts) {
      throw refused(`“${path.basename(file)}” is being changed by another program. Close that program and try again.`);
    }
  }
}

/** Changes when any of the files is written. */
const stateOf = (file: string): string =>
  ["", ...logs]
    .map((end) => {
      const found = statSync(file + end, { bigint: true, throwIfNoEntry: false });
      return found === undefined ? "" : `${found.size} ${found.mtimeNs}`;
    })
    .join();

async function copyPart(file: string, copy: string): Promise<void> {
  try {
    if (!(await nodeDisk.stat(file)).isFile()) {
      throw refused(`“${path.basename(file)}” is not a file. Choose a file that Back Up Database wrote.`);
    }
    await nodeDisk.copyFile(file, copy);
  } catch (error) {
    if (error instanceof StoreError) {
      throw error;
    }
    throw codeOf(error) === "FULL"
      ? targetError(error, copy)
      : refused(`“${path.basename(file)}” cannot be read: ${(error as Error).message}`);
  }
  await nodeDisk.chmod(copy, 0o600);
  syncFile(copy);
}
