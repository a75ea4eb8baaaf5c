// How a run is resumed, and what that may pay for a second time: a page without an answer.
import { creditsText, recordsText } from "./amounts";
import type { Price } from "./budget";
import { creditsOf } from "./plan";
import type { RunSummary } from "./run";

/** A sentence for the question before a stopped run asks for its page again; absent when every page was answered. */
export function unansweredText({ stop, unanswered }: RunSummary, price: Price): string | undefined {
  if (stop === undefined || unanswered === undefined) {
    return undefined;
  }
  const sent = `A page of up to ${recordsText(unanswered.records)} was sent and not answered.`;
  const cost = creditsText(unanswered.credits);
  return price.known
    ? `${sent} Asking again may charge it twice: up to ${cost}.`
    : `${sent} Asking again may charge it twice: ${cost} if a record costs 1 credit; the price is not known yet.`;
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
