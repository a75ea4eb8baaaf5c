// Paid replies that the database refuses. Each is tried again until it is stored; when its process ends before, it
// becomes a file, which the next start stores.
import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { largestReply } from "../service/exchange";
import type { Clock } from "../service/wire";
import { refuseWhileReplaced } from "./leases";
import { existing, get } from "./runs";
import type { StoreDb } from "./storeDb";
import { codeOf, inUse, StoreError, type StoreErrorCode } from "./storeError";
import { storePage, type StoredPage } from "./storePage";

/** What a file contains before the reply, as one line of JSON. */
const header = z.object({
  run: z.string(),
  owner: z.string(),
  call: z.number(),
  request: z.object({
    limit: z.number(),
    cursor: z.string().optional(),
    offset: z.number().optional(),
    group: z.number().optional(),
  }),
  status: z.number(),
  receivedAt: z.number(),
  /** Pages that the run had before. */
  pages: z.number(),
  /** Credits that were left before the run. */
  balance: z.number().optional(),
  /** Of a lookup. */
  row: z.number().optional(),
});

/** A paid reply, with what `storePage` needs. */
export interface PaidPage extends z.infer<typeof header> {
  readonly body: Uint8Array;
}

export interface PageKeeper {
  /** Where a file can be: the folder of the database, and another one in case its disk is full. */
  readonly folders: readonly string[];
  /** Somebody can make room: a file is written only when the run is stopped. */
  readonly waits: boolean;
}

/** How often a refused reply is tried again, in ms. */
const retryMs = 5_000;
const prefix = "prospect-desk-page-";
const ending = ".kept";
const newline = 10;
const largestFile = largestReply + 1024 * 1024;

/** Waiting does not help: the run was taken over or deleted, or the store is closed. */
const finalCodes: ReadonlySet<StoreErrorCode> = new Set(["IN_USE", "NOT_FOUND", "CLOSED"]);
/** These prevent storing any page. */
const refusals: ReadonlySet<StoreErrorCode> = new Set(["FULL", "READONLY", "BUSY", "CORRUPT"]);

/**
 * Resolves when `store` does. Rejects with a `StoreError` that says which file has the reply, or that it is lost.
 * `onRefused` gets what to tell the user; `isClosing`: nothing can be awaited any more.
 */
export async function storePaid(
  store: () => Promise<StoredPage>,
  page: PaidPage,
  how: PageKeeper & {
    readonly clock: Clock;
    readonly signal: AbortSignal;
    readonly isClosing: () => boolean;
    readonly onRefused: (sentences: string) => void;
  },
): Promise<StoredPage> {
  let said = "";
  const say = (sentences: string): void => {
    if (sentences !== said) {
      said = sentences;
      how.onRefused(sentences);
    }
  };
  for (;;) {
    let refusal: StoreError;
    try {
      return await store();
    } catch (error) {
      if (!(error instanceof StoreError) || finalCodes.has(error.code)) {
        throw error;
      }
      refusal = error;
    }
    const seconds = retryMs / 1_000;
    const waiting = `The last reply is paid for and only in memory: saving it is tried again every ${seconds} seconds.`;
    if (how.waits && !how.signal.aborted) {
      say(`${refusal.message} ${waiting} Stop the run to keep it in a file.`);
      await how.clock.sleep(retryMs, how.signal).catch(() => undefined);
      if (!how.signal.aborted) {
        continue;
      }
    }
    const file = writeKept(how.folders, page);
    if (file !== undefined || how.isClosing()) {
      const kept =
        file === undefined
          ? "The last reply is paid for and is lost: it could not be written to a file either."
          : `The last reply is paid for and kept in ${file}. Resume or start again to save it to the database.`;
      throw new StoreError(refusal.code, `${refusal.message} ${kept}`, { cause: refusal });
    }
    say(`${refusal.message} ${waiting}`);
    await how.clock.sleep(retryMs);
  }
}

function writeKept(folders: readonly string[], { body, ...rest }: PaidPage): string | undefined {
  for (const folder of folders) {
    const file = path.join(folder, `${prefix}${rest.run}-${rest.call}${ending}`);
    const temporary = `${file}.part`;
    try {
      const content = Buffer.concat([Buffer.from(`${JSON.stringify(rest)}\n`), body]);
      rmSync(temporary, { force: true });
      writeFileSync(temporary, content, { flag: "wx", mode: 0o600, flush: true });
      renameSync(temporary, file);
      return file;
    } catch {
      // The next folder may be on another disk.
      rmSync(temporary, { force: true });
    }
  }
  return undefined;
}

function filesIn(folder: string, start: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.startsWith(start));
    return names.map((name) => path.join(folder, name));
  } catch {
    return []; // The folder is gone.
  }
}

/** `undefined` for what this user has not written: others may write to a folder for temporary files. */
function readKept(file: string): PaidPage | undefined {
  try {
    const found = lstatSync(file);
    if (!found.isFile() || found.size > largestFile || found.uid !== (process.getuid?.() ?? found.uid)) {
      return undefined;
    }
    const bytes = readFileSync(file);
    const end = bytes.indexOf(newline);
    return { ...header.parse(JSON.parse(bytes.toString("utf8", 0, end))), body: bytes.subarray(end + 1) };
  } catch {
    return undefined;
  }
}

/** A page that was in a file and is stored now. */
export interface TakenPage {
  readonly run: string;
  readonly title: string;
  readonly file: string;
}

/** Stores the pages in these folders and removes their files. Throws while the database cannot be written. */
export function takeIn(db: StoreDb, folders: readonly string[], now: number): readonly TakenPage[] {
  const taken: TakenPage[] = [];
  for (const file of folders.flatMap((folder) => filesIn(folder, prefix))) {
    const page = file.endsWith(ending) ? readKept(file) : undefined;
    const run = page && get(db, page.run, now);
    if (page === undefined || (run === undefined && path.dirname(file) !== path.dirname(db.file))) {
      continue; // It may be of another database.
    }
    try {
      if (run !== undefined && db.write(() => storeOnce(db, page, now))) {
        taken.push({ run: run.id, title: run.title, file });
      }
      rmSync(file, { force: true });
    } catch (error) {
      if (refusals.has(codeOf(error))) {
        throw error;
      }
    }
  }
  return taken;
}

/** The call that paid is the key: false when it has its reply. IN_USE while another process executes the run. */
function storeOnce(db: StoreDb, { pages, balance, ...page }: PaidPage, now: number): boolean {
  refuseWhileReplaced(db, now);
  const { no, isLive, purpose, pages: pagesNow } = existing(db, page.run, now);
  if (isLive && db.has("run where no = ? and lease_owner <> ?", no, page.owner)) {
    throw inUse();
  }
  // Whoever stopped the run counted the call as possibly charged. What was asked for since has been paid for again.
  const isAskedAgain =
    page.row === undefined ? pagesNow !== pages : db.has("run_row where key = ? and call_no > ?", page.row, page.call);
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
    // Nothing is left of why it stopped, but a reply that does not say its cost. A lookup has its answer.
    const isUnpriced = db.has("call where no = ? and credits is null", page.call);
    const stop = purpose === "lookup" ? { kind: "complete" } : { kind: "costUnknown", balanceBefore: balance };
    db.run(
      "update run set lease_owner = null, lease_until = 0, stop = ? where no = ?",
      purpose === "lookup" || isUnpriced ? stop : undefined,
      no,
    );
  }
  return true;
}

/** Removes the pages of a deleted run, or of all runs, that are beside the database. */
export function removeKept(db: StoreDb, run?: string): void {
  for (const file of filesIn(path.dirname(db.file), run === undefined ? prefix : `${prefix}${run}-`)) {
    rmSync(file, { force: true });
  }
}
