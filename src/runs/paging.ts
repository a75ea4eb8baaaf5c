// Decides what a run requests next and when it is complete. Independent of disk, network and credits.
import * as l10n from "@vscode/l10n";
import { maximumLimit, maximumOffset } from "../service/requests";
import type { StoredPage } from "../store/storePage";
import { distinctRecords, isSearch, type PageRequest, type RunSummary, type StopReason } from "./run";

export type NextStep =
  { readonly kind: "request"; readonly request: PageRequest } | { readonly kind: "stop"; readonly reason: StopReason };

const stop = (reason: StopReason): NextStep => ({ kind: "stop", reason });

/** After so many consecutive pages without a new record, more pages would only cost credits. */
const mostPagesWithoutNew = 2;

const reachedTotal = (run: RunSummary): boolean => run.lastTotal !== undefined && distinctRecords(run) >= run.lastTotal;

/**
 * The next page of a run (interface, "Pagination rules"), as large as the service and the run's limit allow. Tasks
 * other than searches are complete with the first page after `fromPage`.
 */
export function nextStep(run: RunSummary, fromPage = 0): NextStep {
  const { task, limits } = run.header;
  if (!isSearch(task)) {
    return run.pages > fromPage ? stop({ kind: "complete" }) : { kind: "request", request: { limit: 1 } };
  }
  if (run.pages > 0 && reachedTotal(run)) {
    return stop({ kind: "complete" });
  }
  const wanted = limits.records - run.records;
  if (wanted <= 0) {
    return stop({ kind: "limitReached" });
  }
  const limit = Math.min(maximumLimit, wanted);
  if (run.cursor !== undefined) {
    return { kind: "request", request: { limit, cursor: run.cursor } };
  }
  if (run.returned > maximumOffset) {
    return stop({
      kind: "refused",
      message: l10n.t(
        "The service sent no cursor for the next page, which it requires beyond record 10,000. Narrow the search.",
      ),
    });
  }
  return { kind: "request", request: run.returned > 0 ? { limit, offset: run.returned } : { limit } };
}

/** Why the run stops after this page, if it does. `run` is the run with the page. */
export function stopAfter(request: PageRequest, page: StoredPage, run: RunSummary): StopReason | undefined {
  const isShort = page.returned < request.limit;
  if (page.returned === 0 || (isShort && run.cursor === undefined) || reachedTotal(run)) {
    return { kind: "complete" };
  }
  if (run.records >= run.header.limits.records) {
    return { kind: "limitReached" };
  }
  return page.run.pagesWithoutNew >= mostPagesWithoutNew || page.isOldCursor ? { kind: "sameRecords" } : undefined;
}
