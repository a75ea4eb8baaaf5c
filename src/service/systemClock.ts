// The clock of this machine. Waits use the monotonic clock, so changes of the wall clock do not affect them.
import { setTimeout } from "node:timers/promises";
import type { Clock } from "./wire";

/** Node runs a longer timer immediately. */
const longestTimerMs = 2 ** 31 - 1;

/** A clock whose waits are never shorter than requested: a timer may fire early and cannot be longer than 24 days. */
export function createSystemClock(): Clock {
  const monotonic = (): number => performance.now();
  return {
    now: () => Date.now(),
    monotonic,
    async sleep(ms, signal) {
      const end = monotonic() + ms;
      signal?.throwIfAborted();
      for (let left = ms; left > 0; left = end - monotonic()) {
        await setTimeout(Math.min(Math.ceil(left), longestTimerMs), undefined, { signal }).catch((error: unknown) => {
          signal?.throwIfAborted();
          throw error;
        });
      }
    },
  };
}
