// Files with paid replies that the database refused, and how the next start stores them.
import { lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { isLeased, refuseWhileReplaced } from "./leases";
import { existing, get } from "./runs";
import type { StoreDb } from "./storeDb";
import { codeOf, inUse, StoreError, type StoreErrorCode } from "./storeError";
import { storePage } from "./storePage";

/** A paid reply with the input of `storePage`; also the format of a file, as JSON. */
const paidPage = z.object({
  run: z.string(),
  owner: z.string(),
  call: z.number(),
  request: z.object({
    limit: z.number(),
    cursor: z.string().optional(),
    offset: z.number().optional(),
  }),
  status: z.number(),
  receivedAt: z.number(),
  /** The balance in credits before the run. */
  balance: z.number().optional(),
  /** Key of the row that it answers. */
  row: z.number().optional(),
  body: z.base64().transform((text): Uint8Array => Buffer.from(text, "base64")),
});
export type PaidPage = z.infer<typeof paidPage>;

export interface PageKeeper {
  /** For the file: the folder of the database, and one that is often on another disk, in case the first one is full. */
  readonly folders: readonly string[];
  /** Somebody can free disk space, so a file is only written when the run is stopped. */
  readonly waits: boolean;
}

const prefix = "prospect-desk-page-";
const ending = ".kept";

/** Waiting does not help: the run was saved over or deleted, or the store is closed. */
const finalCodes: ReadonlySet<StoreErrorCode> = new Set(["IN_USE", "NOT_FOUND", "CLOSED"]);

export const mayBeStoredLater = (error: unknown): error is StoreError =>
  error instanceof StoreError && !finalCodes.has(error.code);

/** Writes a paid reply to a file in the first folder that takes it; `undefined` if none does. */
export function writeKept(folders: readonly string[], page: PaidPage): string | undefined {
  const content = JSON.stringify({ ...page, body: Buffer.from(page.body).toString("base64") });
  for (const folder of folders) {
    const file = path.join(folder, `${prefix}${page.run}-${page.call}${ending}`);
    try {
      writeFileSync(file, content, { flag: "wx", mode: 0o600, flush: true });
      return file;
    } catch {
      rmSync(file, { force: true });
    }
  }
  return undefined;
}

function filesIn(folder: string, start: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.startsWith(start) && name.endsWith(ending));
    return names.map((name) => path.join(folder, name));
  } catch {
    return []; // The folder does not exist.
  }
}

/** `undefined` for files that this user has not written: others may write to a folder for temporary files. */
function readKept(file: string): PaidPage | undefined {
  try {
    const found = lstatSync(file);
    const isOurs = found.isFile() && found.uid === (process.getuid?.() ?? found.uid);
    return isOurs ? paidPage.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
  } catch {
    return undefined;
  }
}

/** A page that was stored from a file. */
export interface SavedPage {
  readonly run: string;
  readonly title: string;
  readonly file: string;
}

/** Stores the pages in these folders and removes their files. Throws while the database cannot be written. */
export function saveAll(db: StoreDb, folders: readonly string[], now: number): readonly SavedPage[] {
  const saved: SavedPage[] = [];
  for (const file of folders.flatMap((folder) => filesIn(folder, prefix))) {
    const page = readKept(file);
    const run = page && get(db, page.run, now);
    if (page === undefined || run === undefined) {
      continue; // It may belong to another database.
    }
    try {
      if (db.write(() => storeOnce(db, page, now))) {
        saved.push({ run: run.id, title: run.title, file });
      }
      rmSync(file, { force: true });
    } catch (error) {
      if (codeOf(error) !== "IN_USE") {
        throw error;
      }
    }
  }
  return saved;
}

/**
 * The paid call is the key: returns false if it already has its reply. IN_USE while another process executes the run.
 */
function storeOnce(db: StoreDb, { balance, ...page }: PaidPage, now: number): boolean {
  refuseWhileReplaced(db, now);
  const { no, isLive, purpose } = existing(db, page.run, now);
  if (db.has(`run where no = ?1 and lease_owner <> ?2 and ${isLeased("?3")}`, no, page.owner, now)) {
    throw inUse();
  }
  // When the run stopped, the call was counted as possibly charged. If it was asked again since, it was paid for again.
  const isAskedAgain =
    page.row === undefined
      ? db.has("call where run_no = ? and no > ?", no, page.call)
      : db.has("run_row where key = ? and call_no > ?", page.row, page.call);
  const isMissing =
    !isAskedAgain &&
    db.run(
      `update call set state = 'sent', charged = null, settled_at = null
       where no = ? and run_no = ? and state <> 'answered' and reply is null`,
      page.call,
      no,
    ) === 1;
  if (!isMissing) {
    return false;
  }
  db.run("update run set lease_owner = ? where no = ?", page.owner, no);
  storePage(db, page);
  if (!isLive) {
    // Clears the stop reason, except for a reply that does not say its cost. A lookup has its answer.
    let stop: object | undefined;
    if (purpose === "lookup") {
      stop = { kind: "complete" };
    } else if (db.has("call where no = ? and credits is null", page.call)) {
      stop = { kind: "costUnknown", balanceBefore: balance };
    }
    db.run("update run set lease_owner = null, lease_until = 0, stop = ? where no = ?", stop, no);
  }
  return true;
}

/** Removes the pages of a deleted run, or of all runs, that are in the folder of the database. */
export function removeKept(db: StoreDb, run?: string): void {
  for (const file of filesIn(path.dirname(db.file), run === undefined ? prefix : `${prefix}${run}-`)) {
    rmSync(file, { force: true });
  }
}
