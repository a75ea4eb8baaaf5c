// Time as the machine has it. A wait ends only when the monotonic clock agrees, however the wall clock is set meanwhile.
import type { Clock } from "./wire";

/** Timers longer than this fire at once instead of late. */
const longestTimerMs = 2 ** 31 - 1;

/** The machine's timers and clocks, as a parameter. */
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
 * A clock whose waits are never shorter than asked: split where a timer cannot hold them, measured on the monotonic
 * clock, and begun again while any of it is left. A wait of NaN is a mistake of the caller and is refused with a
 * `RangeError`; a negative one is over at once.
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
        const giveUp = (): void => {
          timers.clearTimeout(timer);
          reject(signal?.reason as Error);
        };
        const rest = (): void => {
          const left = end - timers.monotonic();
          if (left <= 0) {
            signal?.removeEventListener("abort", giveUp);
            resolve();
          } else {
            timer = timers.setTimeout(rest, Math.min(Math.ceil(left), longestTimerMs));
          }
        };
        signal?.addEventListener("abort", giveUp, { once: true });
        rest();
      }),
  };
}
