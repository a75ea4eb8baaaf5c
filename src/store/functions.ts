// All functions of the store by subject. The worker, the client and the types are derived from this list.
import { purgeEverything } from "./backup";
import * as batches from "./batches";
import {
  agentsSpent,
  agentsUsed,
  agree,
  agreement,
  sharedUsed,
  callsWithRawReply,
  failCall,
  highestPrice,
  knownCosts,
  openCall,
  rawReply,
} from "./calls";
import { counts } from "./changes";
import { values } from "./columnValues";
import * as companies from "./companies";
import * as enrichments from "./enrichments";
import { erase, find, named } from "./eraseRecord";
import { search } from "./everything";
import { fetchedIds } from "./fetchedIds";
import { saveAll } from "./keptPages";
import { lists, save, setEverywhere } from "./leaveOut";
import { findAnswer, recentLookups, stoppedLookup, unansweredCall } from "./lookups";
import * as pauses from "./pauses";
import * as profiles from "./profiles";
import { saveSettings, settings } from "./profiles";
import * as recordLists from "./recordLists";
import { customNames, jsonOf, originsOf } from "./records";
import { deleteRun, finishDeletions, isInProgress, keptCounts, purgeOlder } from "./retention";
import { openRows, rowsLeft } from "./rows";
import { acceptEnd, addLeaveOut, connections, create, get, list, moveSource, rename, renew, stop, take } from "./runs";
import { namesOfIds, seenValues, sources, storedThings } from "./runSources";
import { spend } from "./spend";
import type { StoreDb } from "./storeDb";
import { storePage } from "./storePage";
import { emailAtFormerEmployer, versions } from "./versions";
import { arrange, close, keysAt, locate, open, rows } from "./views";

/** A number that changes when any window has written. */
function version(db: StoreDb): number {
  return Number(db.value<number>("pragma data_version") ?? 0) * 2 ** 32 + db.generation;
}

/** The path. Opens the file, so that it exists. */
function file(db: StoreDb): string {
  db.has("content");
  return db.file;
}

export const functions = {
  runs: {
    create,
    get,
    list,
    sources,
    storedThings,
    rename,
    moveSource,
    addLeaveOut,
    take,
    renew,
    stop,
    acceptEnd,
    connections,
  },
  records: {
    storePage,
    fetchedIds,
    jsonOf,
    customNames,
    origins: originsOf,
    versions,
    emailAtFormerEmployer,
  },
  keptPages: { saveAll },
  calls: {
    agentsSpent,
    agentsUsed,
    agree,
    agreement,
    sharedUsed,
    openCall,
    failCall,
    knownCosts,
    highestPrice,
    spend,
    rawReply,
    callsWithRawReply,
  },
  companies,
  lookups: { findAnswer, unansweredCall, recentLookups, stoppedLookup },
  batches,
  rows: { open: openRows, left: rowsLeft },
  enrichments,
  leaveOut: { save, lists, setEverywhere },
  recordLists,
  everything: { search },
  profiles,
  pauses,
  views: { open, arrange, close, rows, keysAt, locate, values },
  values: { seenValues, namesOfIds },
  changes: { counts },
  settings: { all: settings, save: saveSettings },
  retention: { deleteRun, purgeOlder, purgeEverything, finishDeletions, isInProgress, keptCounts },
  erasing: { named, find, erase },
  file: { path: file, version },
};

export type StoreFunctions = typeof functions;
