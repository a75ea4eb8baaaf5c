// The clock of tests: time passes when the test says so, at once, or as soon as everything waits.
import { callsInFlightMs } from "../../src/runs/paidCall";
import type { Clock } from "../../src/service/wire";

export interface TestClock extends Clock {
  /** Every wait asked for, in ms. */
  readonly waits: readonly number[];
  /** How many of them are not over. */
  readonly waiting: number;
  /** Advances the time and ends the waits that are over. */
  advance(ms: number): void;
  /** Advances from wait to wait up to a monotonic time, whenever there are `waiting` waits. */
  runUntil(time: number, waiting: number): Promise<void>;
  /** Sets the wall clock alone. */
  shiftWallClock(ms: number): void;
}

/** When a wait ends: once the test advances the time; at once; or once no other work is pending, the shortest first. */
type WaitsEnd = "advanced" | "atOnce" | "idle";

export function testClock(start = Date.UTC(2026, 10, 20, 12), end: WaitsEnd = "advanced"): TestClock {
  let now = start;
  let shift = 0;
  let onNext = (): void => undefined;
  let isPumping = false;
  const waits: number[] = [];
  const open = new Set<{ readonly end: number; readonly over: () => void }>();
  const endShortest = (): void => {
    const [next] = [...open].sort((one, other) => one.end - other.end);
    isPumping = next !== undefined;
    if (next !== undefined) {
      clock.advance(Math.max(0, next.end - now));
      setImmediate(endShortest);
    }
  };
  const clock: TestClock = {
    waits,
    now: () => now + shift,
    monotonic: () => now - start,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason as Error);
          return;
        }
        waits.push(ms);
        if (end === "advanced" && ms === callsInFlightMs) {
          // Other calls end without the clock, so end the wait for them without it, too.
          setImmediate(resolve);
          return;
        }
        const wait = { end: now + Math.max(0, ms), over: resolve };
        open.add(wait);
        signal?.addEventListener("abort", () => {
          open.delete(wait);
          reject(signal.reason as Error);
        });
        onNext();
        if (end === "atOnce") {
          clock.advance(Math.max(0, ms));
        } else if (end === "idle" && !isPumping) {
          isPumping = true;
          setImmediate(endShortest);
        }
      }),
    advance(ms) {
      now += ms;
      for (const wait of [...open]) {
        if (wait.end <= now) {
          open.delete(wait);
          wait.over();
        }
      }
    },
    get waiting() {
      return open.size;
    },
    async runUntil(time, waiting) {
      for (;;) {
        while (open.size < waiting) {
          await new Promise<void>((resolve) => (onNext = resolve));
        }
        const next = Math.min(...[...open].map((wait) => wait.end));
        const until = Math.min(next, start + time);
        clock.advance(until - now);
        if (next > until) {
          return;
        }
      }
    },
    shiftWallClock(ms) {
      shift += ms;
    },
  };
  return clock;
}

/** Lets a second pass whenever something waits, until the work is done. */
export async function whileTimePasses<T>(clock: TestClock, work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = (): boolean => (isOver = true);
  work.then(over, over);
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    if (clock.waiting > 0) {
      clock.advance(1_000);
    }
  }
  return work;
}
