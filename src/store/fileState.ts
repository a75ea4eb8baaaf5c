// What lies in the place of the database before SQLite opens it, and whether the opened file is ours and as it was.
import { existsSync, readFileSync, renameSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { pragma, versionOf } from "./connection";
import { freeName, identityOf, removeFiles, replaceFile, writeWhole } from "./files";
import { continues, logIdOf, readLog, type LogFrames, type LogId } from "./logFile";
import type { NoticeData } from "./notices";
import { applicationId, replacedId, schemaVersion } from "./schema";
import type { JournalMode } from "./storeDb";
import { foreignError, otherVersionError } from "./storeError";

export interface NotedIdentity {
  /** Of the database; absent until it has one. */
  readonly id?: string | undefined;
  /** The highest numbers that a run and a call have got: numbers are never reused, so they only grow. */
  readonly runs: number;
  readonly calls: number;
  /** "closed": without a log; "open": some process has or had it open; else the log that it has. */
  readonly log: "closed" | "open" | LogId;
}

const identityFile = (file: string): string => `${file}.identity.json`;

/** `undefined` where there is none, or none that can be read: then everything is as it seems. */
export function readIdentity(file: string): NotedIdentity | undefined {
  try {
    const noted = JSON.parse(readFileSync(identityFile(file), "utf8")) as Partial<NotedIdentity> | null;
    const { id, runs, calls, log } = noted ?? {};
    const isLogId = typeof log === "object" && [log.first, log.second].every(Number.isSafeInteger);
    return Number.isSafeInteger(runs) && Number.isSafeInteger(calls)
      ? {
          id: typeof id === "string" ? id : undefined,
          runs: Number(runs),
          calls: Number(calls),
          log: isLogId || log === "closed" ? log : "open",
        }
      : undefined;
  } catch {
    return undefined;
  }
}

const writeIdentity = (file: string, identity: NotedIdentity): void =>
  writeWhole(identityFile(file), JSON.stringify(identity));

/** Why the file cannot be opened as it is. */
export type Damage = (NoticeData & { readonly kind: "recovered" })["cause"];

/** Thrown where a file of ours has nothing in it. */
export class Damaged extends Error {
  constructor(readonly damage: Damage) {
    super(damage);
  }
}

/** Throws EISDIR for a folder, which SQLite only says that it cannot open. */
function sizeOf(file: string): number | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) {
    throw Object.assign(new Error("It is a folder."), { code: "EISDIR" });
  }
  return found?.size;
}

const hadData = (noted: NotedIdentity | undefined): boolean => noted !== undefined && noted.runs + noted.calls > 0;

/** Throws `Damaged`. A log that belongs to another file is moved away first: SQLite would apply it to this one. */
export function checkBeforeOpening(file: string, now: number): NoticeData | undefined {
  const noted = readIdentity(file);
  const size = sizeOf(file) ?? -1;
  const log = logOf(file, noted);
  if (size <= 0) {
    if (log !== undefined || hadData(noted)) {
      throw new Damaged(size < 0 ? "missing" : "emptied");
    }
    return undefined;
  }
  if (log === undefined || noted === undefined) {
    return undefined;
  }
  const id = logIdOf(`${file}-wal`);
  if (noted.log === "closed" || (typeof noted.log === "object" && id !== undefined && !continues(id, noted.log))) {
    const aside = freeName(`${file}.damaged-`, now, "-wal");
    renameSync(`${file}-wal`, aside);
    removeFiles(file, ["-shm"]);
    return { kind: "foreignLog", aside };
  }
  if (isSurelyDamaged(file, noted, log)) {
    throw new Damaged("log");
  }
  return undefined;
}

const logOf = (file: string, noted: NotedIdentity | undefined): LogFrames | undefined =>
  existsSync(`${file}-wal`)
    ? readLog(`${file}-wal`, typeof noted?.log === "object" ? noted.log : undefined)
    : undefined;

/** Another process may have been writing the log while it was read. */
function isSurelyDamaged(file: string, noted: NotedIdentity, first: LogFrames): boolean {
  let log: LogFrames | undefined = first;
  for (let reads = 0; reads < 3 && log?.isDamaged === true; reads += 1) {
    log = logOf(file, noted);
  }
  return log?.isDamaged === true;
}

/** Whether a new file is to be put in its place. */
export const isReplaced = (connection: DatabaseSync): boolean =>
  Number(pragma(connection, "application_id")) === replacedId;

/** Reads only. Throws a `StoreError` for a file of another program or version; `Damaged` for an empty one. */
export function checkOwner(connection: DatabaseSync, file: string, isPart: boolean): void {
  const id = Number(pragma(connection, "application_id"));
  const version = versionOf(connection);
  if (id === applicationId && version !== schemaVersion) {
    throw otherVersionError(file, version, schemaVersion);
  }
  if (id === applicationId || id === replacedId) {
    return;
  }
  const tables = connection
    .prepare("select name from sqlite_schema where type = 'table' order by name")
    .all()
    .map(({ name }) => String(name));
  if (id === 0 && tables.length === 0) {
    if (!isPart && hadData(readIdentity(file))) {
      throw new Damaged("emptied");
    }
    return;
  }
  throw foreignError(file, tables);
}

interface Counts {
  readonly runs: number;
  readonly calls: number;
}

function countsOf(connection: DatabaseSync): Counts {
  const rows = connection.prepare("select name, seq from sqlite_sequence where name in ('run', 'call')").all();
  const of = (name: string): number => Number(rows.find((row) => row["name"] === name)?.["seq"] ?? 0);
  return { runs: of("run"), calls: of("call") };
}

/** Notes what the open database is. `log` as in `NotedIdentity`. */
export function noteIdentity(connection: DatabaseSync, file: string, log: NotedIdentity["log"]): void {
  const id = connection.prepare("select id from identity").get()?.["id"];
  writeIdentity(file, {
    ...countsOf(connection),
    id: typeof id === "string" ? id : undefined,
    log,
  });
}

/** What is to be said about a file that is not as it was; notes what it is now. */
export function checkIdentity(connection: DatabaseSync, file: string): NoticeData | undefined {
  const noted = readIdentity(file);
  const found = countsOf(connection);
  const id = connection.prepare("select id from identity").get()?.["id"];
  const isSame = noted?.id === undefined || noted.id === id;
  const isOlder = noted !== undefined && (found.runs < noted.runs || found.calls < noted.calls);
  if (noted === undefined || !isSame || isOlder || noted.log === "closed") {
    noteIdentity(connection, file, isSame && noted !== undefined && noted.log !== "closed" ? noted.log : "open");
  }
  if (noted === undefined || !hadData(noted) || (isSame && !isOlder)) {
    return undefined;
  }
  return { kind: isSame ? "older" : "other", found, noted: { runs: noted.runs, calls: noted.calls } };
}

/**
 * To be called after a transaction. A process may die at any time, so which log the file has is noted when it changes.
 * Returns the log, which is `last` of the next call.
 */
export function noteLog(connection: DatabaseSync, file: string, last: string): string {
  const log = logIdOf(`${file}-wal`);
  const text = JSON.stringify(log) ?? "";
  if (log !== undefined && text !== last && JSON.stringify(readIdentity(file)?.log) !== text) {
    noteIdentity(connection, file, log);
  }
  return text;
}

/** To be called after the file was closed: without a log, unless another process uses it. */
export function noteClosed(file: string): void {
  const noted = readIdentity(file);
  if (noted !== undefined && !existsSync(`${file}-wal`)) {
    writeIdentity(file, { ...noted, log: "closed" });
  }
}

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
      replaceFile(next, file);
    }
  } finally {
    if (replaced.isOpen) {
      replaced.close();
    }
  }
}
