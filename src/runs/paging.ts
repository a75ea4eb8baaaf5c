// Decides what a run asks next, and when it has come to its end. Knows nothing of disk, network or credits.
import * as l10n from "@vscode/l10n";
import { maximumLimit, maximumOffset } from "../service/requests";
import { distinctRecords, type PageRequest, type Tally } from "./journalMeta";
import { isSearch, type RunTask, type StopReason } from "./run";

export type NextStep = { readonly kind: "ask"; readonly request: PageRequest } | { readonly kind: "stop"; readonly reason: StopReason };

const stop = (reason: StopReason): NextStep => ({ kind: "stop", reason });

/** After so many pages in a row without a record that is new to the run, going on would only cost. */
const mostPagesWithoutNew = 2;

/**
 * The total a page names, when it can be true. `before` are the different records that came before the page, `fresh` those it
 * brought: a total of 0 or less beside records, or one that was passed before the page came, says nothing.
 */
export function plausibleTotal(total: number | undefined, before: number, fresh: number): number | undefined {
  if (total === undefined || !Number.isSafeInteger(total) || total < 0) {
    return undefined;
  }
  return total === 0 ? (before + fresh === 0 ? 0 : undefined) : total >= before ? total : undefined;
}

const reachedTotal = (tally: Tally): boolean => tally.lastTotal !== undefined && distinctRecords(tally) >= tally.lastTotal;

/**
 * The next page of a run (interface, "Pagination rules"), from what it holds: as large as the service and the run's limit
 * let it be. What is no search ends with its first page after `fromPage`.
 */
export function nextStep(task: RunTask, tally: Tally, fromPage = 0): NextStep {
  if (!isSearch(task)) {
    return tally.pages > fromPage ? stop({ kind: "complete" }) : { kind: "ask", request: { limit: 1 } };
  }
  if (tally.pages > 0 && reachedTotal(tally)) {
    return stop({ kind: "complete" });
  }
  const wanted = tally.limits.records - tally.records;
  if (wanted <= 0) {
    return stop({ kind: "limitReached" });
  }
  const limit = Math.min(maximumLimit, wanted);
  if (tally.cursor !== undefined) {
    return { kind: "ask", request: { limit, cursor: tally.cursor } };
  }
  if (tally.received > maximumOffset) {
    return stop({ kind: "refused", message: l10n.t("The service sent no cursor for the next page, and beyond record 10,000 it pages by cursor only. Narrow the search.") });
  }
  return { kind: "ask", request: tally.received > 0 ? { limit, offset: tally.received } : { limit } };
}

/**
 * Whether the page just stored was the last. `returned` and `fresh` are its records and those new to the run, `tally` is the
 * one after the page, `cursors` those that were asked with.
 */
export function endAfter(request: PageRequest, page: { readonly returned: number; readonly fresh: number }, tally: Tally, cursors: ReadonlySet<string>): StopReason | undefined {
  const isShort = page.returned < request.limit;
  if (page.returned === 0 || (isShort && tally.cursor === undefined) || reachedTotal(tally)) {
    return { kind: "complete" };
  }
  if (tally.records >= tally.limits.records) {
    return { kind: "limitReached" };
  }
  const cursorRepeated = tally.cursor !== undefined && cursors.has(tally.cursor);
  return tally.pagesWithoutNew >= mostPagesWithoutNew || (cursorRepeated && page.fresh === 0) ? { kind: "sameRecords" } : undefined;
}
