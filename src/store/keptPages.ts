// Replies that were paid for and kept in files while the database could not be written.
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { largestReply } from "../service/exchange";
import { answer as answerQuestion } from "./batches";
import { syncFolder } from "./files";
import { decodeKept, largestHeader, nameEnding, namePrefix, namesOfRun, type KeptPage } from "./keptPageFile";
import { isLeaseLive } from "./leases";
import { keepAnswer } from "./lookups";
import type { TextFinder } from "./namingText";
import { create, existing, type NewRun } from "./runs";
import type { StoreDb } from "./storeDb";
import { codeOf, storeError, type StoreErrorCode } from "./storeError";
import { settleRepeated, storePage, type PageToStore } from "./storePage";
import { normalizedQuestion } from "./text";

/** Reads a regular file of this user that is not too large; `undefined` for anything else. */
function readOwnFile(file: string): Uint8Array | undefined {
  // A link is not followed, and a pipe is not waited for. Windows has neither flag.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants> & { O_RDONLY: number };
  let opened: number | undefined;
  try {
    opened = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const found = fstatSync(opened);
    const isOwn = process.getuid === undefined || found.uid === process.getuid();
    return found.isFile() && isOwn && found.size <= largestReply + largestHeader ? readFileSync(opened) : undefined;
  } catch {
    return undefined;
  } finally {
    if (opened !== undefined) {
      closeSync(opened);
    }
  }
}

function keptFiles(folder: string, prefix = namePrefix): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.startsWith(prefix) && name.endsWith(nameEnding));
    return names.sort().map((name) => path.join(folder, name));
  } catch {
    // A folder that is gone or cannot be read has none.
    return [];
  }
}

/** What became of a file. */
export type KeptOutcome =
  /** Its page is in the database, and the file is removed. */
  | { readonly kind: "stored"; readonly file: string; readonly run: string; readonly title: string }
  /** The file is removed: its page had been stored, or its run was deleted. */
  | { readonly kind: "removed"; readonly file: string; readonly run: string }
  /** The file is as it was. */
  | { readonly kind: "left"; readonly file: string; readonly sentence: string };

/** These prevent storing any page. */
const failures: ReadonlySet<StoreErrorCode> = new Set(["FULL", "READONLY", "BUSY", "CORRUPT"]);

/**
 * Stores the pages that are kept beside the database and in `folders`, each in one transaction with the call that paid
 * for it, and removes their files. Throws while the database cannot be written. `now` in ms since 1970.
 */
export function takeIn(db: StoreDb, folders: readonly string[], now: number): readonly KeptOutcome[] {
  return foldersOf(db, folders).flatMap((folder, nth) =>
    keptFiles(folder).map((file) => takeInFile(db, file, nth === 0, now)),
  );
}

/** The folder of the database, and the others, each once. */
const foldersOf = (db: StoreDb, others: readonly string[]): readonly string[] => [
  ...new Set([path.dirname(db.file), ...others].map((folder) => path.resolve(folder))),
];

function takeInFile(db: StoreDb, file: string, isBesideDatabase: boolean, now: number): KeptOutcome {
  const bytes = readOwnFile(file);
  const kept = bytes && decodeKept(bytes);
  if (kept === undefined) {
    const sentence = `${file} is no complete file of a page that was paid for, so it was left as it is.`;
    return { kind: "left", file, sentence };
  }
  const { id: run, title } = kept.run;
  let result: KeptResult;
  try {
    result = db.write(() => storeKept(db, kept, isBesideDatabase, now));
  } catch (error) {
    if (failures.has(codeOf(error))) {
      throw error;
    }
    const why = storeError(error, db.file).message;
    return { kind: "left", file, sentence: `The page in ${file} could not be saved. ${why}` };
  }
  if (result === "otherDatabase") {
    const sentence =
      `The page in ${file} belongs to another database. Move the file to the folder of its database: ` +
      `${path.dirname(db.file)}`;
    return { kind: "left", file, sentence };
  }
  if (result === "inProgress") {
    const sentence = `The page in ${file} is saved when its run is no longer in progress.`;
    return { kind: "left", file, sentence };
  }
  rmSync(file, { force: true });
  syncFolder(path.dirname(file));
  return result === "stored" ? { kind: "stored", file, run, title } : { kind: "removed", file, run };
}

type KeptResult = "stored" | "known" | "runDeleted" | "inProgress" | "otherDatabase";

interface PaidCall {
  readonly no: number;
  readonly run_no?: number;
  readonly state: string;
  readonly hasReply: number;
}

/** The ledger outlives runs: a call without its run says that the run was deleted. */
function storeKept(db: StoreDb, kept: KeptPage, isBesideDatabase: boolean, now: number): KeptResult {
  const { run } = kept;
  const paid = paidCall(db, kept);
  if (paid !== undefined) {
    const found = db.get<{ readonly id: string }>("select id from run where no = ?", paid.run_no);
    return found === undefined ? "runDeleted" : storeWith(db, kept, found.id, paid, now);
  }
  // Only the folder of the database is private: a file elsewhere must not bring runs with it.
  const isResumable = run.purpose !== "search" || !("companies" in run.task);
  return isBesideDatabase && isResumable ? storeAnew(db, kept, now) : "otherDatabase";
}

/** The call in the ledger that paid; in that of another database, the one that was created again. */
function paidCall(db: StoreDb, { page, call, run }: KeptPage): PaidCall | undefined {
  const columns = "no, run_no, state, reply is not null as hasReply";
  return (
    db.get<PaidCall>(
      `select ${columns} from call where no = ? and at = ? and connection = ? and operation = ?`,
      page.call,
      call.at,
      call.connection,
      call.operation,
    ) ??
    db.get<PaidCall>(
      `select ${columns} from call
       where run_no = (select no from run where id = ?) and at = ? and operation = ?`,
      idAnew(run, page),
      call.at,
      call.operation,
    )
  );
}

/** A batch loses its other rows with its database, so each of its answers becomes a run of its own. */
const idAnew = ({ purpose, id }: KeptPage["run"], { call }: KeptPage["page"]): string =>
  purpose === "batch" ? `${id}-${call}` : id;

/** The database that paid is gone, or this is an older copy of it: the run and its call are created again. */
function storeAnew(db: StoreDb, kept: KeptPage, now: number): KeptResult {
  const { run, call, page, identifiers } = kept;
  const id = idAnew(run, page);
  const again: NewRun =
    run.purpose === "batch" ? { ...run, id, purpose: "lookup", task: { ...run.task, identifiers } } : run;
  if (!db.has("run where id = ?", id)) {
    create(db, { ...again, evenIfRunning: true });
  }
  db.insert("call", {
    run_no: existing(db, id, now).no,
    connection: call.connection,
    operation: call.operation,
    at: call.at,
    state: "sent",
    asked: call.asked,
    reserved: call.reserved,
    counted: call.reserved,
  });
  const paid = paidCall(db, kept);
  return paid === undefined ? "known" : storeWith(db, kept, id, paid, now);
}

function storeWith(db: StoreDb, kept: KeptPage, id: string, paid: PaidCall, now: number): KeptResult {
  if (paid.state === "answered" || paid.hasReply === 1) {
    return "known";
  }
  const { owner } = kept.page;
  const lease = db.get<{ readonly lease_owner?: string; readonly lease_until: number }>(
    "select lease_owner, lease_until from run where no = ?",
    paid.run_no,
  );
  const isLive = isLeaseLive(lease?.lease_owner, lease?.lease_until ?? 0, now);
  if (isLive && lease?.lease_owner !== owner) {
    return "inProgress";
  }
  // Whoever continued the run meanwhile counts the call as possibly charged.
  db.run("update call set state = 'sent', charged = null, settled_at = null where no = ?", paid.no);
  db.run("update run set lease_owner = ? where no = ?", owner, paid.run_no);
  const page: PageToStore = { ...kept.page, run: id, call: paid.no, body: kept.body };
  const isRepeated = storeReply(db, kept, page);
  if (!isLive) {
    // Stored: nothing is left of why it stopped. A lookup has its answer.
    db.run(
      `update run set lease_owner = null, lease_until = 0,
         stop = iif(?1, stop, iif(purpose = 'lookup', '{"kind":"complete"}', null))
       where no = ?2`,
      isRepeated ? 1 : 0,
      paid.run_no,
    );
  }
  return "stored";
}

/** Returns whether its records have come with another call meanwhile: then only its cost is stored. */
function storeReply(db: StoreDb, { run: { title }, pages, identifiers }: KeptPage, page: PageToStore): boolean {
  const { no, pages: pagesNow, purpose } = existing(db, page.run, page.receivedAt);
  const isBatch = purpose === "batch";
  const question = isBatch
    ? db.get<{ readonly key: number; readonly state: string }>(
        "select key, state from question where run_no = ? and question = ?",
        no,
        normalizedQuestion(identifiers ?? {}),
      )
    : undefined;
  if (isBatch ? question?.state === "found" || question?.state === "noMatch" : pagesNow > pages) {
    settleRepeated(db, page);
    return true;
  }
  if (question !== undefined) {
    answerQuestion(db, question.key, page);
    return false;
  }
  const stored = storePage(db, page);
  if (stored.understood && identifiers !== undefined) {
    keepAnswer(db, page, stored, identifiers, title);
  }
  return false;
}

/** Files beside the database and in these folders that name somebody. */
export const keptFilesNaming = (db: StoreDb, folders: readonly string[], finder: TextFinder): readonly string[] =>
  foldersOf(db, folders)
    .flatMap((folder) => keptFiles(folder))
    .filter((file) => finder.isIn(readOwnFile(file) ?? ""));

/** Removes the pages of a deleted run, or of all runs, that are kept beside the database. */
export function removeKept(db: StoreDb, run?: string): void {
  for (const file of keptFiles(path.dirname(db.file), run === undefined ? namePrefix : namesOfRun(run))) {
    rmSync(file, { force: true });
  }
}
