// The rows of a batch in words: each counted as what it is.
import * as l10n from "@vscode/l10n";
import { countText } from "../language/language";
import { creditsText } from "./amounts";
import type { BatchCount } from "./batchRun";
import { exactCredits, type Price } from "./budgetTypes";
import { inFlightSentence, pauseSentence, type RunPlan } from "./plan";

export interface RowCounts {
  readonly found: number;
  readonly noMatch: number;
  readonly notUnderstood: number;
  readonly possiblyCharged: number;
  /** Rows without an identifier. */
  readonly skipped?: number | undefined;
  /** Rejected by the service. */
  readonly failed: number;
  readonly leftOut: number;
  readonly open: number;
}

/** "1,204 found, 30 no match, 4 possibly charged, 2 not looked up yet" */
export function rowCountsText(counts: RowCounts): string {
  const { found, noMatch, notUnderstood, possiblyCharged, skipped = 0, failed, leftOut, open } = counts;
  return [
    l10n.t("{0} found", countText(found)),
    ...(noMatch === 0 ? [] : [l10n.t("{0} no match", countText(noMatch))]),
    ...(skipped === 0 ? [] : [l10n.t("{0} skipped", countText(skipped))]),
    ...unusualRows({ notUnderstood, possiblyCharged, failed, leftOut }),
    ...(open === 0 ? [] : [l10n.t("{0} not looked up yet", countText(open))]),
  ].join(", ");
}

/** "1,240 rows: 1,204 found, 30 no match." */
export const rowsSentence = (rows: number, parts: string): string =>
  rows === 1 ? l10n.t("1 row: {0}.", parts) : l10n.t("{0} rows: {1}.", countText(rows), parts);

/** "4 possibly charged", "1 failed" */
export function unusualRows({
  notUnderstood = 0,
  possiblyCharged = 0,
  failed = 0,
  leftOut = 0,
}: Partial<Pick<RowCounts, "notUnderstood" | "possiblyCharged" | "failed" | "leftOut">>): readonly string[] {
  return [
    ...(possiblyCharged === 0 ? [] : [l10n.t("{0} possibly charged", countText(possiblyCharged))]),
    ...(notUnderstood === 0 ? [] : [l10n.t("{0} not understood", countText(notUnderstood))]),
    ...(failed === 0 ? [] : [l10n.t("{0} failed", countText(failed))]),
    ...(leftOut === 0 ? [] : [l10n.t("{0} left out", countText(leftOut))]),
  ];
}

/** What a batch has to do: "1,240 rows: 310 already fetched (free), 930 to look up (about 930 credits)." */
export function countSentence(count: BatchCount, { credits, priceKnown }: RunPlan): string {
  const { rows, toAsk, answered, duplicates, skipped } = count;
  const parts = [
    ...(answered === 0 ? [] : [l10n.t("{0} already fetched (free)", countText(answered))]),
    ...(toAsk === 0
      ? []
      : [
          priceKnown
            ? l10n.t("{0} to look up (about {1})", countText(toAsk), creditsText(credits))
            : l10n.t(
                "{0} to look up (the price is not known yet; {1} at 1 credit each)",
                countText(toAsk),
                creditsText(credits),
              ),
        ]),
    ...(duplicates === 0
      ? []
      : [
          duplicates === 1
            ? l10n.t("1 duplicate, looked up once")
            : l10n.t("{0} duplicates, looked up once", countText(duplicates)),
        ]),
    ...unusualRows(count),
    ...(skipped === 0 ? [] : [l10n.t("{0} without an identifier", countText(skipped))]),
  ].join(", ");
  return rowsSentence(rows, parts);
}

/** What is known of rows without a usable answer. */
export function unansweredSentences({
  possiblyCharged = 0,
  notUnderstood = 0,
}: Partial<Pick<RowCounts, "possiblyCharged" | "notUnderstood">>): readonly string[] {
  return [
    possiblyCharged === 0
      ? ""
      : possiblyCharged === 1
        ? l10n.t("1 row was sent and not answered; it may have been charged.")
        : l10n.t("{0} rows were sent and not answered; they may have been charged.", countText(possiblyCharged)),
    notUnderstood === 0
      ? ""
      : notUnderstood === 1
        ? l10n.t("The reply to 1 row was not understood; it may have been charged.")
        : l10n.t("The replies to {0} rows were not understood; they may have been charged.", countText(notUnderstood)),
  ].filter((sentence) => sentence !== "");
}

/** What looking up so many again costs at most, at the price seen so far. */
export const creditsAgain = (rows: number, { perRecord }: Price): number =>
  Math.ceil(exactCredits(rows * perRecord * 100)) / 100;

/** For one lookup, or for rows of a batch. */
export function againCostText(rows: number, price: Price): string {
  const credits = creditsText(creditsAgain(rows, price));
  if (!price.known) {
    return l10n.t("Looking up again may cost {0} at 1 credit each; the price is not known yet.", credits);
  }
  return rows === 1
    ? l10n.t("Looking it up again may cost up to {0}.", credits)
    : l10n.t("Looking them up again may cost up to {0}.", credits);
}

/** About a single lookup that was lost before. */
export const unansweredLookupText = (price: Price): string =>
  `${l10n.t("This was looked up before and not answered; it may have been charged.")} ${againCostText(1, price)}`;

export const changedSentence = (): string =>
  l10n.t("The table has changed since the batch was read: added rows are looked up, removed ones are not.");

/** Credits without the rows that may have been charged, and with them; rows in all. */
export function boundSentences(without: number, withThem: number, rows: number): readonly string[] {
  if (rows === 1) {
    return [];
  }
  const bound =
    without === 0
      ? pauseSentence(withThem)
      : l10n.t(
          "The run pauses and asks again before it spends more than {0}, or {1} if they are looked up again.",
          creditsText(without),
          creditsText(withThem),
        );
  return [bound, inFlightSentence(true)];
}

export const noIdentifierText = (title: string): string =>
  l10n.t("No row of {0} has an identifier in the selected columns. Select other columns.", title);

export const writeFileText = (): string => l10n.t("Write File Now");
