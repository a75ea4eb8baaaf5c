// What a search requests next, and when it ends: pure functions over the run and its last page.
import { maximumLimit, maximumOffset } from "../service/requests";
import type { StoredPage } from "../store/storePage";
import { companiesOf, groupCount, groupState } from "./companyGroups";
import type { PageRequest, RunGroups, RunSummary, StopReason } from "./run";

/** Where a search is: its next request, or why it ends. */
export type At =
  | { readonly end?: undefined; readonly request: PageRequest }
  | { readonly end: StopReason; readonly request?: undefined };

const end = (reason: StopReason): At => ({ end: reason });

/** The most records to request at a time: fewer after a reply that was too large. */
const mostRecords = ({ stop }: RunSummary): number =>
  stop?.kind === "notUnderstood" ? (stop.pageLimit ?? maximumLimit) : maximumLimit;

/** After so many consecutive pages without a new record, more pages would only cost credits. */
const mostPagesWithoutNew = 2;
/** Over groups of companies: somebody who works at two of them is returned twice. */
const mostGroupPagesWithoutNew = 5;

const reachedTotal = (run: RunSummary): boolean => run.lastTotal !== undefined && run.records >= run.lastTotal;

/** The first request of a run, or of a run that continues after its stop. Groups before `fromGroup` are finished. */
export function begin(run: RunSummary, fromGroup = 0): At {
  const groups = companiesOf(run.header.task);
  return groups === undefined ? beginPages(run) : beginGroup(run, groups, fromGroup);
}

function beginPages(run: RunSummary): At {
  if (run.pages > 0 && reachedTotal(run)) {
    return end({ kind: "complete" });
  }
  const wanted = run.header.limits.records - run.records;
  return wanted <= 0
    ? end({ kind: "limitReached" })
    : behind(run.returned, run.cursor, { limit: Math.min(mostRecords(run), wanted) });
}

/** The next page of a run in groups. */
function beginGroup(run: RunSummary, groups: RunGroups, fromGroup: number): At {
  const { group: last } = run;
  const next = last === undefined ? 0 : last.nth + (groupState(run, groups) === "open" ? 0 : 1);
  const group = Math.max(next, fromGroup);
  if (group >= groupCount(groups)) {
    return end({ kind: "complete" });
  }
  const wanted = run.header.limits.records - run.records;
  if (wanted <= 0) {
    return end({ kind: "limitReached" });
  }
  const begun = last?.nth === group ? last : undefined;
  const returned = begun?.returned ?? 0;
  const limit = Math.min(mostRecords(run), wanted, (groups.most ?? Number.POSITIVE_INFINITY) - returned);
  return behind(returned, begun && run.cursor, { limit, group });
}

/** A page behind so many returned records: at the cursor, or by their number (interface, "Pagination rules"). */
function behind(returned: number, cursor: string | undefined, page: PageRequest): At {
  if (cursor !== undefined) {
    return { request: { ...page, cursor } };
  }
  if (returned > maximumOffset) {
    const message =
      "The service sent no cursor for the next page, which it requires beyond record 10,000. Narrow the search.";
    return end({ kind: "refused", message });
  }
  return { request: returned > 0 ? { ...page, offset: returned } : page };
}

/** What a page was requested with, its result, and the run with the page and the stop that it continues after. */
export interface AfterPage {
  readonly request: PageRequest;
  readonly page: StoredPage;
  readonly run: RunSummary;
  /** The run continues when the service does not say what a page cost. */
  readonly acceptsUnknownCosts: boolean;
}

/** The next request after a page, or why the run ends. */
export function next(after: AfterPage): At {
  const { page, run, acceptsUnknownCosts } = after;
  const groups = companiesOf(run.header.task);
  const reason = groups === undefined ? endOfPages(after) : endOfGroup(after, groups);
  if (reason?.kind === "complete" || reason?.kind === "endedEarly") {
    return end(reason);
  }
  if (page.credits === undefined && !acceptsUnknownCosts) {
    return end({ kind: "costUnknown" });
  }
  const at = groups === undefined ? beginPages(run) : beginGroup(run, groups, 0);
  return reason !== undefined && at.end === undefined ? end(reason) : at;
}

/** The end is the total, an empty page, or a short page without a cursor. */
function endOfPages({ request, page, run }: AfterPage): StopReason | undefined {
  if (reachedTotal(run)) {
    return { kind: "complete" };
  }
  if (page.returned === 0 || (page.returned < request.limit && run.cursor === undefined)) {
    return { kind: run.lastTotal === undefined ? "complete" : "endedEarly" };
  }
  return page.run.pagesWithoutNew >= mostPagesWithoutNew || page.isOldCursor ? { kind: "sameRecords" } : undefined;
}

function endOfGroup({ page, run }: AfterPage, groups: RunGroups): StopReason | undefined {
  const isSame =
    page.isOldCursor ||
    page.run.pagesWithoutNew >= mostGroupPagesWithoutNew ||
    (run.group?.pagesWithoutNew ?? 0) >= mostPagesWithoutNew;
  return isSame && groupState(run, groups) === "open" ? { kind: "sameRecords" } : undefined;
}
