// All functions of the store by subject: the one list that worker, client and types are made from.
import * as batches from "./batches";
import {
  agentsSpent,
  agentsUsed,
  agree,
  agreement,
  sharedUsed,
  addCharge,
  applyBalance,
  callsWithRawReply,
  highestPrice,
  markFailed,
  rawReply,
  reserve,
} from "./calls";
import { counts } from "./changes";
import { values } from "./columnValues";
import * as companies from "./companies";
import * as enrichments from "./enrichments";
import { erase, find } from "./eraseRecord";
import { search } from "./everything";
import { takeIn } from "./keptPages";
import { lists, save, setEverywhere } from "./leaveOut";
import { claim, releaseClaim, renewClaim, answer, findAnswer, recentLookups, unansweredCall } from "./lookups";
import { count } from "./matches";
import { isLoss, noticeOf, type Notice, type NoticeData } from "./notices";
import * as pauses from "./pauses";
import * as profiles from "./profiles";
import { saveSettings, settings } from "./profiles";
import * as recordLists from "./recordLists";
import { checkPage, customNames, jsonOf, originsOf } from "./records";
import { deleteRun, finishDeletions, keptCounts, purgeEverything, purgeOlder } from "./retention";
import { connections, addLeaveOut, create, get, list, moveSource, rename, renew, stop, take } from "./runs";
import { seenValues, firstSteps, sources } from "./runSources";
import { spend, statedCosts } from "./spend";
import type { StoreDb } from "./storeDb";
import { storePage } from "./storePage";
import { emailAtFormerEmployer, versions } from "./versions";
import { arrange, close, keysAt, locate, open, rows, unreadable } from "./views";

/** A number that changes when any window has written. */
function version(db: StoreDb): number {
  return Number(db.value<number>("pragma data_version") ?? 0) * 2 ** 32 + db.generation;
}

const file = (db: StoreDb): string => db.file;

/** A sentence for the user if the file can only be read. */
const readOnlyWarning = (db: StoreDb): string | undefined => db.unwritable?.message;

/** What explains that something is missing which nobody deleted; `undefined` where nothing is known to be lost. */
const loss = (db: StoreDb): Notice | undefined => {
  const text = db.value<string>("select notice from identity");
  const notice = text === undefined ? undefined : (JSON.parse(text) as NoticeData);
  return notice && isLoss(notice) ? noticeOf(db.file, notice) : undefined;
};

export const functions = {
  runs: { create, get, list, sources, firstSteps, rename, moveSource, addLeaveOut, take, renew, stop, connections },
  records: { storePage, checkPage, jsonOf, customNames, origins: originsOf, versions, emailAtFormerEmployer },
  keptPages: { takeIn },
  matches: { count },
  calls: {
    agentsSpent,
    agentsUsed,
    agree,
    agreement,
    sharedUsed,
    reserve,
    markFailed,
    applyBalance,
    addCharge,
    statedCosts,
    highestPrice,
    spend,
    rawReply,
    callsWithRawReply,
  },
  companies,
  lookups: { answer, findAnswer, unansweredCall, recentLookups, claim, renewClaim, releaseClaim },
  batches,
  enrichments,
  leaveOut: { save, lists, setEverywhere },
  recordLists,
  everything: { search },
  profiles,
  pauses,
  views: { open, arrange, close, rows, keysAt, locate, unreadable, values },
  values: { seenValues },
  changes: { counts },
  settings: { all: settings, save: saveSettings },
  retention: { deleteRun, purgeOlder, purgeEverything, finishDeletions, keptCounts },
  erasing: { find, erase },
  file: { path: file, version, readOnlyWarning, loss },
};

export type StoreFunctions = typeof functions;
