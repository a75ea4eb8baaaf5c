// Sentences about the rows of a batch, counted by their result.
import { countText } from "../text/numbers";
import { creditsText } from "./amounts";
import type { BatchCount, UnansweredRows } from "./batchRun";
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
  const parts = [`${countText(found)} found`];
  if (noMatch !== 0) {
    parts.push(`${countText(noMatch)} no match`);
  }
  if (skipped !== 0) {
    parts.push(`${countText(skipped)} skipped`);
  }
  parts.push(...unusualRows({ notUnderstood, possiblyCharged, failed, leftOut }));
  if (open !== 0) {
    parts.push(`${countText(open)} not looked up yet`);
  }
  return parts.join(", ");
}

/** "1,240 rows: 1,204 found, 30 no match." */
export const rowsSentence = (rows: number, parts: string): string =>
  rows === 1 ? `1 row: ${parts}.` : `${countText(rows)} rows: ${parts}.`;

/** "4 possibly charged", "1 failed" */
export function unusualRows({
  notUnderstood = 0,
  possiblyCharged = 0,
  failed = 0,
  leftOut = 0,
}: UnansweredRows & { readonly failed?: number; readonly leftOut?: number }): readonly string[] {
  const parts: string[] = [];
  if (possiblyCharged !== 0) {
    parts.push(`${countText(possiblyCharged)} possibly charged`);
  }
  if (notUnderstood !== 0) {
    parts.push(`${countText(notUnderstood)} not understood`);
  }
  if (failed !== 0) {
    parts.push(`${countText(failed)} failed`);
  }
  if (leftOut !== 0) {
    parts.push(`${countText(leftOut)} left out`);
  }
  return parts;
}

/** The work of a batch: "1,240 rows: 310 already fetched (free), 930 to look up (about 930 credits)." */
export function countSentence(count: BatchCount, { credits, priceKnown }: RunPlan): string {
  const { rows, toAsk, answered, duplicates, skipped } = count;
  const all: string[] = [];
  if (answered !== 0) {
    all.push(`${countText(answered)} already fetched (free)`);
  }
  if (toAsk !== 0) {
    all.push(
      priceKnown
        ? `${countText(toAsk)} to look up (about ${creditsText(credits)})`
        : `${countText(toAsk)} to look up (the price is not known yet; ${creditsText(credits)} at 1 credit each)`,
    );
  }
  if (duplicates !== 0) {
    all.push(duplicates === 1 ? "1 duplicate, looked up once" : `${countText(duplicates)} duplicates, looked up once`);
  }
  all.push(...unusualRows(count));
  if (skipped !== 0) {
    all.push(`${countText(skipped)} without an identifier`);
  }
  const parts = all.join(", ");
  return rowsSentence(rows, parts);
}

/** Sentences about rows without a usable answer. */
export function unansweredSentences({ possiblyCharged = 0, notUnderstood = 0 }: UnansweredRows): readonly string[] {
  const sentences: string[] = [];
  if (possiblyCharged === 1) {
    sentences.push("1 row was sent and not answered; it may have been charged.");
  } else if (possiblyCharged > 1) {
    sentences.push(`${countText(possiblyCharged)} rows were sent and not answered; they may have been charged.`);
  }
  if (notUnderstood === 1) {
    sentences.push("The reply to 1 row was not understood; it may have been charged.");
  } else if (notUnderstood > 1) {
    sentences.push(`The replies to ${countText(notUnderstood)} rows were not understood; they may have been charged.`);
  }
  return sentences;
}

/** `without` and `withThem`: credits without and with the rows that may have been charged. `rows`: all rows. */
export function boundSentences(without: number, withThem: number, rows: number): readonly string[] {
  if (rows === 1) {
    return [];
  }
  const bound =
    without === 0
      ? pauseSentence(withThem)
      : `The run pauses and asks again before it spends more than ${creditsText(without)}, or ` +
        `${creditsText(withThem)} if they are looked up again.`;
  return [bound, inFlightSentence("lookups")];
}

export const noIdentifierText = (title: string): string =>
  `No row of ${title} has an identifier in the selected columns. Select other columns.`;

export const writeFileText = "Write File Now";
