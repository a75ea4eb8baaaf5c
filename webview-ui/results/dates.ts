// Dates in the language of the browser.
import { dateFormats, dateText as dateTextIn } from "../../src/text/dates";
import { locale } from "../../src/text/numbers";

/** The browser's language determines the order of day and month. */
function dateLocale(): string {
  const own = navigator.language;
  return own.startsWith(`${locale}-`) ? own : locale;
}

const dayMs = 86_400_000;

/** The day of a time in ms: "2026-11-22". Dates of records are UTC days. */
export const dayOf = (time: number): string => {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
};

/** The end of the day that begins at `start`. */
export const lastMomentOf = (start: number): number => start + dayMs - 1;

export const dayText = (time: number): string => dateText(dayOf(time));

/** "2019-03-01T00:00:00Z" as "Mar 1, 2019", "2019-03" as "Mar 2019". Text that is not a date does not change. */
export const dateText = (text: string): string => dateTextIn(text, dateLocale());

/**
 * "Mar 2019 – now". Lookups can give a current position an end, which is ignored. Text that is not a date does not
 * change.
 */
export function period(start: string, end: string, current: boolean): string {
  const from = monthText(start);
  const to = current ? "now" : monthText(end);
  return from === "" && to === "" ? "" : `${from || "?"} – ${to || "?"}`;
}

/** The month of a timestamp; a year alone does not change. */
export function monthText(text: string): string {
  const at = /^\d{4}$/.test(text) ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? text : dateFormats(dateLocale()).month.format(at);
}
