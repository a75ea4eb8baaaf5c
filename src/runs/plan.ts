// Estimates how many records a run will fetch and their cost, for the confirmation before it.
import { amountText, countText } from "../text/numbers";
import { agoText, creditsText, recordsOfText, recordsText } from "./amounts";
import { exactCredits, roundedUp, type Price } from "./budget";
import type { RunLimits, RunSummary } from "./run";

export interface PlanInput {
  readonly limits: RunLimits;
  /** The records and costs of a resumed run so far. */
  readonly soFar?: Pick<RunSummary, "records" | "credits" | "possibleCredits"> | undefined;
  readonly price: Price;
  /** Credits, and when they were read, in ms since 1970. */
  readonly balance?: number | undefined;
  readonly balanceAt?: number | undefined;
  /** Records that match, when known; 0 or less counts as unknown. */
  readonly total?: number | undefined;
  /** Entries of leave-out lists: how many the service leaves out, and how many are only filtered on this machine. */
  readonly leaveOut?: { readonly sent: number; readonly local: number } | undefined;
  /**
   * Records of earlier runs of the search that are to be skipped: how many the service leaves out, and how many exceed
   * the number of items in a request.
   */
  readonly known?: { readonly sent: number; readonly others: number } | undefined;
  /** Set for a run of rows, which has several in flight at once: lookups of a table, or the pages of companies. */
  readonly rows?: PlannedRows | undefined;
  readonly now: number;
}

export type PlannedRows = "lookups" | "pages";

export interface RunPlan {
  readonly records: number;
  /** At the price seen so far, or at 1 credit per record while no price is known. */
  readonly credits: number;
  readonly priceKnown: boolean;
  readonly rows: PlannedRows | undefined;
  readonly exceedsBalance: boolean;
  readonly sentence: string;
  /** The sentence without the records and their cost, for callers with their own words for these. */
  readonly conditions: string;
}

/** The most that `records` cost, at the highest price seen so far. Every displayed sum uses it. */
export const creditsOf = (records: number, { perRecord }: Price): number => roundedUp(records * perRecord);

export function planRun({
  limits,
  soFar,
  price,
  balance,
  balanceAt,
  total,
  leaveOut,
  known,
  rows,
  now,
}: PlanInput): RunPlan {
  const matching = total !== undefined && total > 0 ? total : undefined;
  const unfetched = Math.max(0, (matching ?? Number.POSITIVE_INFINITY) - (soFar === undefined ? 0 : soFar.records));
  const wanted = Math.min(Math.max(0, limits.records - (soFar?.records ?? 0)), unfetched);
  const limitLeft =
    limits.credits === undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(0, exactCredits(limits.credits - (soFar === undefined ? 0 : soFar.credits + soFar.possibleCredits)));
  const isLimited = wanted * price.perRecord > limitLeft + 1e-9;
  const records = isLimited && price.known ? Math.floor(limitLeft / price.perRecord + 1e-9) : wanted;
  const credits = Math.min(creditsOf(records, price), roundedUp(limitLeft));
  const exceedsBalance = price.known && balance !== undefined && credits > balance;
  const what = matching === undefined ? recordsText(records) : recordsOfText(records, matching);
  const sentences = [
    price.known ? `Fetch ${what}, about ${creditsText(credits)}.` : unknownPriceSentence(what, credits, isLimited),
  ];
  if (isLimited) {
    sentences.push(
      soFar === undefined
        ? `It stops at your credit limit of ${amountText(limitLeft)}.`
        : `It stops after ${limitLeft === 1 ? "1 more credit" : `${amountText(limitLeft)} more credits`}.`,
    );
  }
  if (known !== undefined) {
    sentences.push(knownSentence(known));
  }
  if (leaveOut !== undefined && leaveOut.sent + leaveOut.local > 0) {
    sentences.push(leaveOutSentence(leaveOut));
  }
  if (balance !== undefined) {
    sentences.push(
      balanceAt === undefined
        ? balanceSentence(balance)
        : `Balance: ${amountText(balance)}, read ${agoText(now - balanceAt)}.`,
    );
  }
  if (exceedsBalance) {
    sentences.push("That is more than your balance: the run stops when the credits are used up.");
  }
  return {
    records,
    credits,
    priceKnown: price.known,
    rows,
    exceedsBalance,
    sentence: sentences.join(" "),
    conditions: sentences.slice(1).join(" "),
  };
}

/** The plan to fetch more records of a run, at the run's price. */
export function planMore(soFar: RunSummary, records: number): RunPlan {
  const { header, records: saved, lastTotal: total, price } = soFar;
  return planRun({ limits: { ...header.limits, records: saved + records }, soFar, price, total, now: 0 });
}

/**
 * Extra terms shown before confirming: an unknown cost, or the most that is charged. A run of a single record cannot
 * pause, so these promise nothing about it.
 */
export function agreementSentences(
  { credits, records, rows }: Pick<RunPlan, "credits" | "records" | "rows">,
  { atUnknownCost = false }: { readonly atUnknownCost?: boolean | undefined } = {},
): readonly string[] {
  if (atUnknownCost) {
    return [
      `This fetches up to ${recordsText(records)} at an unknown cost where the service does not say what it charges.`,
    ];
  }
  return credits > 0 && records > 1 ? [pauseSentence(credits), inFlightSentence(rows)] : [];
}

export const pauseSentence = (credits: number): string =>
  `The run pauses and asks again before it spends more than ${creditsText(credits)}.`;

export const balanceSentence = (balance: number): string => `Balance: ${amountText(balance)}.`;

/** The possible cost of a run beyond the agreed sum. */
export const inFlightSentence = (rows: PlannedRows | undefined): string =>
  rows === undefined
    ? "Only the page in flight when the price rises can cost more."
    : `Only ${rows} in flight when the price rises, at most four, can cost more.`;

function unknownPriceSentence(what: string, credits: number, isLimited: boolean): string {
  return isLimited
    ? `Fetch up to ${what}. The price is not known yet.`
    : `Fetch ${what}. The price is not known yet; at 1 credit per record it is ${creditsText(credits)}.`;
}

function knownSentence({ sent, others }: NonNullable<PlanInput["known"]>): string {
  if (sent + others === 0) {
    return "No earlier run of this search has records to skip.";
  }
  const skipped = `Skips ${recordsText(sent)} of earlier runs of this search, at no cost.`;
  const charged = `${recordsText(others)} of earlier runs cannot be skipped, and are charged again if they match.`;
  if (others === 0) {
    return skipped;
  }
  return sent === 0 ? charged : `${skipped} ${charged}`;
}

/** Only records that the service leaves out cost nothing. */
function leaveOutSentence({ sent, local }: NonNullable<PlanInput["leaveOut"]>): string {
  if (local === 0) {
    return sent === 1
      ? "Leaves out 1 entry, sent to the service."
      : `Leaves out ${countText(sent)} entries, sent to the service.`;
  }
  if (sent === 0) {
    return local === 1
      ? "Leaves out 1 entry, filtered on this machine: its records are charged if they match."
      : `Leaves out ${countText(local)} entries, filtered on this machine: their records are charged if they match.`;
  }
  return (
    `Leaves out ${countText(sent + local)} entries: ${countText(sent)} sent to the service, ${countText(local)} ` +
    "filtered on this machine, charged if they match."
  );
}

export type SpendingVerb = "run" | "resume" | "continue";

export function spendingTitle(verb: SpendingVerb, title: string): string {
  switch (verb) {
    case "run":
      return `Run ${title}?`;
    case "resume":
      return `Resume ${title}?`;
    case "continue":
      return `Continue ${title}?`;
  }
}

export const runText = "Run";
export const resumeText = "Resume";
export const continueText = "Continue";

const buttons = { run: runText, resume: resumeText, continue: continueText } as const;

/** The label of the button that confirms. */
export const spendingButton = (verb: SpendingVerb): string => buttons[verb];

export const atUnknownCostTitle = (title: string): string => `Continue ${title} at an unknown cost?`;
export const atUnknownCostButton = "Continue at an Unknown Cost";

export const connectionSentence = (label: string): string => `Connection: ${label}.`;
