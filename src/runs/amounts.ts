// Credits, counts and times as phrases for sentences about runs, and the sentence about a run that cost too much.
import type { OutcomeCounts } from "../service/contactOutcome";
import type { RecordKind } from "../service/operations";
import { amountText, countText } from "../text/numbers";
import { joinedSentences } from "../text/phrases";
import { roundedUp } from "./budget";
import type { Overrun } from "./run";

export function recordsText(count: number): string {
  return count === 1 ? "1 record" : `${countText(count)} records`;
}

/** "1,240 companies"; `text` instead of the number, such as "1,000+". */
export function kindCountText(kind: RecordKind, count: number, text = countText(count)): string {
  switch (kind) {
    case "company":
      return count === 1 ? "1 company" : `${text} companies`;
    case "person":
      return count === 1 ? "1 person" : `${text} people`;
    case "contact":
      return count === 1 ? "1 contact" : `${text} contacts`;
  }
}

/** "4 of 10 enriched, 6 not processed" */
export function outcomesText({ enriched, nothingFound, notProcessed }: OutcomeCounts): string {
  const parts = [`${countText(enriched)} of ${countText(enriched + nothingFound + notProcessed)} enriched`];
  if (nothingFound !== 0) {
    parts.push(`nothing found for ${countText(nothingFound)}`);
  }
  if (notProcessed !== 0) {
    parts.push(`${countText(notProcessed)} not processed`);
  }
  return parts.join(", ");
}

export const runsText = (count: number): string => (count === 1 ? "1 run" : `${countText(count)} runs`);

export const repeatedText = (count: number): string => `${countText(count)} repeated`;

/** "100 of 12,480 records" */
export function recordsOfText(count: number, total: number): string {
  return total === 1 ? `${countText(count)} of 1 record` : `${countText(count)} of ${countText(total)} records`;
}

export function creditsText(credits: number): string {
  return credits === 1 ? "1 credit" : `${amountText(credits)} credits`;
}

/** "just now", "3 minutes ago", "2 days ago" */
export function agoText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) {
    return "just now";
  }
  if (minutes < 60) {
    return minutes === 1 ? "1 minute ago" : `${countText(minutes)} minutes ago`;
  }
  if (minutes < 48 * 60) {
    const hours = Math.floor(minutes / 60);
    return hours === 1 ? "1 hour ago" : `${countText(hours)} hours ago`;
  }
  return `${countText(Math.floor(minutes / 1440))} days ago`;
}

const overrunTexts: Readonly<Record<Overrun["of"], (charged: string, allowed: string) => string>> = {
  limit: (charged, allowed) => `The service charged ${charged}, more than your credit limit of ${allowed}.`,
  agreed: (charged, allowed) => `The service charged ${charged}, more than the ${allowed} you agreed to.`,
  unconfirmed: (charged, allowed) =>
    `The service charged ${charged}, more than the ${allowed} that you allow without confirmation.`,
  agents: (charged, allowed) =>
    `The service charged ${charged}, more than the ${allowed} that agents may spend a day without confirmation.`,
  agentsMonth: (charged, allowed) =>
    `The service charged ${charged}, more than the ${allowed} that agents may spend a month without confirmation.`,
};

/** Both sums and both prices, where more was charged than was allowed; otherwise empty. */
export function overrunText(overrun: Overrun | undefined): string {
  if (overrun === undefined) {
    return "";
  }
  const { of, charged, allowed, price } = overrun;
  return joinedSentences(
    overrunTexts[of](creditsText(roundedUp(charged)), amountText(allowed)),
    price === undefined
      ? ""
      : `The price rose from ${amountText(price.before)} to ${amountText(price.now)} credits per record.`,
  );
}
