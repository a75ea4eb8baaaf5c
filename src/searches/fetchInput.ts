// How many records a run fetches and how many credits it may spend: limits and input. Runs in the page too.
import { enterWholeNumber } from "../service/valueTexts";
import { amountText, countText, locale } from "../text/numbers";

/** Larger numbers are treated as typing mistakes. */
export const mostRecords = 10_000_000;
export const mostCredits = 1_000_000_000;

/** The settings of a run, in the order of the form. */
export const fetchNames = ["records", "credits", "leaveOutKnown"] as const;
export type FetchName = (typeof fetchNames)[number];

export function fetchLabel(name: FetchName): string {
  switch (name) {
    case "records":
      return "Records to fetch";
    case "credits":
      return "Credit limit";
    case "leaveOutKnown":
      return "Skip records I already have";
  }
}

/** `undefined` for an empty input. */
export type NumberInput =
  | { readonly ok: true; readonly value: number | undefined }
  | { readonly ok: false; readonly message: string };

export function parseRecordsInput(text: string): NumberInput {
  if (text.trim() === "") {
    return { ok: true, value: undefined };
  }
  const digits = text.trim().replace(/(?<=\d)[,.\s'’](?=\d{3}(?:\D|$))/gu, "");
  return /^\d+$/u.test(digits) ? within(Number(digits), 1, mostRecords) : { ok: false, message: enterWholeNumber };
}

/** Credits may be fractional; 0 means that a run must not spend anything. */
export function parseCreditsInput(text: string): NumberInput {
  const trimmed = text.trim();
  if (trimmed === "") {
    return { ok: true, value: undefined };
  }
  const number = decimalNumber(trimmed.replace(/^[-−–]\s*/u, ""));
  if (number === undefined) {
    return { ok: false, message: `Enter a number of credits, such as ${amountText(0.5)}.` };
  }
  return within(/^[-−–]/u.test(trimmed) && number !== 0 ? -number : number, 0, mostCredits);
}

/** A number of credits as the input shows it; parses back to the same number. */
export function creditsInputText(credits: number): string {
  return credits.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 20 });
}

function within(value: number, least: number, most: number): NumberInput {
  if (value < least) {
    return { ok: false, message: `At least ${countText(least)}.` };
  }
  return value > most ? { ok: false, message: `At most ${countText(most)}.` } : { ok: true, value };
}

const decimalPointNumber = /^[1-9]\d{0,2}(?:([,\s'’])\d{3})(?:\1\d{3})*(?:[.](\d+))?$/u;

/**
 * A separator before exactly three digits separates thousands, unless it is a point. Any
 * other single separator is a decimal separator.
 */
function decimalNumber(text: string): number | undefined {
  const [, separator, fraction] = decimalPointNumber.exec(text) ?? [];
  if (separator !== undefined) {
    const whole = fraction === undefined ? text : text.slice(0, -fraction.length - 1);
    return Number(`${whole.replaceAll(separator, "")}.${fraction ?? "0"}`);
  }
  return /^(?:\d+|\d*[.,]\d+)$/u.test(text) ? Number(text.replace(",", ".")) : undefined;
}
