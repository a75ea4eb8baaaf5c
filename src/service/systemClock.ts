// The clock of this machine. Waits use the monotonic clock, so changes of the wall clock do not affect them.
import type { Clock } from "./wire";

/** Node runs a longer timer immediately. */
const longestTimerMs = 2 ** 31 - 1;

/** The timers and clocks used, for tests. */
export interface Timers {
  now(): number;
  monotonic(): number;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

const systemTimers: Timers = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => {
    clearTimeout(timer as NodeJS.Timeout);
  },
};

/**
 * A clock whose waits are never shorter than requested: a timer may fire early and cannot be longer than 24 days, so it
 * is restarted until the wait is over. A wait of NaN is a mistake of the caller and rejects with a `RangeError`; a
 * negative one resolves at once.
 */
export function createSystemClock(timers: Timers = systemTimers): Clock {
  return {
    now: () => timers.now(),
    monotonic: () => timers.monotonic(),
    sleep: (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        if (Number.isNaN(ms)) {
          reject(new RangeError("A wait must be a number of milliseconds."));
          return;
        }
        if (signal?.aborted === true) {
          reject(signal.reason as Error);
          return;
        }
        const end = timers.monotonic() + ms;
        let timer: unknown;
        const onAbort = (): void => {
          timers.clearTimeout(timer);
          reject(signal?.reason as Error);
        };
        const waitForRest = (): void => {
          const left = end - timers.monotonic();
          if (left <= 0) {
            signal?.removeEventListener("abort", onAbort);
            resolve();
          } else {
            timer = timers.setTimeout(waitForRest, Math.min(Math.ceil(left), longestTimerMs));
          }
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        waitForRest();
      }),
  };
}
