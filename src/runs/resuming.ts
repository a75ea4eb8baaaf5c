// How a run is resumed, and what that may pay for a second time: a page without an answer.
import { maximumLimit } from "../service/requests";
import { creditsText, recordsText } from "./amounts";
import { exactCredits, type Price } from "./budgetTypes";
import { isSearch, type RunSummary, type StopReason } from "./run";

/** How a stopped run continues. */
export interface ResumedFrom {
  /** The most records to request at a time; absent: as many as the service allows. */
  readonly pageLimit?: number | undefined;
  /** The run has ended early before. */
  readonly emptyBefore: boolean;
}

export const resumedFrom = (stop: StopReason | undefined): ResumedFrom => ({
  pageLimit: stop?.kind === "notUnderstood" ? stop.pageLimit : undefined,
  emptyBefore: stop?.kind === "endedEarly",
});

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
  const isUnanswered =
    stop?.kind === "ambiguous" ||
    stop?.kind === "notUnderstood" ||
    (stop?.kind === "interrupted" && stop.requestInFlight);
  if (!isUnanswered) {
    return undefined;
  }
  const records = pageAgain(run);
  return { records, credits: exactCredits(records * price.perRecord), priceKnown: price.known };
}

/** A sentence for the question before a run is resumed. */
export function unansweredText({ records, credits, priceKnown }: UnansweredPage): string {
  const [what, cost] = [recordsText(records), creditsText(credits)];
  return priceKnown
    ? `A page of up to ${what} was sent and not answered. Asking again may charge it twice: up to ${cost}.`
    : `A page of up to ${what} was sent and not answered. Asking again may charge it twice: ${cost} at 1 credit per ` +
        "record, but the price is not known yet.";
}
