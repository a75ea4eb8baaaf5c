// Formats times.
import { locale, momentText } from "../text/numbers";

/** From 00:00 to 23:59, so that times in a list align. */
const timeOfDay = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** The time of day to the second. */
export function secondText(time: number): string {
  return new Date(time).toLocaleTimeString(locale, { ...timeOfDay, second: "2-digit" });
}

export const rateLimitWaitText = (until: number): string => `waiting for the rate limit until ${secondText(until)}`;

/** The latest time that a `Date` can hold. */
const latestTime = 8.64e15;

/** When a wait ends: the time of day to the second, with the date unless it is today. */
export function waitEndText(time: number, now: number): string {
  const end = Math.min(time, latestTime);
  return new Date(end).toDateString() === new Date(now).toDateString() ? secondText(end) : momentText(end);
}

/** The time for today, the date for other days. */
export function timeOrDateText(time: number, now: number): string {
  const date = new Date(time);
  return date.toDateString() === new Date(now).toDateString()
    ? date.toLocaleTimeString(locale, timeOfDay)
    : date.toLocaleDateString(locale);
}

/**
 * Names a run by its time: "today 00:33", "yesterday 14:05", "Tuesday, Nov 17, 14:05"; with the year if it is not the
 * current one.
 */
export function dayAndTimeText(time: number, now: number): string {
  const date = new Date(time);
  const day = (at: Date): string => at.toDateString();
  const clock = date.toLocaleTimeString(locale, timeOfDay);
  const today = new Date(now);
  if (day(date) === day(today)) {
    return `today ${clock}`;
  }
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (day(date) === day(yesterday)) {
    return `yesterday ${clock}`;
  }
  const isThisYear = date.getFullYear() === today.getFullYear();
  return date.toLocaleString(locale, {
    weekday: "long",
    month: "short",
    day: "numeric",
    ...(!isThisYear && { year: "numeric" }),
    ...timeOfDay,
  });
}

/** The texts by run id; the newest run comes first. Runs that began in the same minute are numbered. */
export function startTexts(
  runs: readonly { readonly header: { readonly id: string; readonly startedAt: number } }[],
  now: number,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { header } of runs.toReversed()) {
    const text = dayAndTimeText(header.startedAt, now);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    texts.set(header.id, count === 1 ? text : `${text} (${count})`);
  }
  return texts;
}
