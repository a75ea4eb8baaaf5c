// Decides about retries. A paid request is repeated only if it was certainly not sent, or refused with 429. A free
// request is also repeated when its reply was lost. After a 429 the service says how long to wait: "Try again in
// <duration>" in its message, and Retry-After. A duration in an ambiguous notation is ignored.
import type { Pricing } from "./operations";

/** Whether a failed attempt was sent. A 5xx counts as lost. */
export type FailedAttempt = "unsent" | "lost";

const retriesOf: { readonly [P in Pricing]: { readonly [F in FailedAttempt]: number } } = {
  paid: { unsent: 2, lost: 0 },
  free: { unsent: 3, lost: 2 },
};

const firstBackoffMs = 500;
const longestBackoffMs = 8000;

/** A random wait before a retry, the first being number 0: up to 0.5 s, 1 s, 2 s … 8 s. */
function backoffMs(retry: number, random: () => number): number {
  return random() * Math.min(longestBackoffMs, firstBackoffMs * 2 ** retry);
}

/** The wait before the next attempt in ms; `undefined` when there must be none. */
export function retryDelayMs(
  price: Pricing,
  failed: FailedAttempt,
  retriesSoFar: number,
  random: () => number,
): number | undefined {
  return retriesSoFar < retriesOf[price][failed] ? backoffMs(retriesSoFar, random) : undefined;
}

/** The wait after a 429 that does not state one; doubles with each consecutive refusal. */
const unstatedWaitMs = 10_000;
const longestUnstatedWaitMs = 60_000;
const marginMs = 250;

/**
 * The wait after a 429 in ms: the longest that the message and the header ask for plus a small margin, never less
 * (interface, "Errors"). `inARow` counts the refusals before this one.
 */
export function rateLimitWaitMs(
  reply: { readonly message: string; readonly retryAfter: string | undefined; readonly date: string | undefined },
  now: number,
  inARow: number,
  random: () => number,
): number {
  const requested = [parseWaitFromMessage(reply.message), parseRetryAfter(reply.retryAfter, reply.date, now)].filter(
    (wait) => wait !== undefined,
  );
  const wait =
    requested.length > 0
      ? Math.max(...requested)
      : Math.min(longestUnstatedWaitMs, unstatedWaitMs * 2 ** Math.max(0, inARow));
  return wait + marginMs + random() * marginMs;
}

/** The names of units, and their length in ms. */
const units: readonly (readonly [name: RegExp, ms: number])[] = [
  [/^(?:ms|msecs?|milliseconds?)$/u, 1],
  [/^(?:|s|secs?|seconds?)$/u, 1_000],
  [/^(?:m|mins?|minutes?)$/u, 60_000],
  [/^(?:h|hrs?|hours?)$/u, 3_600_000],
  [/^(?:d|days?)$/u, 86_400_000],
];

/** A number and its unit; other words may follow after "and" and "or". */
const next = /^(?:[\s,]|and\b)*(\d+(?:\.\d+)?)\s*((?!(?:and|or)\b)\p{L}*)/u;

/** Whole milliseconds, rounded up; the last digits of a sum of fractions are noise. */
function wholeMs(ms: number): number {
  return Math.min(Math.ceil(Number(ms.toPrecision(15))), Number.MAX_SAFE_INTEGER);
}

/** The service's own announcement (interface, "Errors", 429). */
const announcement = "try again in";
/** No duration is written in more characters. */
const longestDuration = 200;

/**
 * The wait that a message asks for, in ms: `1m30.5s`, `30 seconds`, `1 hour, 30 minutes and 5 s`, bare seconds. Words
 * after it are ignored. `undefined` when it asks for none.
 *
 * @internal
 */
export function parseWaitFromMessage(message: string): number | undefined {
  const text = message.slice(0, 2_000).toLowerCase();
  const at = text.indexOf(announcement);
  let rest =
    at < 0
      ? ""
      : text
          .slice(at + announcement.length)
          .replace(/^[\s:]+/u, "")
          .slice(0, longestDuration);
  let wait: number | undefined;
  for (;;) {
    const [part = "", number, unit = ""] = next.exec(rest) ?? [];
    const ms = units.find(([name]) => name.test(unit))?.[1];
    if (number === undefined || ms === undefined) {
      return wait;
    }
    rest = rest.slice(part.length);
    // As in 01:30, 5-10, 1,500, 2 1/2, and 1h30: no documented format continues a number like this.
    if (unit === "" ? wait !== undefined || /^[\s,:/–—-]*[\d½]/u.test(rest) : /^\s*[–—-]/u.test(rest)) {
      return undefined;
    }
    wait = wholeMs((wait ?? 0) + Number(number) * ms);
  }
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

/**
 * The wait a Retry-After header asks for, in ms, in seconds or as a date; `undefined` when it asks for none.
 *
 * @internal
 */
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
