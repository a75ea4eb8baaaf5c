// The small file beside the database, which says what the database was when it was last written: so an emptied, older,
// or other file in its place is not taken for a new one.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import path from "node:path";
import { threadId } from "node:worker_threads";
import { syncFolder } from "./files";
import type { LogId } from "./logFile";

export interface NotedIdentity {
  /** Of the database; absent until it has one. */
  readonly id?: string | undefined;
  readonly schemaVersion: number;
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
    const { id, schemaVersion, runs, calls, log } = noted ?? {};
    const isLogId = typeof log === "object" && [log.first, log.second].every(Number.isSafeInteger);
    return Number.isSafeInteger(schemaVersion) && Number.isSafeInteger(runs) && Number.isSafeInteger(calls)
      ? {
          id: typeof id === "string" ? id : undefined,
          schemaVersion: Number(schemaVersion),
          runs: Number(runs),
          calls: Number(calls),
          log: isLogId || log === "closed" ? log : "open",
        }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Durably, and whole or not at all. */
export function writeIdentity(file: string, identity: NotedIdentity): void {
  const target = identityFile(file);
  const temporary = `${target}.${process.pid}-${threadId}.new`;
  const opened = openSync(temporary, "w", 0o600);
  try {
    writeSync(opened, JSON.stringify(identity));
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  renameSync(temporary, target);
  syncFolder(path.dirname(file));
}
