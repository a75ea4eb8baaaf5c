// How a run is resumed, and what that may pay for a second time: a page without an answer.
import { maximumLimit } from "../service/requests";
import { countText } from "../text/numbers";
import { creditsText, recordsText } from "./amounts";
import { companiesOf } from "./atCompanies";
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

/** The same before companies are asked for again. */
export function unansweredCompaniesText(run: RunSummary, pages: number): string {
  const { records, credits, priceKnown } = unansweredCompanies(run, pages);
  const sent =
    pages === 1
      ? `A page of up to ${recordsText(records)} was sent and not answered. Asking again may charge it twice`
      : `${countText(pages)} pages of up to ${recordsText(records)} in all were sent and not answered. Asking again ` +
        "may charge them twice";
  return priceKnown
    ? `${sent}: up to ${creditsText(credits)}.`
    : `${sent}: ${creditsText(credits)} if a record costs 1 credit; the price is not known yet.`;
}

/** What may have been charged for companies whose page has no usable reply. */
function unansweredCompanies({ header, records: saved, price }: RunSummary, pages: number) {
  const { limits, task } = header;
  const ofCompany = Math.min(maximumLimit, companiesOf(task)?.most ?? maximumLimit);
  const records = Math.max(1, Math.min(pages * ofCompany, limits.records - saved));
  return { records, credits: creditsOf(records, price), priceKnown: price.known };
}

/** What the command does that sends rows again which have no answer. */
export function rowsAgainText(run: RunSummary, rows: number): string {
  if (companiesOf(run.header.task) === undefined) {
    return `looks those up again. ${againCostText(rows, run.price)}`;
  }
  const { credits, priceKnown } = unansweredCompanies(run, rows);
  return priceKnown
    ? `asks for those again. That may cost up to ${creditsText(credits)}.`
    : `asks for those again. That may cost ${creditsText(credits)} at 1 credit per record; the price is not known yet.`;
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
