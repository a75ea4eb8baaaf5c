// When a call is sent again by itself. A paid request is repeated only where it provably never left or was refused with
// 429; a free one also when its reply was lost.
import { parseRetryAfter, parseWaitFromMessage } from "./duration";
import type { Pricing } from "./operations";

/** What became of an attempt: it never left, or it left and no valid reply came (a 5xx is none). */
export type FailedAttempt = "unsent" | "lost";

const retriesOf: { readonly [P in Pricing]: { readonly [F in FailedAttempt]: number } } = {
  paid: { unsent: 2, lost: 0 },
  free: { unsent: 3, lost: 2 },
};

const firstBackoffMs = 500;
const longestBackoffMs = 8000;

/** A wait with full jitter before retry number `retry` (0 is the first): anything up to 0.5 s, 1 s, 2 s … 8 s. */
export function backoffMs(retry: number, random: () => number): number {
  return random() * Math.min(longestBackoffMs, firstBackoffMs * 2 ** retry);
}

/** How long to wait before the next attempt, in ms; `undefined` when there is to be none. */
export function retryDelayMs(
  price: Pricing,
  failed: FailedAttempt,
  retriesSoFar: number,
  random: () => number,
): number | undefined {
  return retriesSoFar < retriesOf[price][failed] ? backoffMs(retriesSoFar, random) : undefined;
}

/** A 429 without any stated wait: this long, twice as long for each refusal in a row before it. */
const unstatedWaitMs = 10_000;
const longestUnstatedWaitMs = 60_000;
const littleMoreMs = 250;

/**
 * How long to wait after a 429, in ms: the longest of what the message and the header ask for, and a little more, never
 * less (interface, "Errors"). `inARow` counts the refusals before this one.
 */
export function rateLimitWaitMs(
  reply: { readonly message: string; readonly retryAfter: string | undefined; readonly date: string | undefined },
  now: number,
  inARow: number,
  random: () => number,
): number {
  const requested = [
    parseWaitFromMessage(reply.message, reply.date, now),
    parseRetryAfter(reply.retryAfter, reply.date, now),
  ].filter((wait) => wait !== undefined);
  const wait =
    requested.length > 0
      ? Math.max(...requested)
      : Math.min(longestUnstatedWaitMs, unstatedWaitMs * 2 ** Math.max(0, inARow));
  return wait + littleMoreMs + random() * littleMoreMs;
}
