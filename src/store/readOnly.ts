// Opens a database that can be read but not written: file, folder, or disk is read-only, or the disk is full.
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { versionOf } from "./connection";
import { schemaVersion } from "./schema";
import { codeOf, fullError, readOnlyError, type StoreError, type StoreErrorCode } from "./storeError";

export interface ReadOnlyDatabase {
  readonly connection: DatabaseSync;
  /** For whoever wants to write. */
  readonly reason: StoreError;
  /** What else opens the same data. */
  readonly place: string | URL;
  /** Whether the database has become writable, or can be read in a better way, since it was opened. */
  isOutdated(): boolean;
  /** Removes what was made to read it. */
  dispose(): void;
}

/** `undefined` if it cannot be read either, or if there is another problem than the place. */
export function openReadOnly(file: string, problem: StoreErrorCode): ReadOnlyDatabase | undefined {
  if (problem !== "READONLY" && problem !== "FULL") {
    return undefined;
  }
  const isFull = problem === "FULL";
  const reason = isFull ? fullError(file) : readOnlyError(file);
  const permissions = permissionsOf(file);
  const database = (place: string | URL, isImmutable = false, dispose = (): void => undefined) => ({
    reason,
    place,
    dispose,
    connection: new DatabaseSync(place, { readOnly: true }),
    isOutdated: () => permissionsOf(file) !== permissions || (isImmutable && hasLog(file)) || (isFull && hasRoom(file)),
  });
  const unchanged = unchangedFile(file);
  for (const open of [
    () => database(file),
    // A write-ahead log needs shared memory beside it. Without a log, the file itself is all there is.
    () => (hasLog(file) ? undefined : database(unchanged, true)),
    () => copied(file, (copy, dispose) => database(copy, false, dispose)),
  ]) {
    const opened = attempt(open);
    if (opened !== undefined && attempt(() => versionOf(opened.connection)) === schemaVersion) {
      return opened;
    }
    opened?.connection.close();
    opened?.dispose();
  }
  return undefined;
}

/** The address of a file that nobody changes: SQLite reads it without locks, a log, or shared memory. */
function unchangedFile(file: string): URL {
  const url = pathToFileURL(file);
  url.search = "?immutable=1";
  return url;
}

/** For a log that needs shared memory: read from a private copy. */
function copied<T>(file: string, open: (copy: string, dispose: () => void) => T): T {
  const folder = mkdtempSync(path.join(os.tmpdir(), "prospect-desk-"));
  const dispose = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = path.join(folder, "copy.db");
    for (const end of ["", ...logs].filter((one) => existsSync(file + one))) {
      copyFileSync(file + end, copy + end);
      chmodSync(copy + end, 0o600);
    }
    return open(copy, dispose);
  } catch (error) {
    dispose();
    throw error;
  }
}

const logs = ["-wal", "-journal"] as const;

const hasLog = (file: string): boolean => logs.some((end) => (attempt(() => statSync(file + end).size) ?? 0) > 0);

/** In bytes: less is soon full again. */
const enoughRoom = 1_000_000;

function hasRoom(file: string): boolean {
  const { bavail, bsize } = statfsSync(path.dirname(file));
  return bavail * bsize >= enoughRoom;
}

/** Differs when the file may have become writable. */
const permissionsOf = (file: string): string =>
  [file, path.dirname(file)]
    .map((one) => {
      const { mode, uid, gid } = statSync(one, { throwIfNoEntry: false }) ?? {};
      return [mode, uid, gid, attempt(() => accessSync(one, constants.W_OK) ?? true)].join();
    })
    .join(" ");

/** `undefined` for what cannot be done, except for a file of another version, which has a sentence of its own. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (codeOf(error) === "OTHER_VERSION") {
      throw error;
    }
    return undefined;
  }
}
