// How a run is resumed, and what that may pay for a second time: a page without an answer.
import { maximumLimit } from "../service/requests";
import { creditsText, recordsText } from "./amounts";
import { exactCredits, type Price } from "./budget";
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
  // Also when a later try was not sent: the page that was lost before is what is asked for again.
  const isUnanswered =
    run.isUnanswered ||
    stop?.kind === "ambiguous" ||
    stop?.kind === "notUnderstood" ||
    (stop?.kind === "interrupted" && stop.requestInFlight);
  if (stop === undefined || !isUnanswered) {
    return undefined;
  }
  const records = pageAgain(run, stop.kind === "notUnderstood" ? stop.pageLimit : undefined);
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
