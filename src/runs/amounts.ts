// Credits, counts and times as phrases for sentences about runs, and what is said about a run that cost too much.
//
// In German each phrase is in the nominative or accusative; sentences that need another case are written out in full.
import * as l10n from "@vscode/l10n";
import { amountText, countText } from "../language/language";
import { joinedSentences, recordsOf } from "../language/phrases";
import type { OutcomeCounts } from "../service/contactOutcome";
import type { RecordKind } from "../service/operations";
import { exactCredits } from "./budgetTypes";
import type { Overrun, StopReason } from "./run";

export function recordsText(count: number): string {
  return count === 1 ? l10n.t("1 record") : l10n.t("{0} records", countText(count));
}

/** "1,240 companies"; `text` instead of the number, such as "1,000+". */
export function kindCountText(kind: RecordKind, count: number, text = countText(count)): string {
  switch (kind) {
    case "company":
      return count === 1 ? l10n.t("1 company") : l10n.t("{0} companies", text);
    case "person":
      return count === 1 ? l10n.t("1 person") : l10n.t("{0} people", text);
    case "contact":
      return count === 1 ? l10n.t("1 contact") : l10n.t("{0} contacts", text);
  }
}

/** "4 of 10 enriched, 6 not processed" */
export function outcomesText({ enriched, nothingFound, notProcessed }: OutcomeCounts): string {
  return [
    l10n.t("{0} of {1} enriched", countText(enriched), countText(enriched + nothingFound + notProcessed)),
    ...(nothingFound === 0 ? [] : [l10n.t("nothing found for {0}", countText(nothingFound))]),
    ...(notProcessed === 0 ? [] : [l10n.t("{0} not processed", countText(notProcessed))]),
  ].join(", ");
}

export const runsText = (count: number): string =>
  count === 1 ? l10n.t("1 run") : l10n.t("{0} runs", countText(count));

export const repeatedText = (count: number): string => l10n.t("{0} repeated", countText(count));

/** "100 of 12,480 records" */
export function recordsOfText(count: number, total: number): string {
  return total === 1 ? l10n.t("{0} of 1 record", countText(count)) : recordsOf(countText(count), countText(total));
}

export function creditsText(credits: number): string {
  return credits === 1 ? l10n.t("1 credit") : l10n.t("{0} credits", amountText(credits));
}

/** "just now", "3 minutes ago", "2 days ago" */
export function agoText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) {
    return l10n.t("just now");
  }
  if (minutes < 60) {
    return minutes === 1 ? l10n.t("1 minute ago") : l10n.t("{0} minutes ago", countText(minutes));
  }
  if (minutes < 48 * 60) {
    const hours = Math.floor(minutes / 60);
    return hours === 1 ? l10n.t("1 hour ago") : l10n.t("{0} hours ago", countText(hours));
  }
  return l10n.t("{0} days ago", countText(Math.floor(minutes / 1440)));
}

const overrunTexts: Readonly<Record<Overrun["of"], (charged: string, allowed: string) => string>> = {
  limit: (charged, allowed) => l10n.t("The service charged {0}, more than your credit limit of {1}.", charged, allowed),
  agreed: (charged, allowed) => l10n.t("The service charged {0}, more than the {1} you agreed to.", charged, allowed),
  unconfirmed: (charged, allowed) =>
    l10n.t("The service charged {0}, more than the {1} that you allow without confirmation.", charged, allowed),
  agents: (charged, allowed) =>
    l10n.t(
      "The service charged {0}, more than the {1} that agents may spend a day without confirmation.",
      charged,
      allowed,
    ),
  agentsMonth: (charged, allowed) =>
    l10n.t(
      "The service charged {0}, more than the {1} that agents may spend a month without confirmation.",
      charged,
      allowed,
    ),
};

/** Both sums and both prices, where more was charged than was allowed; otherwise empty. */
export function overrunText({ overrun }: StopReason): string {
  if (overrun === undefined) {
    return "";
  }
  const { of, charged, allowed, price } = overrun;
  return joinedSentences(
    overrunTexts[of](creditsText(roundedUp(charged)), amountText(allowed)),
    price === undefined
      ? ""
      : l10n.t("The price rose from {0} to {1} credits per record.", amountText(price.before), amountText(price.now)),
  );
}

/** To hundredths of a credit, as sums are shown: never less than what was charged. */
const roundedUp = (credits: number): number => Math.max(credits, Math.ceil(exactCredits(credits) * 100) / 100);
