// The state of a run, or why it stopped, in words for the view, the page, notifications, and tools.
import { amountText, countText } from "../text/numbers";
import { joinedSentences } from "../text/phrases";
import {
  creditsText,
  kindCountText,
  outcomesText,
  overrunText,
  recordsOfText,
  recordsText,
  repeatedText,
} from "./amounts";
import { askedCompanies, companiesOf } from "./atCompanies";
import { exactCredits } from "./budget";
import { endOf, type RunLevel, type StopAction } from "./ends";
import { balanceText } from "./endTexts";
import { planMore } from "./plan";
import type { RunSummary } from "./run";

export interface RunDescription {
  readonly level: RunLevel;
  /** "Limit reached" */
  readonly title: string;
  /** The event, the records saved, and the possible cost of continuing. */
  readonly sentence: string;
  readonly actions: readonly StopAction[];
}

/** `now` in ms since 1970. */
export function describeRun(summary: RunSummary, now: number): RunDescription {
  const { stop, records, lastTotal } = summary;
  if (stop === undefined) {
    const soFar = lastTotal === undefined ? recordsText(records) : recordsOfText(records, lastTotal);
    return {
      level: "running",
      title: "Running",
      sentence: `The run is in progress: ${soFar} so far.`,
      actions: [],
    };
  }
  const { level, title, sentence, lookupSentence, buttons } = endOf(stop);
  const run = { summary, now };
  const ofLookup = summary.header.purpose === "lookup" ? lookupSentence?.(stop, run) : undefined;
  return {
    level,
    title: typeof title === "string" ? title : title(summary),
    sentence: joinedSentences(
      overrunText(stop.overrun),
      ...(ofLookup === undefined ? [sentence(stop, run), balanceText(stop, summary)] : [ofLookup]),
    ),
    actions: buttons(stop, run),
  };
}

/** A sentence about resuming a stopped run with `prospect resume`; absent when it cannot continue. */
export function howToResume(run: RunSummary): string | undefined {
  const { stop } = run;
  const continuation = stop && endOf(stop).continuation;
  if (stop === undefined || continuation === undefined) {
    return undefined;
  }
  const { options, does } = continuation;
  const command = joinedSentences("prospect resume", run.header.id, options ?? "");
  if (run.unanswered !== undefined) {
    return `"${command} --resend" asks for that page again, which may charge it twice.`;
  }
  return `"${command}" ${typeof does === "string" ? does : does(stop, run)}`;
}

export type Costs = Pick<RunSummary, "credits" | "possibleCredits" | "unknownCosts">;

/** The cost of a run since it was resumed. */
export const costsSince = (now: Costs, before: Costs | undefined): Costs => ({
  credits: exactCredits(now.credits - (before?.credits ?? 0)),
  possibleCredits: exactCredits(now.possibleCredits - (before?.possibleCredits ?? 0)),
  unknownCosts: now.unknownCosts - (before?.unknownCosts ?? 0),
});

/** The title of a run that only counts the matches of a search. */
export const countTitle = (search: string): string => `${search} (count)`;

/** "25 credits"; "at least 25 credits" if the run may have cost more than its replies say. */
export function costText({ credits, possibleCredits, unknownCosts }: Costs): string {
  if (possibleCredits === 0 && unknownCosts === 0) {
    return creditsText(credits);
  }
  return credits === 1 ? "at least 1 credit" : `at least ${amountText(credits)} credits`;
}

/** "100 of 12,480", or "100 records" while the total is unknown; "4 of 10 enriched, 6 not processed". */
export function fetchedText({ records, lastTotal, stop }: RunSummary): string {
  if (stop !== undefined && "outcomes" in stop && stop.outcomes !== undefined) {
    return outcomesText(stop.outcomes);
  }
  return lastTotal === undefined ? recordsText(records) : `${countText(records)} of ${countText(lastTotal)}`;
}

/** "100 of 12,480 · 25 credits · 2 repeated · total changed from 12,480 to 12,511" */
export function sizeText(summary: RunSummary): string {
  const { repeated, firstTotal, lastTotal } = summary;
  return [
    summary.header.purpose === "batch" ? `${recordsText(summary.records)} fetched` : fetchedText(summary),
    companiesText(summary),
    costText(summary),
    repeated === 0 ? "" : repeatedText(repeated),
    firstTotal === undefined || lastTotal === undefined || firstTotal === lastTotal
      ? ""
      : `total changed from ${countText(firstTotal)} to ${countText(lastTotal)}`,
  ]
    .filter((item) => item !== "")
    .join(" · ");
}

/** "300 of 1,240 companies asked for" */
function companiesText(summary: RunSummary): string {
  const companies = companiesOf(summary.header.task);
  if (companies === undefined) {
    return "";
  }
  return companies.count === 1
    ? kindCountText("company", 1)
    : `${countText(askedCompanies(summary))} of ${countText(companies.count)} companies asked for`;
}

/** Why the cost of `sizeText` is a lower bound; empty when it is exact. */
export function lowerBoundText({ unknownCosts }: RunSummary): string {
  if (unknownCosts === 0) {
    return "";
  }
  const pages = unknownCosts === 1 ? "one page" : `${countText(unknownCosts)} pages`;
  return `The cost is a lower bound: the service did not say what ${pages} cost.`;
}

const dayMs = 86_400_000;
/** No month is longer, so after this many days the monthly refresh was certainly due. */
const daysOfMonth = 31;

/** `updatedAt`: when the run last changed, in ms since 1970. `origin`: the address of its service. */
export interface LastRun {
  readonly updatedAt: number;
  readonly header: { readonly connection: { readonly origin: string } };
}

/**
 * "Last run 31 days ago. The service refreshes its data monthly." `undefined` while no refresh was due since, and for
 * the embedded sandbox, which does not refresh by itself. `now` in ms since 1970.
 */
export function refreshNote(run: LastRun, now: number): string | undefined {
  const days = Math.floor((now - run.updatedAt) / dayMs);
  const isRemote = /^https?:/.test(run.header.connection.origin);
  return isRemote && days >= daysOfMonth
    ? `Last run ${countText(days)} days ago. The service refreshes its data monthly.`
    : undefined;
}

export interface RestOfRun {
  /** Records that match. */
  readonly total: number;
  /** Credits for the records that are not fetched yet; absent while no price is known. */
  readonly creditsAbout?: number | undefined;
}

/** Matching records that are not fetched yet; 0 when the total is unknown. */
export function leftToFetch(summary: RunSummary): number {
  return Math.max(0, (summary.lastTotal ?? 0) - summary.records);
}

/** Absent when everything is fetched, the total is unknown, or the run cannot continue. */
export function restOfRun(summary: RunSummary): RestOfRun | undefined {
  const { lastTotal, stop } = summary;
  const left = leftToFetch(summary);
  if (left === 0 || lastTotal === undefined || stop === undefined || endOf(stop).continuation === undefined) {
    return undefined;
  }
  return { total: lastTotal, creditsAbout: creditsAbout(summary, left) };
}

/** The cost in the plan to fetch more records; `undefined` while the price is unknown. */
export const creditsAbout = (summary: RunSummary, records: number): number | undefined =>
  summary.price.known ? planMore(summary, records).credits : undefined;
