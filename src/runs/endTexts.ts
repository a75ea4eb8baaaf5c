// Sentences about how a run ended, for the table of ends.
import { amountText, countText, waitText } from "../text/numbers";
import { joinedSentences } from "../text/phrases";
import { creditsText, kindCountText, recordsOfText, recordsText } from "./amounts";
import { companiesOf } from "./atCompanies";
import { exactCredits } from "./budget";
import { leftOutKnown, type EarlyCompanies, type RunSummary, type StopReason } from "./run";

/** For a pause of the rate limit. */
export const waitSentence = (until: number, now: number): string =>
  until > now ? `The service asks to wait ${waitText(until - now)}.` : "The wait that the service asked for is over.";

export const possiblyChargedText = "It may have been charged.";
export const costUnknownText = "The service did not say what the last page cost.";
export const resumesText = "Resume continues where it stopped.";

export function withinBudgetText({ agreed, ofAgents }: Extract<StopReason, { readonly kind: "budgetUsedUp" }>): string {
  if (agreed !== undefined) {
    return `Stopped before spending more than the ${creditsText(agreed)} you agreed to.`;
  }
  if (ofAgents === "month") {
    return "Stopped before spending more than agents may spend this month without confirmation.";
  }
  return ofAgents === true
    ? "Stopped before spending more than agents may spend today without confirmation."
    : "Stopped before spending more than you allow without confirmation.";
}

export const saved = ({ records }: RunSummary): string =>
  records === 1 ? "1 record saved." : `${countText(records)} records saved.`;

export function savedOfTotal(summary: RunSummary): string {
  const { records } = summary;
  // The total of a batch is the total of one row.
  const lastTotal = summary.header.purpose === "batch" ? undefined : summary.lastTotal;
  return lastTotal === undefined || lastTotal < records
    ? saved(summary)
    : `${recordsOfText(records, lastTotal)} saved.`;
}

export function noMoreText(summary: RunSummary, companies?: EarlyCompanies): string {
  if (companies !== undefined) {
    const { rows, returned, total } = companies;
    return (
      `The service sent no more people at ${kindCountText("company", rows)}: ` +
      `${kindCountText("person", returned)}, although it reports ${countText(total)}.`
    );
  }
  const fetched = recordsText(summary.records);
  return summary.lastTotal === undefined
    ? `The service sent no more records after ${fetched}, although its last reply says that there are more.`
    : `The service sent no more records: ${fetched}, although it reports ${countText(summary.lastTotal)}.`;
}

export function completeText(summary: RunSummary, isAccepted: boolean, companies?: EarlyCompanies): string {
  const { records } = summary;
  if (summary.header.purpose === "batch") {
    return "Everything was looked up."; // some from stored answers, which the run did not fetch
  }
  if (isAccepted) {
    return joinedSentences(noMoreText(summary, companies), "You accepted that as complete.");
  }
  const { most } = companiesOf(summary.header.task) ?? {};
  if (most !== undefined && records > 0) {
    return joinedSentences(
      `Fetched ${recordsText(records)}, at most ${countText(most)} per company.`,
      leftOutKnown(summary) ? "Records of earlier runs were skipped." : "",
    );
  }
  if (leftOutKnown(summary)) {
    return joinedSentences(
      records === 0 ? "No other records match." : `All ${countText(records)} other matching records fetched.`,
      "Records of earlier runs were skipped.",
    );
  }
  if (records === 0) {
    return "No records match.";
  }
  return records === 1 ? "The one matching record was fetched." : `All ${countText(records)} matching records fetched.`;
}

export function limitText({ records, lastTotal }: RunSummary): string {
  const fetched =
    records === 1 ? "Fetched the 1 record you asked for." : `Fetched the ${countText(records)} records you asked for.`;
  return lastTotal === undefined || lastTotal <= records
    ? fetched
    : joinedSentences(fetched, lastTotal === 1 ? "1 matches." : `${countText(lastTotal)} match.`);
}

/** For lookups of a table, or people at companies. */
export function unansweredRowsText(summary: RunSummary, rows: number): string {
  if (companiesOf(summary.header.task) !== undefined) {
    const [were, they] = rows === 1 ? ["was", "it"] : ["were", "they"];
    return joinedSentences(
      `${kindCountText("company", rows)} ${were} asked for without a usable answer, so ${they} may have been charged.`,
      "All others are done. Resume asks whether to ask for them again.",
      saved(summary),
    );
  }
  return rows === 1
    ? "1 lookup was sent and has no usable answer, so it may have been charged. All others are done. Resume asks " +
        "whether to look them up again."
    : `${countText(rows)} lookups were sent and have no usable answer, so they may have been charged. All others are ` +
        "done. Resume asks whether to look them up again.";
}

export const interruptedText = (summary: RunSummary, requestInFlight: boolean): string =>
  requestInFlight
    ? joinedSentences(
        "The window was reloaded or closed while a page was being fetched.",
        possiblyChargedText,
        resumeCost(summary),
        saved(summary),
      )
    : joinedSentences("The window was reloaded or closed between two pages.", saved(summary), resumesText);

/** The service may round balances down to whole credits, so a smaller difference says nothing. */
const balanceRounding = 1;

/** Compares the balance with the costs recorded here. For display only: it does not change the recorded costs. */
export function balanceText({ kind, balance }: StopReason, { unknownCosts }: RunSummary): string {
  if (balance === undefined) {
    return "";
  }
  const { before, after, known } = balance;
  if (unknownCosts === 0 && before !== undefined && before - after - known > balanceRounding) {
    return (
      `Your balance fell by ${creditsText(exactCredits(before - after))}, of which ${amountText(known)} are known ` +
      "here. Others may use the account."
    );
  }
  if (unknownCosts === 0 && kind !== "costUnknown" && kind !== "creditsExhausted") {
    return "";
  }
  return balanceAround(kind === "creditsExhausted" ? undefined : before, after);
}

export const balanceAround = (before: number | undefined, after: number): string =>
  before === undefined
    ? `Your balance is ${amountText(after)}.`
    : `Your balance was ${amountText(before)} before and is ${amountText(after)} now.`;

/** The possible cost of requesting the page without an answer again. */
export function resumeCost(run: RunSummary): string {
  if (run.header.purpose === "batch") {
    return "Resume asks whether to look them up again.";
  }
  if (run.unanswered === undefined) {
    return "";
  }
  return run.price.known
    ? `Resuming may charge up to ${creditsText(run.unanswered.credits)} twice.`
    : "Resuming asks for one record first, which shows what a record costs.";
}
