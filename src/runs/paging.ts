// The next request of a search, and when the search ends: pure functions over the run and its last page.
import { maximumLimit, maximumOffset } from "../service/requests";
import type { StoredPage } from "../store/storePage";
import type { PageRequest, RunSummary, StopReason } from "./run";

/** The position of a search: its next request, or why it ends. */
export type At =
  | { readonly end?: undefined; readonly request: PageRequest }
  | { readonly end: StopReason; readonly request?: undefined };

const end = (reason: StopReason): At => ({ end: reason });

/** After this many consecutive pages without a new record, more pages would only cost credits. */
const mostPagesWithoutNew = 2;

const reachedTotal = (run: RunSummary): boolean => run.lastTotal !== undefined && run.records >= run.lastTotal;

/** The first request of a run, or of a run that continues after its stop. */
export function begin(run: RunSummary): At {
  if (run.pages > 0 && reachedTotal(run)) {
    return end({ kind: "complete" });
  }
  const wanted = run.header.limits.records - run.records;
  return wanted <= 0
    ? end({ kind: "limitReached" })
    : behind(run.returned, run.cursor, { limit: Math.min(maximumLimit, wanted) });
}

/** The page after `returned` records: at the cursor, or by its offset (interface, "Pagination rules"). */
export function behind(returned: number, cursor: string | undefined, page: PageRequest): At {
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

/** A page's request, its result, and the run including that page. */
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
  const reason = endAfter(after);
  if (reason?.kind === "complete" || reason?.kind === "endedEarly") {
    return end(reason);
  }
  if (page.credits === undefined && !acceptsUnknownCosts) {
    return end({ kind: "costUnknown" });
  }
  const at = begin(run);
  return reason !== undefined && at.end === undefined ? end(reason) : at;
}

/** The end is the total, an empty page, or a short page without a cursor. */
function endAfter({ request, page, run }: AfterPage): StopReason | undefined {
  if (reachedTotal(run)) {
    return { kind: "complete" };
  }
  if (page.returned === 0 || (page.returned < request.limit && run.cursor === undefined)) {
    return { kind: run.lastTotal === undefined ? "complete" : "endedEarly" };
  }
  return page.run.pagesWithoutNew >= mostPagesWithoutNew || page.isOldCursor ? { kind: "sameRecords" } : undefined;
}
