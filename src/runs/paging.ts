// Decides what a run asks next, and when it has come to its end. Knows nothing of disk, network or credits.
import * as l10n from "@vscode/l10n";
import { maximumLimit, maximumOffset } from "../service/requests";
import type { StoredPage } from "../store/storePage";
import { distinctRecords, isSearch, type PageRequest, type RunSummary, type StopReason } from "./run";

export type NextStep =
  { readonly kind: "ask"; readonly request: PageRequest } | { readonly kind: "stop"; readonly reason: StopReason };

const stop = (reason: StopReason): NextStep => ({ kind: "stop", reason });

/** After so many pages in a row without a record that is new to the run, going on would only cost. */
const mostPagesWithoutNew = 2;

const reachedTotal = (run: RunSummary): boolean => run.lastTotal !== undefined && distinctRecords(run) >= run.lastTotal;

/**
 * The next page of a run (interface, "Pagination rules"): as large as the service and the run's limit let it be. What is no
 * search ends with its first page after `fromPage`.
 */
export function nextStep(run: RunSummary, fromPage = 0): NextStep {
  const { task, limits } = run.header;
  if (!isSearch(task)) {
    return run.pages > fromPage ? stop({ kind: "complete" }) : { kind: "ask", request: { limit: 1 } };
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
    return { kind: "ask", request: { limit, cursor: run.cursor } };
  }
  if (run.returned > maximumOffset) {
    return stop({
      kind: "refused",
      message: l10n.t(
        "The service sent no cursor for the next page, and beyond record 10,000 it pages by cursor only. Narrow the search.",
      ),
    });
  }
  return { kind: "ask", request: run.returned > 0 ? { limit, offset: run.returned } : { limit } };
}

/** Whether the page just stored was the last. `run` is the run after the page. */
export function endAfter(request: PageRequest, page: StoredPage, run: RunSummary): StopReason | undefined {
  const isShort = page.returned < request.limit;
  if (page.returned === 0 || (isShort && run.cursor === undefined) || reachedTotal(run)) {
    return { kind: "complete" };
  }
  if (run.records >= run.header.limits.records) {
    return { kind: "limitReached" };
  }
  return page.run.pagesWithoutNew >= mostPagesWithoutNew || page.isOldCursor ? { kind: "sameRecords" } : undefined;
}
