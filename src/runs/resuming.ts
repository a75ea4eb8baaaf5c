// What resuming a run may pay for a second time: a page that was sent and not answered.
import * as l10n from "@vscode/l10n";
import { maximumLimit } from "../service/requests";
import { creditsText, recordsText } from "./amounts";
import { exactCredits, type Price } from "./budget";
import { isPaid, isSearch, type RunSummary } from "./run";

export interface UnansweredPage {
  /** It asked for at most so many. */
  readonly records: number;
  /** For these at the price seen so far, or at 1 credit per record while none is known. */
  readonly credits: number;
  readonly priceKnown: boolean;
}

/** The page that a stopped run sent without a usable reply, and asks for again when it is resumed. */
export function unansweredPage({ header, records, stop }: RunSummary, price: Price): UnansweredPage | undefined {
  const isUnanswered =
    stop?.kind === "ambiguous" ||
    stop?.kind === "notUnderstood" ||
    (stop?.kind === "interrupted" && stop.requestInFlight);
  if (!isUnanswered || !isPaid(header.task)) {
    return undefined;
  }
  const most = isSearch(header.task) ? Math.max(1, Math.min(maximumLimit, header.limits.records - records)) : 1;
  return { records: most, credits: exactCredits(most * price.perRecord), priceKnown: price.known };
}

/** A sentence for the question before a run is resumed. */
export function unansweredText({ records, credits, priceKnown }: UnansweredPage): string {
  const [what, cost] = [recordsText(records), creditsText(credits)];
  return priceKnown
    ? l10n.t("A page of up to {0} was sent and not answered. Asking again may charge it twice: up to {1}.", what, cost)
    : l10n.t(
        "A page of up to {0} was sent and not answered. Asking again may charge it twice: {1} at 1 credit per " +
          "record, but the price is not known yet.",
        what,
        cost,
      );
}
