// A run's results, costs and whether it can be resumed, as plain data for tools and scripts.
import { agoText, recordsText } from "../runs/amounts";
import { companiesOf } from "../runs/atCompanies";
import { endOf } from "../runs/ends";
import { begin } from "../runs/paging";
import { isSearch, type RunSummary } from "../runs/run";
import { describeRun, type Costs } from "../runs/runState";
import type { BatchResultCounts } from "../tables/batchResult";
import { countText } from "../text/numbers";
import type { App } from "./app";
import { neutral } from "./untrusted";

/** Scripts rely on these fields. `now` in ms since 1970. */
export function runFacts(summary: RunSummary, now: number) {
  const { header, stop, records, returned, lastTotal } = summary;
  const { level, sentence } = describeRun(summary, now);
  return {
    /** Id of the run. */
    run: header.id,
    title: neutral(header.title),
    state: stop === undefined ? "running" : level === "success" ? "complete" : "stopped",
    stop: stop === undefined ? null : { kind: stop.kind, sentence: neutral(sentence, 1_000) },
    ...(stop?.kind === "rateLimited" && { retryAt: new Date(stop.until).toISOString() }),
    /** Saved records. */
    records,
    /** Returned by the service, which charges for them. */
    returned,
    /** Records that match, if known. */
    total: header.purpose === "batch" ? null : (lastTotal ?? null),
    ...costFacts(summary),
    /** By the same rule as resuming itself. */
    resumable: whyNotResumable(summary) === undefined,
  } as const;
}
export type RunFacts = ReturnType<typeof runFacts>;

/**
 * The facts of a run that is displayed instead of paying for its search again: with the cost and records of this call.
 */
export function reusedFacts(summary: RunSummary, wanted: number, now: number) {
  const { header, records: all, updatedAt } = summary;
  const facts = runFacts(summary, now);
  const records = Math.min(all, wanted);
  const which =
    records < all ? `the first ${recordsText(records)} of ${countText(all)}` : `all ${recordsText(records)}`;
  const sentence =
    `Run ${header.id} fetched this ${agoText(now - updatedAt)}: ${which} ${records === 1 ? "is" : "are"} used, and ` +
    "nothing was paid now.";
  const stop = facts.stop && { ...facts.stop, sentence };
  return { ...facts, ...costFacts(undefined), stop, records, returned: 0, reused: true } as const;
}

/** Added to the facts of a run that looked up a table: its records are those of the table, also paid for earlier. */
export const tableFacts = (rows: BatchResultCounts) => ({ records: rows.found, rows });

/** The cost of a run; zero when there is none. */
export const costFacts = (summary: Costs | undefined) => ({
  credits: summary?.credits ?? 0,
  /** Some replies do not say what they cost: `credits` is a lower bound. */
  creditsAtLeast: summary !== undefined && (summary.possibleCredits > 0 || summary.unknownCosts > 0),
});

/**
 * A run that can be resumed instead of starting the same search again: as plain data and as a line, "Run 20261120… of
 * the same search (2 hours ago) has 40 records and can be resumed. …" `how` is a sentence.
 */
export function earlierRun(summary: RunSummary, now: number, how: string) {
  const { header, records, updatedAt } = summary;
  const what = `Run ${header.id} of the same search (${agoText(now - updatedAt)}) has ${recordsText(records)}`;
  const { sentence } = describeRun(summary, now);
  return {
    facts: { run: header.id, records, how },
    line: `${what} and can be resumed. ${neutral(sentence, 1_000)} ${how}`,
  };
}

/** Why this run cannot be resumed, as a sentence; `undefined` when it can, perhaps with higher limits. */
export function whyNotResumable(summary: RunSummary): string | undefined {
  const { header, stop } = summary;
  const isBatch = header.purpose === "batch";
  if (!isBatch && !isSearch(header.task)) {
    return `Run ${header.id} is neither a search nor a table of lookups, so it cannot be resumed here.`;
  }
  if (stop === undefined) {
    return `Run ${header.id} is in progress. Stop it there first, or wait until it has ended.`;
  }
  if (header.purpose === "count" && stop.kind === "limitReached") {
    return `Run ${header.id} is a finished count: there is nothing to resume.`;
  }
  if (describeRun(summary, 0).actions.length === 0) {
    return `Run ${header.id} ${endOf(stop).nothingLeft ?? "has ended"}: there is nothing to resume.`;
  }
  if (isBatch || companiesOf(header.task) !== undefined) {
    return undefined;
  }
  const limits = { ...header.limits, records: Number.MAX_SAFE_INTEGER };
  const at = begin({ ...summary, header: { ...header, limits } });
  return at.end?.kind === "refused" ? `Run ${header.id} cannot continue. ${neutral(at.end.message)}` : undefined;
}

/** Newest first; only those of the saved search with the URI `source`, if one is given. */
export async function listRuns({ runs, clock }: App, limit: number, source?: string) {
  const now = clock.now();
  return (await runs.list({ limit, source })).map((summary) => ({
    ...runFacts(summary, now),
    purpose: summary.header.purpose,
    /** An ISO date. */
    startedAt: new Date(summary.header.startedAt).toISOString(),
  }));
}
export type ListedRun = Awaited<ReturnType<typeof listRuns>>[number];
