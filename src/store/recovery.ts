// Recovers a damaged database: copies it aside, carries over what can be read, and puts the new file in its place. One
// process does it, and another one finishes it where that one died.
import { copyFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { completeSalvage, type Recovered } from "./completeSalvage";
import {
  companions,
  freeName,
  identityOf,
  makePrivateFile,
  pause,
  removeFiles,
  replaceFile,
  syncFile,
  syncFolder,
  writeWhole,
} from "./files";
import { noteIdentity, readIdentity, type Damage, type NotedIdentity } from "./fileState";
import type { NoticeData } from "./notices";
import { fillFromDamaged, type LostHints } from "./salvage";
import type { StoreDb } from "./storeDb";

/** A recovery that has begun: everybody waits until it is finished. */
interface Begun {
  readonly damage: Damage;
  /** Where the damaged file was copied to; absent where there was nothing. */
  readonly aside?: string | undefined;
}

const begunFile = (file: string): string => `${file}.recovering`;
export const isRecovering = (file: string): boolean => existsSync(begunFile(file));

interface RecoveryDeps {
  readonly file: string;
  readonly now: number;
  readonly onProgress: (done: number, total: number) => void;
  /** Opens a file that is not in place yet, and brings it up to date. */
  readonly openPart: (file: string) => StoreDb;
}

interface OpenFile extends RecoveryDeps {
  /** What `identityOf` said when it was opened. */
  readonly identity: string;
  readonly connection: DatabaseSync | undefined;
  readonly close: () => void;
}

/** How often, in ms, and for how many times other windows may keep a file open that is to be replaced, on Windows. */
const replacePollMs = 100;
const mostReplacePolls = 600;

/** Recovers the file, unless another process has. To be called with the lock of the file. */
export function recoverFile(damage: Damage, open: OpenFile): void {
  if (!isRecovering(open.file) && identityOf(open.file) !== open.identity) {
    return;
  }
  try {
    // Nobody else may write while the file is copied.
    open.connection?.exec("begin immediate");
  } catch {
    // Where it is too damaged for a lock, nobody else can write.
  }
  beginRecovery(open, damage);
  open.close();
  finishRecovery(open);
}

/** @internal Copies the file aside, and says that its recovery has begun. */
export function beginRecovery({ file, now }: Pick<RecoveryDeps, "file" | "now">, damage: Damage): void {
  if (isRecovering(file)) {
    return;
  }
  const present = companions.filter((end) => end !== "-shm" && existsSync(file + end));
  const aside = present.length === 0 ? undefined : freeName(`${file}.damaged-`, now);
  try {
    for (const end of present) {
      copyFileSync(file + end, `${aside}${end}`);
      syncFile(`${aside}${end}`);
    }
  } catch (error) {
    removeFiles(aside ?? `${file}.damaged-`, present);
    throw error;
  }
  const begun: Begun = { damage, aside };
  writeWhole(begunFile(file), JSON.stringify(begun));
}

/** Carries over what can be read, and puts it in the place of the file. Does not change the copy. */
function finishRecovery(deps: RecoveryDeps): void {
  const { file, openPart } = deps;
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
    notice,
    deps.now,
    noted?.id,
  );
  db.close();
  syncFile(fresh);
  for (let attempt = 0; ; attempt += 1) {
    try {
      replaceFile(fresh, file);
      break;
    } catch (error) {
      // Windows cannot replace a file that some window has open; windows close it while this goes on.
      if (attempt === mostReplacePolls) {
        throw error;
      }
      pause(replacePollMs);
    }
  }
  const connection = new DatabaseSync(file);
  noteIdentity(connection, file, "open");
  connection.close();
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
