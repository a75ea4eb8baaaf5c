// Title, sentence and actions for each reason a run stopped with: one small function per kind.
import { longPauseMs } from "../service/rateLimitGate";
import { amountText, countText, waitText } from "../text/numbers";
import { joinedSentences } from "../text/phrases";
import { creditsText, outcomesText, overrunText, recordsOfText, recordsText } from "./amounts";
import { exactCredits, type Price } from "./budget";
import { pageAgain } from "./resuming";
import { leftOutKnown, type Overrun, type RunSummary, type StopReason } from "./run";

/**
 * resume: continue from the last cursor. connect: change the key first. waitThenResume: continue when the pause is
 * over. tryNow: end a pause of more than a minute, and continue. fetchMore: continue with more records or a higher
 * credit limit. continue: agree to more credits.
 */
export type StopAction = "resume" | "connect" | "newKey" | "waitThenResume" | "tryNow" | "fetchMore" | "continue";

export interface StopText {
  readonly title: string;
  readonly sentence: string;
  readonly actions: readonly StopAction[];
}

interface StoppedRun {
  readonly summary: RunSummary;
  /** ms since 1970. */
  readonly now: number;
  /** The price of the next call of this operation. */
  readonly price?: Price | undefined;
}

type Stop<K extends StopReason["kind"]> = Extract<StopReason, { readonly kind: K }>;

export const completeTitle = (): string => "Complete";
export const keyRejectedTitle = (): string => "Key rejected";
export const offlineTitle = (): string => "Offline";

/** Of a rate limit. */
export const waitSentence = (until: number, now: number): string =>
  until > now ? `The service asks to wait ${waitText(until - now)}.` : "The wait that the service asked for is over.";

const texts: { readonly [K in StopReason["kind"]]: (stop: Stop<K>, run: StoppedRun) => StopText } = {
  complete: ({ outcomes }, { summary }) => ({
    title: completeTitle(),
    sentence: outcomes === undefined ? completeText(summary) : `${outcomesText(outcomes)}.`,
    actions: [],
  }),
  partialResult: ({ outcomes }) => ({
    title: "Partial results",
    sentence: joinedSentences(`${outcomesText(outcomes)}.`, "The enrichment has not finished with all contacts."),
    actions: [],
  }),
  limitReached: (_stop, { summary }) => ({
    title: "Limit reached",
    sentence: limitText(summary),
    actions: summary.lastTotal === undefined || summary.records < summary.lastTotal ? ["fetchMore"] : [],
  }),
  creditLimit: ({ limit, overrun }, { summary }) => ({
    title: "Credit limit reached",
    sentence: joinedSentences(
      overrun === undefined ? `Stopped at your credit limit of ${amountText(limit)}.` : "",
      savedOfTotal(summary),
    ),
    actions: ["fetchMore"],
  }),
  endedEarly: (_stop, { summary }) => ({
    title: "Ended early",
    sentence: joinedSentences(noMoreText(summary), saved(summary), "Resume asks again from there."),
    actions: ["resume"],
  }),
  unanswered: ({ rows }) => ({
    title: "Lookups without an answer",
    sentence: joinedSentences(
      rows === 1
        ? "1 lookup was sent and has no usable answer, so it may have been charged. All others are done."
        : `${countText(rows)} lookups were sent and have no usable answer, so they may have been charged. All ` +
            "others are done.",
      "Resume asks whether to look them up again.",
    ),
    actions: ["resume"],
  }),
  budgetUsedUp: ({ agreed, ofAgents, overrun }, { summary }) => ({
    title: "Paused: budget used up",
    sentence: joinedSentences(overrun === undefined ? withinBudgetText(agreed, ofAgents) : "", savedOfTotal(summary)),
    actions: ["continue"],
  }),
  costUnknown: (_stop, { summary }) => ({
    title: "Paused: cost unknown",
    sentence: joinedSentences("The service did not say what the last page cost.", savedOfTotal(summary)),
    actions: ["continue"],
  }),
  sameRecords: (_stop, { summary }) => ({
    title: "Same records again",
    sentence: joinedSentences(
      "The service sent the same records again, so asking for more would only cost credits.",
      saved(summary),
    ),
    actions: [],
  }),
  cancelled: (_stop, { summary }) => ({
    title: "Canceled",
    sentence: joinedSentences("You stopped the run.", saved(summary), resumes()),
    actions: ["resume"],
  }),
  rateLimited: ({ until }, { summary, now }) => ({
    title: "Paused by rate limit",
    sentence: joinedSentences(waitSentence(until, now), saved(summary)),
    actions: until <= now ? ["resume"] : until - now > longPauseMs ? ["tryNow", "waitThenResume"] : ["waitThenResume"],
  }),
  keyRejected: ({ message }, { summary }) => ({
    title: keyRejectedTitle(),
    sentence: joinedSentences(
      message,
      saved(summary),
      `Enter a valid key for ${summary.header.connection.label}, then resume.`,
    ),
    actions: ["newKey", "resume"],
  }),
  disconnected: (_stop, { summary }) => ({
    title: "Disconnected",
    sentence: joinedSentences(
      `The connection ${summary.header.connection.label} was removed.`,
      saved(summary),
      "Connect again, then resume.",
    ),
    actions: ["connect", "resume"],
  }),
  creditsExhausted: (stop, { summary }) => ({
    title: "Not enough credits",
    sentence: joinedSentences(stop.message, saved(summary), "Add credits or use another key, then resume."),
    actions: ["resume", "connect"],
  }),
  offline: ({ message }, { summary }) => ({
    title: offlineTitle(),
    sentence: joinedSentences(message, saved(summary), "Nothing was charged for the page that was not sent."),
    actions: ["resume"],
  }),
  ambiguous: (stop, run) => ({
    title: "Reply lost",
    sentence: joinedSentences(stop.message, possiblyChargedText, resumeCost(run), saved(run.summary)),
    actions: ["resume"],
  }),
  notUnderstood: (stop, run) => ({
    title: "Reply not understood",
    sentence: joinedSentences(
      stop.message,
      stop.saved === true ? "The raw reply is saved." : "",
      possiblyChargedText,
      stop.pageLimit === undefined ? "" : `Resuming asks for at most ${recordsText(stop.pageLimit)} at a time.`,
      resumeCost(run, stop.pageLimit),
      saved(run.summary),
    ),
    actions: ["resume"],
  }),
  interrupted: ({ requestInFlight }, run) => ({
    title: "Interrupted",
    sentence: requestInFlight ? interruptedInFlight(run) : interruptedBetween(run),
    actions: ["resume"],
  }),
  windowClosed: (_stop, { summary }) => ({
    title: "Window closed",
    sentence: joinedSentences("The window was closed during the run.", saved(summary), resumes()),
    actions: ["resume"],
  }),
  storage: ({ message }, { summary }) => ({
    title: "Could not be saved",
    sentence: joinedSentences(message, saved(summary)),
    actions: ["resume"],
  }),
  refused: ({ message }, { summary }) => ({
    title: "Refused by the service",
    sentence: joinedSentences(message, saved(summary)),
    actions: ["resume"],
  }),
};

export function stopText<K extends StopReason["kind"]>(stop: Stop<K>, run: StoppedRun): StopText {
  const text: (stop: Stop<K>, run: StoppedRun) => StopText = texts[stop.kind as K];
  const known = { ...stop, overrun: overrunOf(stop, run.summary) };
  const { sentence, ...rest } = text(known, run);
  return { ...rest, sentence: joinedSentences(overrunText(known), sentence, balanceText(stop, run.summary)) };
}

/** A run that is resumed with the same limit was above it before. */
function overrunOf(stop: StopReason, { credits, possibleCredits }: RunSummary): Overrun | undefined {
  const charged = exactCredits(credits + possibleCredits);
  return stop.overrun === undefined && stop.kind === "creditLimit" && charged > stop.limit
    ? { of: "limit", allowed: stop.limit, charged }
    : stop.overrun;
}

function withinBudgetText(agreed: number | undefined, ofAgents: true | "month" | undefined): string {
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

const saved = ({ records }: RunSummary): string =>
  records === 1 ? "1 record saved." : `${countText(records)} records saved.`;

const resumes = (): string => "Resume continues where it stopped.";

function savedOfTotal(summary: RunSummary): string {
  const { records } = summary;
  // The total of a lookup is that of one row.
  const lastTotal = summary.header.purpose === "batch" ? undefined : summary.lastTotal;
  return lastTotal === undefined || lastTotal < records
    ? saved(summary)
    : `${recordsOfText(records, lastTotal)} saved.`;
}

function noMoreText(summary: RunSummary): string {
  const fetched = recordsText(summary.records);
  return summary.lastTotal === undefined
    ? `The service sent no more records after ${fetched}, although its last reply says that there are more.`
    : `The service sent no more records: ${fetched}, although it reports ${countText(summary.lastTotal)}.`;
}

function completeText(summary: RunSummary): string {
  const { records, lastTotal } = summary;
  if (summary.header.purpose === "batch") {
    return "Everything was looked up."; // some with what was stored, which the run did not fetch
  }
  if (summary.header.purpose === "enrichment") {
    return saved(summary); // stored before outcomes were counted
  }
  if (lastTotal !== undefined && records < lastTotal) {
    return noMoreText(summary);
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

function limitText({ records, lastTotal }: RunSummary): string {
  const fetched =
    records === 1 ? "Fetched the 1 record you asked for." : `Fetched the ${countText(records)} records you asked for.`;
  return lastTotal === undefined || lastTotal <= records
    ? fetched
    : joinedSentences(fetched, lastTotal === 1 ? "1 matches." : `${countText(lastTotal)} match.`);
}

function interruptedInFlight(run: StoppedRun): string {
  return joinedSentences(
    "The window or the machine was closed while a page was being fetched.",
    "It may have been charged.",
    resumeCost(run),
    saved(run.summary),
  );
}

function interruptedBetween({ summary }: StoppedRun): string {
  return joinedSentences("The window or the machine was closed between two pages.", saved(summary), resumes());
}

export const possiblyChargedText = "It may have been charged.";

/** The service may round balances down to whole credits, so a smaller difference says nothing. */
const balanceRounding = 1;

/** What the balance shows beside the costs that are known here: a fact, which books nothing. */
function balanceText({ kind, balance }: StopReason, { unknownCosts }: RunSummary): string {
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
  return before === undefined || kind === "creditsExhausted"
    ? `Your balance is ${amountText(after)}.`
    : `Your balance was ${amountText(before)} before and is ${amountText(after)} now.`;
}

/** What so many records cost, at the price of the next call or at that of this run; `undefined` when none is known. */
function costOf(records: number, { summary: { returned, credits }, price }: StoppedRun): string | undefined {
  const paid = credits > 0 && returned > 0 ? credits / returned : undefined;
  const perRecord = price?.known === true ? price.perRecord : paid;
  return perRecord === undefined ? undefined : creditsText(Math.round(records * perRecord * 100) / 100);
}

function resumeCost(run: StoppedRun, pageLimit?: number): string {
  if (run.summary.header.purpose === "batch") {
    return "Resume asks whether to look them up again.";
  }
  const cost = costOf(pageAgain(run.summary, pageLimit), run);
  return cost === undefined
    ? "Resuming asks for one record first, which shows what a record costs."
    : `Resuming may cost up to ${cost}.`;
}
