// Decides about retries. A paid request is repeated only if it was certainly not sent, or refused with 429. A free
// request is also repeated when its reply was lost.
import { parseRetryAfter, parseWaitFromMessage } from "./duration";
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
