// Decides what a run asks next, and when it has come to its end. Knows nothing of disk or network.
import * as l10n from "@vscode/l10n";
import { maximumLimit, maximumOffset } from "../service/requests";
import type { PageRequest, Tally } from "./journalMeta";
import type { RunTask, StopReason } from "./run";

export type NextStep = { readonly kind: "ask"; readonly request: PageRequest } | { readonly kind: "stop"; readonly reason: StopReason };

const stop = (reason: StopReason): NextStep => ({ kind: "stop", reason });

/** Prices are sums of binary fractions: 100 × 0.1 must fit a cap of 10. */
const rounding = 1e-9;

/** How many records the credit cap still lets through; one when no price is known yet, which teaches it. */
function withinCap(tally: Tally, price: number | undefined): number {
  const { credits: cap } = tally.limits;
  if (cap === undefined || price === 0) {
    return Number.POSITIVE_INFINITY;
  }
  const left = cap - tally.credits - tally.uncertain * (price ?? 0);
  return price === undefined ? (left > 0 ? 1 : 0) : Math.floor(left / price + rounding);
}

export const isSearch = (task: RunTask): boolean => task.kind === "companySearch" || task.kind === "peopleSearch";

/**
 * The next page of a run (interface, "Pagination rules"), from what it holds. `price` is credits for each returned
 * record, the highest seen; `undefined` when none was. What is no search ends with its first page after `fromPage`.
 */
export function nextStep(task: RunTask, tally: Tally, price: number | undefined, fromPage = 0): NextStep {
  if (!isSearch(task) && tally.pages > fromPage) {
    return stop({ kind: "complete" });
  }
  if (isSearch(task) && tally.pages > 0 && tally.lastTotal !== undefined && tally.received >= tally.lastTotal) {
    return stop({ kind: "complete" });
  }
  const wanted = tally.limits.records - tally.records;
  if (wanted <= 0 && task.kind !== "enrichment") {
    return stop({ kind: "limitReached" });
  }
  const allowed = task.kind === "enrichment" ? Number.POSITIVE_INFINITY : withinCap(tally, price);
  if (allowed < 1) {
    return stop({ kind: "creditCap", cap: tally.limits.credits ?? 0 });
  }
  if (!isSearch(task)) {
    return { kind: "ask", request: { limit: 1 } };
  }
  const limit = Math.min(maximumLimit, wanted, allowed);
  if (tally.cursor !== undefined) {
    return { kind: "ask", request: { limit, cursor: tally.cursor } };
  }
  if (tally.received > maximumOffset) {
    return stop({ kind: "refused", message: l10n.t("The service gave no cursor for the next page, and beyond record 10,000 it pages by cursor only. Narrow the search.") });
  }
  return { kind: "ask", request: tally.received > 0 ? { limit, offset: tally.received } : { limit } };
}

/**
 * Whether the page just stored was the last: short or empty, the total reached, or its cursor one that was asked with
 * before. `tally` is the one after the page.
 */
export function endAfter(request: PageRequest, returned: number, tally: Tally, cursors: ReadonlySet<string>): StopReason | undefined {
  if (returned < request.limit || (tally.lastTotal !== undefined && tally.received >= tally.lastTotal)) {
    return { kind: "complete" };
  }
  if (tally.records >= tally.limits.records) {
    return { kind: "limitReached" };
  }
  return tally.cursor !== undefined && cursors.has(tally.cursor) ? { kind: "cursorRepeated" } : undefined;
}
