// How a run is resumed, and what that may pay for a second time: a page without an answer, or records that were lost.
import { maximumLimit } from "../service/requests";
import { creditsText, recordsText } from "./amounts";
import { exactCredits, type Price } from "./budgetTypes";
import { isPaid, isSearch, type PageRequest, type RunSummary, type StopReason } from "./run";

/** How a stopped run continues. */
export interface ResumedFrom {
  /** The most records to request at a time; absent: as many as the service allows. */
  readonly pageLimit?: number | undefined;
  /** The run has ended early before. */
  readonly emptyBefore: boolean;
  /** Where the first request begins, if not behind the last page. */
  readonly from?: Pick<PageRequest, "cursor" | "offset"> | undefined;
  /** So many records are asked for again, because some of them were lost. */
  readonly asks: number;
}

export const resumedFrom = (stop: StopReason | undefined): ResumedFrom => ({
  pageLimit: stop?.kind === "notUnderstood" ? stop.pageLimit : undefined,
  emptyBefore: stop?.kind === "endedEarly",
  from: stop?.kind === "notRecovered" ? stop.from : undefined,
  asks: stop?.kind === "notRecovered" && stop.from !== undefined ? stop.asks : 0,
});

/** How many records a page without a usable reply may have had, which is asked for again. */
export const pageAgain = ({ header, records }: RunSummary, pageLimit = maximumLimit): number =>
  isSearch(header.task) ? Math.max(1, Math.min(pageLimit, header.limits.records - records)) : 1;

export interface UnansweredPage {
  /** It asked for at most so many; of lost records, so many are asked for again. */
  readonly records: number;
  /** The records were fetched, and lost when the database was damaged. */
  readonly isLost?: boolean | undefined;
  /** For these at the price seen so far, or at 1 credit per record while none is known. */
  readonly credits: number;
  readonly priceKnown: boolean;
}

/** What a stopped run asks for again when it is resumed: a page without a usable reply, or what it lost. */
export function unansweredPage(run: RunSummary, price: Price): UnansweredPage | undefined {
  const { stop } = run;
  if (stop?.kind === "notRecovered" && isPaid(run.header.task)) {
    const credits = exactCredits(stop.asks * price.perRecord);
    return { records: stop.asks, isLost: true, credits, priceKnown: price.known };
  }
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
export function unansweredText({ records, isLost, credits, priceKnown }: UnansweredPage): string {
  const [what, cost] = [recordsText(records), creditsText(credits)];
  if (isLost === true) {
    return priceKnown
      ? `To fetch lost records again, up to ${what} are charged again: up to ${cost}.`
      : `To fetch lost records again, up to ${what} are charged again: ${cost} at 1 credit per record, but the ` +
          "price is " +
          "not known yet.";
  }
  return priceKnown
    ? `A page of up to ${what} was sent and not answered. Asking again may charge it twice: up to ${cost}.`
    : `A page of up to ${what} was sent and not answered. Asking again may charge it twice: ${cost} at 1 credit per ` +
        "record, but the price is not known yet.";
}
