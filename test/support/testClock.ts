// A clock that stands still until a test moves it.
import { callsInFlightMs } from "../../src/runs/budget";
import type { Clock } from "../../src/service/wire";

export interface TestClock extends Clock {
  /** Moves time on and ends the waits that are over. */
  advance(ms: number): void;
  readonly waiting: number;
}

export function testClock(start = Date.UTC(2026, 10, 20, 12)): TestClock {
  let now = start;
  const waits = new Set<{ readonly end: number; readonly over: () => void }>();
  return {
    now: () => now,
    monotonic: () => now - start,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason as Error);
          return;
        }
        if (ms === callsInFlightMs) {
          // Other calls end without the clock, so the wait for them does, too.
          setImmediate(resolve);
          return;
        }
        const wait = { end: now + ms, over: resolve };
        waits.add(wait);
        signal?.addEventListener("abort", () => {
          waits.delete(wait);
          reject(signal.reason as Error);
        });
      }),
    advance(ms) {
      now += ms;
      for (const wait of [...waits]) {
        if (wait.end <= now) {
          waits.delete(wait);
          wait.over();
        }
      }
    },
    get waiting() {
      return waits.size;
    },
  };
}
