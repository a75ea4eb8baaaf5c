// What the frames of a journal say in their metas, and how that is checked: files may be damaged or of another version.
import { isTaskOperation, operations, recordKinds } from "../service/operations";
import type { Frame } from "./journalFrames";
import { isCount, isFlag, isListOf, isMapOf, isMissingOr, isNumber, isObject, isText, type Check } from "./plainChecks";
import type { RunConnection, RunHeader, RunLimits, RunSummary, StopReason } from "./run";

/** The run's counts so far. Every frame carries them, so the last frame alone tells what a journal holds. */
export interface Tally {
  readonly pages: number;
  /** Unique records. */
  readonly records: number;
  /** Records the service returned, the repeated and the skipped ones too. */
  readonly received: number;
  readonly repeated: number;
  /** Records that were skipped because other runs hold them. */
  readonly skipped: number;
  readonly odd: number;
  /** Credits that the replies say they cost. */
  readonly credits: number;
  /** Credits possibly charged besides, an estimate: lost replies, and replies that do not say what they cost. */
  readonly possibleCredits: number;
  readonly unpriced: RunSummary["unpriced"];
  /** Pages in a row up to the last that brought no record new to the run. */
  readonly pagesWithoutNew: number;
  /** Bytes of torn frames cut off so far. */
  readonly torn: number;
  readonly firstTotal?: number | undefined;
  readonly lastTotal?: number | undefined;
  readonly cursor?: string | undefined;
  readonly limits: RunLimits;
}

/** Different records that came so far, the skipped ones too: what a total is compared with. */
export const distinctRecords = ({ records, skipped }: Pick<Tally, "records" | "skipped">): number => records + skipped;

interface Stamp {
  /** ms since 1970. */
  readonly at: number;
  readonly tally: Tally;
}

export interface HeaderMeta extends Stamp {
  readonly salt: number;
  readonly header: RunHeader;
}

/** What one page is asked with. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly offset?: number | undefined;
}

/** Written before a request leaves: while it is the last frame, a reply may have been lost. */
export interface IntentMeta extends Stamp {
  readonly request: PageRequest;
  /** Credits it may cost. */
  readonly reserved: number;
}

export interface PageMeta extends Stamp {
  readonly request: PageRequest;
  /** HTTP status of the reply. */
  readonly status: number;
  readonly credits?: number | undefined;
  readonly total?: number | undefined;
  /** The cursor of the next page. */
  readonly next?: string | undefined;
  /** Start within the body, length and CRC-32 of each record shown, three numbers each. */
  readonly records: readonly number[];
  /** The ids of those records, "" where there is none. */
  readonly ids: readonly string[];
  /** The ids of records that were skipped because other runs hold them. */
  readonly skippedIds: readonly string[];
  /** The reply was one of the service: otherwise its bytes are kept, and nothing is read from them. */
  readonly understood: boolean;
}

export interface StopMeta extends Stamp {
  readonly reason: StopReason;
}

export interface ResumedMeta extends Stamp {
  /** Who pays for what follows, where that is not the run's first connection. */
  readonly connection?: RunConnection | undefined;
}

function isLimits(value: unknown): boolean {
  return isObject(value) && isCount(value["records"]) && isMissingOr(value["credits"], isNumber) && isMissingOr(value["leaveOutKnown"], isFlag);
}

function isUnpriced(value: unknown): boolean {
  return isObject(value) && isCount(value["pages"]) && isMissingOr(value["balanceBefore"], isNumber) && isMissingOr(value["balanceAfter"], isNumber);
}

function isTally(value: unknown): boolean {
  return (
    isObject(value) &&
    ["pages", "records", "received", "repeated", "skipped", "odd", "pagesWithoutNew", "torn"].every((field) => isCount(value[field])) &&
    isNumber(value["credits"]) &&
    isNumber(value["possibleCredits"]) &&
    isUnpriced(value["unpriced"]) &&
    isMissingOr(value["firstTotal"], isNumber) &&
    isMissingOr(value["lastTotal"], isNumber) &&
    isMissingOr(value["cursor"], isText) &&
    isLimits(value["limits"])
  );
}

function isTask(value: unknown): boolean {
  if (!isObject(value) || !isTaskOperation(value["kind"])) {
    return false;
  }
  switch (operations[value["kind"]].task) {
    case "search":
      return isMapOf(value["filters"], (items) => isListOf(items, isObject));
    case "lookup":
      return isMapOf(value["identifiers"], (identifier) => isText(identifier) || isNumber(identifier));
    case "enrichment":
      return isText(value["enrichmentId"]);
  }
}

function isConnection(value: unknown): boolean {
  return isObject(value) && ["id", "label", "origin", "workspaceId"].every((field) => isText(value[field]));
}

function isHeader(value: unknown): boolean {
  return (
    isObject(value) &&
    value["format"] === 1 &&
    isText(value["id"]) &&
    isText(value["title"]) &&
    isTask(value["task"]) &&
    recordKinds.some((kind) => value["recordKind"] === kind) &&
    isConnection(value["connection"]) &&
    isMissingOr(value["source"], isText) &&
    isNumber(value["startedAt"]) &&
    isLimits(value["limits"])
  );
}

function isRequest(value: unknown): boolean {
  return isObject(value) && isCount(value["limit"]) && isMissingOr(value["cursor"], isText) && isMissingOr(value["offset"], isCount);
}

function isReason(value: unknown): boolean {
  if (!isObject(value)) {
    return false;
  }
  const kind = value["kind"] as StopReason["kind"] | undefined;
  switch (kind) {
    case "complete":
    case "limitReached":
    case "costUnknown":
    case "sameRecords":
    case "cancelled":
    case "windowClosed":
      return true;
    case "creditLimit":
      return isNumber(value["limit"]);
    case "budgetUsedUp":
      return isMissingOr(value["agreed"], isNumber);
    case "rateLimited":
      return isNumber(value["until"]);
    case "creditsExhausted":
      return isText(value["message"]) && isMissingOr(value["balance"], isNumber) && isMissingOr(value["needed"], isNumber);
    case "keyRejected":
    case "offline":
    case "storage":
    case "refused":
      return isText(value["message"]);
    case "ambiguous":
    case "notUnderstood":
      return isText(value["message"]) && isMissingOr(value["balanceBefore"], isNumber) && isMissingOr(value["balanceAfter"], isNumber) && isMissingOr(value["settled"], isFlag) && isMissingOr(value["saved"], isFlag);
    case "interrupted":
      return isFlag(value["requestInFlight"]);
    default:
      return false;
  }
}

function isPage(meta: unknown): boolean {
  return (
    isObject(meta) &&
    isRequest(meta["request"]) &&
    isCount(meta["status"]) &&
    isMissingOr(meta["credits"], isNumber) &&
    isMissingOr(meta["total"], isNumber) &&
    isMissingOr(meta["next"], isText) &&
    isListOf(meta["records"], isCount) &&
    isListOf(meta["ids"], isText) &&
    isListOf(meta["skippedIds"], isText) &&
    isFlag(meta["understood"])
  );
}

/** The frame's meta, when it says when and how far the run was, and the rest of it is as the check wants it. */
function metaOf<T extends Stamp>({ meta }: Frame, isRest: Check): T | undefined {
  return isObject(meta) && isNumber(meta["at"]) && isTally(meta["tally"]) && isRest(meta) ? (meta as unknown as T) : undefined;
}

export function headerOf(frame: Frame): HeaderMeta | undefined {
  return frame.type === "header" ? metaOf(frame, (meta) => isObject(meta) && isCount(meta["salt"]) && isHeader(meta["header"])) : undefined;
}

export function intentOf(frame: Frame): IntentMeta | undefined {
  return frame.type === "intent" ? metaOf(frame, (meta) => isObject(meta) && isRequest(meta["request"]) && isNumber(meta["reserved"])) : undefined;
}

export function pageOf(frame: Frame): PageMeta | undefined {
  return frame.type === "page" ? metaOf(frame, isPage) : undefined;
}

export function stopOf(frame: Frame): StopMeta | undefined {
  return frame.type === "stop" ? metaOf(frame, (meta) => isObject(meta) && isReason(meta["reason"])) : undefined;
}

/** What every frame says. */
export function stampOf(frame: Frame): Stamp | undefined {
  return metaOf(frame, () => true);
}
