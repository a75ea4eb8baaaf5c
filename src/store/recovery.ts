// Recovers a damaged database: copies it aside, carries over what can be read, and puts the new file in its place. One
// process does it, and another one finishes it where that one died.
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { completeSalvage, type Recovered } from "./completeSalvage";
import type { StoreDb } from "./database";
import type { Damage } from "./fileState";
import { companions, freeName, makePrivateFile, removeFiles, syncFolder } from "./files";
import { readIdentity, writeIdentity, type NotedIdentity } from "./identityFile";
import type { NoticeData } from "./notices";
import { fillFromDamaged, type LostHints } from "./salvage";
import { migrations } from "./schema";

/** A recovery that has begun: everybody waits until it is finished. */
interface Begun {
  readonly damage: Damage;
  /** Where the damaged file was copied to; absent where there was nothing. */
  readonly aside?: string | undefined;
}

const begunFile = (file: string): string => `${file}.recovering`;
export const isRecovering = (file: string): boolean => existsSync(begunFile(file));

export interface RecoveryDeps {
  readonly file: string;
  readonly now: number;
  readonly onProgress: (done: number, total: number) => void;
  /** Opens a file that is not in place yet, and brings it up to date. */
  readonly openPart: (file: string) => StoreDb;
  /** Waits a moment, for another process to close the file; false when that took too long. */
  readonly waitForOthers: (attempt: number) => boolean;
}

/** To be called with the lock, and while nobody else writes, where that can be had. */
export function beginRecovery({ file, now }: RecoveryDeps, damage: Damage): void {
  if (isRecovering(file)) {
    return;
  }
  const present = companions.filter((end) => end !== "-shm" && existsSync(file + end));
  const aside = present.length === 0 ? undefined : freeName(`${file}.damaged-`, now);
  try {
    for (const end of present) {
      copyFileSync(file + end, `${aside}${end}`);
      sync(`${aside}${end}`);
    }
  } catch (error) {
    removeFiles(aside ?? `${file}.damaged-`, present);
    throw error;
  }
  const begun: Begun = { damage, aside };
  writeFileSync(`${begunFile(file)}.new`, JSON.stringify(begun), { mode: 0o600 });
  sync(`${begunFile(file)}.new`);
  renameSync(`${begunFile(file)}.new`, begunFile(file));
  syncFolder(path.dirname(file));
}

/** Carries over what can be read, and puts it in the place of the file. Does not change the copy. */
export function finishRecovery(deps: RecoveryDeps): void {
  const { file, openPart, waitForOthers } = deps;
  const { damage, aside } = JSON.parse(readFileSync(begunFile(file), "utf8")) as Begun;
  const noted = readIdentity(file);
  const fresh = `${file}.recovered`;
  removeFiles(fresh);
  makePrivateFile(fresh);
  const hints = fill(deps, aside, noted);
  const db = openPart(fresh);
  const recovered = complete(db, hints, noted, deps.now);
  const notice: NoticeData = { kind: "recovered", cause: damage, aside, recovered };
  db.run(
    "update identity set notice = ?, noticed_at = ?, seen = '', id = coalesce(?, id)",
    JSON.stringify(notice),
    deps.now,
    noted?.id,
  );
  const { id } = db.get<{ readonly id: string }>("select id from identity") ?? {};
  const counts = db.get<{ readonly runs: number; readonly calls: number }>(
    `select coalesce(max(iif(name = 'run', seq, 0)), 0) as runs, coalesce(max(iif(name = 'call', seq, 0)), 0) as calls
     from sqlite_sequence`,
  ) ?? { runs: 0, calls: 0 };
  db.close();
  sync(fresh);
  for (let attempt = 0; ; attempt += 1) {
    try {
      // The old log first, or SQLite would apply it to the new file.
      removeFiles(file, companions.slice(1));
      renameSync(fresh, file);
      break;
    } catch (error) {
      // Windows cannot replace a file that some window has open; windows close it while this goes on.
      if (!waitForOthers(attempt)) {
        throw error;
      }
    }
  }
  syncFolder(path.dirname(file));
  writeIdentity(file, { ...counts, id, schemaVersion: migrations.length, log: "open" });
  rmSync(begunFile(file), { force: true });
  syncFolder(path.dirname(file));
}

const nothing: LostHints = { runs: new Map(), highest: { run: 0, call: 0 } };

function fill({ file, onProgress }: RecoveryDeps, aside: string | undefined, noted?: NotedIdentity): LostHints {
  if (aside === undefined) {
    return nothing;
  }
  return fillFromDamaged({
    damaged: aside,
    fresh: `${file}.recovered`,
    version: noted?.schemaVersion,
    salts: typeof noted?.log === "object" ? noted.log : undefined,
    onProgress,
  });
}

function complete(db: StoreDb, hints: LostHints, noted: NotedIdentity | undefined, now: number): Recovered {
  const known = { runs: noted?.runs ?? 0, calls: noted?.calls ?? 0 };
  const recovered = completeSalvage(db, hints, known, now);
  const { runs } = recovered;
  // Deleted runs have numbers, too, so they count only where nothing else is left.
  return runs.all === 0 ? { ...recovered, runs: { found: 0, all: known.runs } } : recovered;
}

function sync(file: string): void {
  const opened = openSync(file, "r+");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
