// Says before a run how many records it will fetch and what that may cost.
import * as l10n from "@vscode/l10n";
import { amountText } from "../language/language";
import { agoText, creditsText, recordsOfText, recordsText } from "./amounts";
import { exactCredits, type Price } from "./budget";
import type { RunLimits, RunSummary } from "./run";

export interface PlanQuestion {
  readonly limits: RunLimits;
  /** What a resumed run holds already, and what it has cost so far. */
  readonly held?: Pick<RunSummary, "records" | "skipped" | "credits" | "possibleCredits"> | undefined;
  readonly price: Price;
  /** Credits, and when they were read in ms since 1970. */
  readonly balance?: number | undefined;
  readonly balanceAt?: number | undefined;
  /** Records that match, when known; 0 or less says nothing. */
  readonly total?: number | undefined;
  readonly now: number;
}

export interface RunPlan {
  readonly records: number;
  /** Credits that the records cost at the price seen so far, or at 1 credit each when no price is known. */
  readonly credits: number;
  readonly priceKnown: boolean;
  readonly exceedsBalance: boolean;
  readonly sentence: string;
}

/** In hundredths, never less than the exact sum: what the question names is what is agreed. */
const roundedUp = (credits: number): number => Math.ceil(exactCredits(credits * 100)) / 100;

export function planRun({ limits, held, price, balance, balanceAt, total, now }: PlanQuestion): RunPlan {
  const matching = total !== undefined && total > 0 ? total : undefined;
  const there = Math.max(
    0,
    (matching ?? Number.POSITIVE_INFINITY) - (held === undefined ? 0 : held.records + held.skipped),
  );
  const wanted = Math.min(Math.max(0, limits.records - (held?.records ?? 0)), there);
  const limitLeft =
    limits.credits === undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(0, exactCredits(limits.credits - (held === undefined ? 0 : held.credits + held.possibleCredits)));
  const isLimited = wanted * price.perRecord > limitLeft + 1e-9;
  const records = isLimited && price.known ? Math.floor(limitLeft / price.perRecord + 1e-9) : wanted;
  const credits = roundedUp(Math.min(records * price.perRecord, limitLeft));
  const exceedsBalance = price.known && balance !== undefined && credits > balance;
  const what = matching === undefined ? recordsText(records) : recordsOfText(records, matching);
  const parts = [
    price.known
      ? l10n.t("Fetch {0}, about {1}.", what, creditsText(credits))
      : unknownPriceSentence(what, credits, isLimited),
  ];
  if (isLimited) {
    parts.push(l10n.t("It stops at your credit limit of {0}.", amountText(limits.credits ?? 0)));
  }
  if (limits.leaveOutKnown === true) {
    parts.push(l10n.t("Records you already have are skipped, but the service still charges for them."));
  }
  if (balance !== undefined) {
    parts.push(
      balanceAt === undefined
        ? l10n.t("Balance: {0}.", amountText(balance))
        : l10n.t("Balance: {0}, read {1}.", amountText(balance), agoText(now - balanceAt)),
    );
  }
  if (exceedsBalance) {
    parts.push(l10n.t("That is more than your balance: the run stops when the credits are used up."));
  }
  return { records, credits, priceKnown: price.known, exceedsBalance, sentence: parts.join(" ") };
}

function unknownPriceSentence(what: string, credits: number, isLimited: boolean): string {
  return isLimited
    ? l10n.t("Fetch up to {0}. The price is not known yet.", what)
    : l10n.t("Fetch {0}. The price is not known yet; at 1 credit per record it is {1}.", what, creditsText(credits));
}
