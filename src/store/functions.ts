// All functions of the store by subject: the one list that worker, client and types are made from.
import {
  agree,
  agreement,
  applyBalance,
  callsWithRawReply,
  highestPrice,
  markFailed,
  rawReply,
  reserve,
  sharedUsed,
  spend,
} from "./calls";
import * as batches from "./batches";
import { counts } from "./changes";
import type { StoreDb } from "./database";
import { seenValues } from "./seenValues";
import { facets, values } from "./facets";
import * as enrichments from "./enrichments";
import { answer, findAnswer, recentLookups } from "./lookups";
import * as pauses from "./pauses";
import * as profiles from "./profiles";
import { checkPage, jsonOf, owned } from "./records";
import { deleteRun, finishDeletions, keptCounts, purgeEverything, purgeOlder } from "./retention";
import { sources } from "./runSources";
import { connections, create, get, list, moveSource, rename, renew, saveConnection, stop, take } from "./runs";
import { storePage } from "./storePage";
import { arrange, close, keysAt, locate, open, rows } from "./views";

/** A number that changes when any window has written. */
function version(db: StoreDb): number {
  return (
    Number(db.get<{ readonly data_version: number }>("pragma data_version")?.data_version ?? 0) * 2 ** 32 +
    db.generation
  );
}

/** SQLite's own check of the whole file: empty if it is sound. Takes long for a large one. */
function integrity(db: StoreDb): readonly string[] {
  const found = db
    .all<{ readonly integrity_check: string }>("pragma integrity_check")
    .map((row) => row.integrity_check);
  return found.filter((line) => line !== "ok");
}

const file = (db: StoreDb): string => db.file;

export const functions = {
  runs: { create, get, list, sources, rename, moveSource, take, renew, stop, saveConnection, connections },
  records: { storePage, checkPage, jsonOf, owned },
  calls: {
    agree,
    agreement,
    sharedUsed,
    reserve,
    markFailed,
    applyBalance,
    highestPrice,
    spend,
    rawReply,
    callsWithRawReply,
  },
  lookups: { answer, findAnswer, recentLookups },
  batches: {
    create: batches.create,
    addQuestions: batches.addQuestions,
    removeOpen: batches.removeOpen,
    get: batches.get,
    list: batches.list,
    input: batches.input,
    openQuestions: batches.openQuestions,
    questions: batches.questions,
    answer: batches.answer,
    settle: batches.settle,
    reopenFailed: batches.reopenFailed,
    finish: batches.finish,
  },
  enrichments: {
    track: enrichments.track,
    get: enrichments.get,
    list: enrichments.list,
    update: enrichments.update,
    remove: enrichments.remove,
    acquireLease: enrichments.acquireLease,
    releaseLease: enrichments.releaseLease,
  },
  profiles,
  pauses,
  views: { open, arrange, close, rows, keysAt, locate, facets, values },
  values: { seenValues },
  changes: { counts },
  retention: { deleteRun, purgeOlder, purgeEverything, finishDeletions, keptCounts },
  file: { path: file, version, integrity },
};

export type StoreFunctions = typeof functions;
