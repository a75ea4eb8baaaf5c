// How a run is resumed, and what that may pay for a second time: a page without an answer.
import { maximumLimit } from "../service/requests";
import { creditsText, recordsText } from "./amounts";
import type { Price } from "./budget";
import { creditsOf } from "./plan";
import { isSearch, type RunSummary } from "./run";

/** How many records a page without a usable reply may have had, which is asked for again. */
export const pageAgain = ({ header, records }: RunSummary, pageLimit = maximumLimit): number =>
  isSearch(header.task) ? Math.max(1, Math.min(pageLimit, header.limits.records - records)) : 1;

export interface UnansweredPage {
  /** It asked for at most so many. */
  readonly records: number;
  /** For these at the price seen so far, or at 1 credit per record while none is known. */
  readonly credits: number;
  readonly priceKnown: boolean;
}

/** The page without a usable reply that a stopped run asks for again when it is resumed. */
export function unansweredPage(run: RunSummary, price: Price): UnansweredPage | undefined {
  const { stop } = run;
  if (stop === undefined || !run.isUnanswered) {
    return undefined;
  }
  const records = pageAgain(run, "pageLimit" in stop ? stop.pageLimit : undefined);
  return { records, credits: creditsOf(records, price), priceKnown: price.known };
}

/** A sentence for the question before a run is resumed. */
export function unansweredText({ records, credits, priceKnown }: UnansweredPage): string {
  const [what, cost] = [recordsText(records), creditsText(credits)];
  return priceKnown
    ? `A page of up to ${what} was sent and not answered. Asking again may charge it twice: up to ${cost}.`
    : `A page of up to ${what} was sent and not answered. Asking again may charge it twice: ${cost} at 1 credit per ` +
        "record, but the price is not known yet.";
}

/** For one lookup, or for rows of a table. */
export function againCostText(rows: number, price: Price): string {
  const credits = creditsText(creditsOf(rows, price));
  if (!price.known) {
    return `Looking up again may cost ${credits} at 1 credit each; the price is not known yet.`;
  }
  return rows === 1
    ? `Looking it up again may cost up to ${credits}.`
    : `Looking them up again may cost up to ${credits}.`;
}

/** About a single lookup that was lost before. */
export const unansweredLookupText = (price: Price): string =>
  `This was looked up before and not answered; it may have been charged. ${againCostText(1, price)}`;
