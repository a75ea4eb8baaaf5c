// Says before a run how many records it will fetch and what that may cost.
import * as l10n from "@vscode/l10n";
import { amountText } from "../language/language";
import { agoText, creditsText, recordsOfText, recordsText } from "./amounts";
import type { RunLimits } from "./run";

export interface PlanQuestion {
  readonly limits: RunLimits;
  /** Unique records a resumed run holds already, and what it has cost so far. */
  readonly held?: { readonly records: number; readonly credits: number } | undefined;
  /** Credits for each returned record; absent when nothing was learned yet. */
  readonly learnedPrice?: number | undefined;
  /** Credits, and when they were read in ms since 1970. */
  readonly balance?: number | undefined;
  readonly balanceAt?: number | undefined;
  /** Records that match, when known. */
  readonly total?: number | undefined;
  readonly now: number;
  /** Credits above which the user is asked; never when absent. With 0 every run that costs or may cost something is asked about. */
  readonly confirmAbove?: number | undefined;
}

export interface RunPlan {
  readonly records: number;
  /** Credits; absent when no price is known. */
  readonly creditsAbout?: number | undefined;
  readonly unknownUntilFirstPage: boolean;
  readonly exceedsBalance: boolean;
  readonly needsConfirmation: boolean;
  readonly sentence: string;
}

const cents = (credits: number): number => Math.round(credits * 100) / 100;

/**
 * With no price learned yet, each record counts as one credit for this question alone, unless what the cap leaves is
 * within what needs no question.
 */
function asks(records: number, creditsAbout: number | undefined, cap: number | undefined, confirmAbove: number | undefined): boolean {
  if (confirmAbove === undefined) {
    return false;
  }
  if (creditsAbout !== undefined) {
    return creditsAbout > confirmAbove;
  }
  return records > confirmAbove && (cap === undefined || cap > confirmAbove);
}

export function planRun({ limits, held, learnedPrice: price, balance, balanceAt, total, now, confirmAbove }: PlanQuestion): RunPlan {
  const there = Math.max(0, (total ?? Number.POSITIVE_INFINITY) - (held?.records ?? 0));
  const wanted = Math.min(Math.max(0, limits.records - (held?.records ?? 0)), there);
  const capLeft = limits.credits === undefined ? undefined : Math.max(0, limits.credits - (held?.credits ?? 0));
  const affordable = capLeft === undefined || price === undefined || price === 0 ? Number.POSITIVE_INFINITY : Math.floor(capLeft / price + 1e-9);
  const records = Math.min(wanted, affordable);
  const creditsAbout = price === undefined ? undefined : cents(records * price);
  const exceedsBalance = creditsAbout !== undefined && balance !== undefined && creditsAbout > balance;
  const what = total === undefined ? recordsText(records) : recordsOfText(records, total);
  const parts = [creditsAbout === undefined ? l10n.t("Fetch {0}, cost unknown until the first page.", what) : l10n.t("Fetch {0}, about {1}.", what, creditsText(creditsAbout))];
  if (affordable < wanted) {
    parts.push(l10n.t("The cap of {0} ends it there.", creditsText(limits.credits ?? 0)));
  } else if (limits.credits !== undefined && price === undefined) {
    parts.push(l10n.t("It stops before it costs more than {0}.", creditsText(limits.credits)));
  }
  if (balance !== undefined) {
    parts.push(balanceAt === undefined ? l10n.t("Balance {0}.", amountText(balance)) : l10n.t("Balance {0}, read {1}.", amountText(balance), agoText(now - balanceAt)));
  }
  if (exceedsBalance) {
    parts.push(l10n.t("That is more than the balance: the run will stop when the credits are used up."));
  }
  return {
    records,
    creditsAbout,
    unknownUntilFirstPage: price === undefined,
    exceedsBalance,
    needsConfirmation: asks(records, creditsAbout, capLeft, confirmAbove),
    sentence: parts.join(" "),
  };
}
