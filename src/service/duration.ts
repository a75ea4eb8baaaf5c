// How long the service asks to wait: "Try again in <duration>" in the message of a 429 reply, and Retry-After.
// A duration in a notation that is not certain counts as none: then the wait grows by itself.
import parseDuration from "parse-duration";

/** Longer texts are cut: no duration is written in more characters. */
const longestDuration = 200;

Object.assign(parseDuration.unit, { msec: 1, milli: 1, μs: 1e-3 });

const unitNames = new Set(
  Object.keys(parseDuration.unit)
    .filter((name) => typeof parseDuration.unit[name] === "number")
    .flatMap((name) => [name, `${name}s`]),
);

/** Whole milliseconds, rounded up; the last digits of a sum of fractions are noise. */
function wholeMs(ms: number): number {
  return Math.min(Math.ceil(Number(ms.toPrecision(15))), Number.MAX_SAFE_INTEGER);
}

/**
 * A duration at the start of a text, in whole ms rounded up: `1m30.5s`, `30 seconds`, `1 hour, 30 minutes and 5 s`,
 * bare seconds. Words after it belong to something else. `undefined` for any other notation.
 */
function parseDurationMs(text: string): number | undefined {
  const start = text.slice(0, longestDuration).toLowerCase();
  const token = /[\s,]|\d[\d.,]*|\.\d+|(?<word>[a-zµμ]+)/uy;
  let end = 0;
  for (let found = token.exec(start); found !== null; found = token.exec(start)) {
    const word = found.groups?.["word"];
    if (word !== undefined && word !== "and" && !unitNames.has(word)) {
      break;
    }
    end = token.lastIndex;
  }
  // As in 01:30, 5-10, and 2 1/2: the number goes on in a way that nobody documents.
  if (/^[:/½–—-]/u.test(start.slice(end))) {
    return undefined;
  }
  const seconds = parseDuration(start.slice(0, end).replace(/[\s,]and\s*$/u, ""), "s");
  return seconds === null ? undefined : wholeMs(seconds * 1000);
}

/** The service's own announcement (interface, "Errors", 429). */
const announcement = "try again in";

/** The wait that a message asks for, in ms; `undefined` when it asks for none. */
export function parseWaitFromMessage(message: string): number | undefined {
  const text = message.slice(0, 2000).toLowerCase();
  const at = text.indexOf(announcement);
  return at < 0 ? undefined : parseDurationMs(text.slice(at + announcement.length).replace(/^[\s:]+/u, ""));
}

/** Uses the reply's own Date header because this machine's clock may be wrong; without one, `now`. */
function waitUntil(date: number, dateHeader: string | undefined, now: number): number | undefined {
  return Number.isNaN(date) ? undefined : Math.max(0, date - (httpDate(dateHeader ?? "") ?? now));
}

/** An HTTP date in ms since 1970, in any of its three forms. */
function httpDate(text: string): number | undefined {
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/iu.test(text)) {
    return undefined;
  }
  const ms = Date.parse(/(gmt|utc|[+-]\d{4})$/iu.test(text) ? text : `${text} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** The wait a Retry-After header asks for, in ms, in seconds or as a date; `undefined` when it asks for none. */
export function parseRetryAfter(
  header: string | undefined,
  dateHeader: string | undefined,
  now: number,
): number | undefined {
  const text = (header ?? "").slice(0, 200).trim();
  if (/^[\d\s,.]+$/u.test(text)) {
    const seconds = text.match(/\d+(?:\.\d+)?/gu) ?? [];
    return seconds.length === 0 ? undefined : wholeMs(Math.max(...seconds.map(Number)) * 1000);
  }
  return waitUntil(httpDate(text) ?? Number.NaN, dateHeader, now);
}
