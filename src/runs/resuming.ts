// Sentences about the cost of sending requests without an answer again, which may charge them twice.
import { maximumLimit } from "../service/requests";
import { countText } from "../text/numbers";
import { creditsText, recordsText } from "./amounts";
import { companiesOf } from "./atCompanies";
import type { Price } from "./budget";
import { creditsOf } from "./plan";
import type { RunSummary } from "./run";

/** `count`: pages or rows. `credits`: their total. */
function twiceText(count: number, credits: number, { known }: Price): string {
  const sum = known
    ? `up to ${creditsText(credits)}`
    : `${creditsText(credits)} if a record costs 1 credit; the price is not known yet`;
  return `Asking again may charge ${count === 1 ? "it" : "them"} twice: ${sum}.`;
}

/** For one lookup, or for rows of a table. */
export const lookupsAgainText = (rows: number, price: Price): string => twiceText(rows, creditsOf(rows, price), price);

/** For a single lookup whose earlier reply was lost. */
export const unansweredLookupText = (price: Price): string =>
  `This was looked up before and not answered; it may have been charged. ${lookupsAgainText(1, price)}`;

/**
 * A sentence for the confirmation before a stopped run requests its page again; absent when every page was answered.
 */
export function unansweredText({ stop, unanswered }: RunSummary, price: Price): string | undefined {
  if (stop === undefined || unanswered === undefined) {
    return undefined;
  }
  const sent = `A page of up to ${recordsText(unanswered.records)} was sent and not answered.`;
  return `${sent} ${twiceText(1, unanswered.credits, price)}`;
}

/** The same sentence for companies. */
export function unansweredCompaniesText(run: RunSummary, pages: number): string {
  const records = recordsText(recordsAgain(run, pages));
  const sent =
    pages === 1
      ? `A page of up to ${records} was sent and not answered.`
      : `${countText(pages)} pages of up to ${records} in all were sent and not answered.`;
  return `${sent} ${companiesAgainText(run, pages)}`;
}

const companiesAgainText = (run: RunSummary, pages: number): string =>
  twiceText(pages, creditsOf(recordsAgain(run, pages), run.price), run.price);

/** The most records of companies whose page has no usable reply. */
function recordsAgain({ header, records: saved }: RunSummary, pages: number): number {
  const { limits, task } = header;
  const ofCompany = Math.min(maximumLimit, companiesOf(task)?.most ?? maximumLimit);
  return Math.max(1, Math.min(pages * ofCompany, limits.records - saved));
}

/** Describes the command that sends rows without an answer again. */
export const rowsAgainText = (run: RunSummary, rows: number): string =>
  companiesOf(run.header.task) === undefined
    ? `looks those up again. ${lookupsAgainText(rows, run.price)}`
    : `asks for those again. ${companiesAgainText(run, rows)}`;
