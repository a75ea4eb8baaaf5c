// Credits, counts and times as phrases for sentences about runs.
//
// In German each phrase is in the nominative or accusative; sentences that need another case are written out in full.
import * as l10n from "@vscode/l10n";
import { amountText, countText } from "../language/language";
import { recordsOf } from "../language/phrases";
import type { OutcomeCounts } from "../service/contactOutcome";
import type { RecordKind } from "../service/operations";

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
