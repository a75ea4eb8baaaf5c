// Decides what a run requests next and when it is complete. Independent of disk, network and credits.
import { maximumLimit, maximumOffset } from "../service/requests";
import type { StoredPage } from "../store/storePage";
import { groupCount, companiesOf, groupState } from "./companyGroups";
import { isSearch, type PageRequest, type RunGroups, type RunSummary, type StopReason } from "./run";

export type NextStep =
  | { readonly kind: "request"; readonly request: PageRequest }
  | { readonly kind: "stop"; readonly reason: StopReason };

const stop = (reason: StopReason): NextStep => ({ kind: "stop", reason });

/** After so many consecutive pages without a new record, more pages would only cost credits. */
const mostPagesWithoutNew = 2;
/** Over groups of companies: somebody who works at two of them is returned twice. */
const mostGroupPagesWithoutNew = 5;

const reachedTotal = (run: RunSummary): boolean => run.lastTotal !== undefined && run.records >= run.lastTotal;

/**
 * The next page of a run (interface, "Pagination rules"), as large as the service and the run's limit allow. A lookup
 * is one request. Groups before `fromGroup` are finished.
 */
export function nextStep(run: RunSummary, fromGroup = 0): NextStep {
  const { task, limits } = run.header;
  if (!isSearch(task)) {
    return { kind: "request", request: { limit: 1 } };
  }
  const wanted = limits.records - run.records;
  const groups = companiesOf(task);
  if (groups !== undefined) {
    const step = nextInGroups(run, groups, wanted, fromGroup);
    return step.kind === "request" && wanted <= 0 ? stop({ kind: "limitReached" }) : step;
  }
  if (run.pages > 0 && reachedTotal(run)) {
    return stop({ kind: "complete" });
  }
  if (wanted <= 0) {
    return stop({ kind: "limitReached" });
  }
  return behind(run.returned, run.cursor, { limit: Math.min(maximumLimit, wanted) });
}

/** The next page of a run in groups, of at most `wanted` records. Groups before `fromGroup` are finished. */
function nextInGroups(run: RunSummary, groups: RunGroups, wanted: number, fromGroup: number): NextStep {
  const { group: last } = run;
  const next = last === undefined ? 0 : last.nth + (groupState(run, groups) === "done" ? 1 : 0);
  const group = Math.max(next, fromGroup);
  if (group >= groupCount(groups)) {
    return stop({ kind: "complete" });
  }
  const begun = last?.nth === group ? last : undefined;
  const returned = begun?.returned ?? 0;
  const limit = Math.min(maximumLimit, wanted, (groups.most ?? Number.POSITIVE_INFINITY) - returned);
  return behind(returned, begun && run.cursor, { limit, group });
}

/** A page behind so many returned records: at the cursor, or by their number. */
function behind(returned: number, cursor: string | undefined, page: PageRequest): NextStep {
  if (cursor !== undefined) {
    return { kind: "request", request: { ...page, cursor } };
  }
  if (returned > maximumOffset) {
    const message =
      "The service sent no cursor for the next page, which it requires beyond record 10,000. Narrow the search.";
    return stop({ kind: "refused", message });
  }
  return { kind: "request", request: returned > 0 ? { ...page, offset: returned } : page };
}

/** What was said before this page about the end of the records. */
export interface SaidBefore {
  /** The page before it was empty, too, and this one was asked for again. */
  readonly emptyNow: boolean;
  /** The run has ended early before, and nothing has been returned since it was resumed. */
  readonly emptyBefore: boolean;
}

/**
 * What an empty page means: the end, unless a total or a cursor says that there is more. Then it is asked for once more
 * if that is free, and a run that was told so ends only when it is told the same after it was resumed.
 */
export function afterEmptyPage(
  { credits }: StoredPage,
  saysMore: boolean,
  { emptyNow, emptyBefore }: SaidBefore,
): StopReason | undefined {
  return !saysMore || emptyBefore
    ? { kind: "complete" }
    : emptyNow || credits !== 0
      ? { kind: "endedEarly" }
      : undefined;
}

/** Why the run stops after this page, if it does. `run` is the run with the page. */
export function stopAfter(
  request: PageRequest,
  page: StoredPage,
  run: RunSummary,
  said: SaidBefore,
): StopReason | undefined {
  const groups = companiesOf(run.header.task);
  const { pagesWithoutNew } = page.run;
  if (groups !== undefined) {
    const isSame =
      page.isOldCursor ||
      pagesWithoutNew >= mostGroupPagesWithoutNew ||
      (run.group?.pagesWithoutNew ?? 0) >= mostPagesWithoutNew;
    return isSame && groupState(run, groups) === "open" ? { kind: "sameRecords" } : undefined;
  }
  if (reachedTotal(run)) {
    return { kind: "complete" };
  }
  const isShort = page.returned < request.limit;
  const isBelowTotal = run.lastTotal !== undefined;
  if (page.returned === 0) {
    const isNewCursor = page.cursor !== undefined && page.cursor !== request.cursor;
    return afterEmptyPage(page, isBelowTotal || isNewCursor, said);
  }
  if (isShort && run.cursor === undefined && !isBelowTotal) {
    return { kind: "complete" };
  }
  if (run.records >= run.header.limits.records) {
    return { kind: "limitReached" };
  }
  return pagesWithoutNew >= mostPagesWithoutNew || page.isOldCursor ? { kind: "sameRecords" } : undefined;
}
