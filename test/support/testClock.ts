// Clocks for tests: time passes when the test says so, or as soon as everything waits.
import { callsInFlightMs } from "../../src/runs/paidCall";
import type { Clock } from "../../src/service/wire";

export interface TestClock extends Clock {
  /** Advances the time and ends the waits that are over. */
  advance(ms: number): void;
  readonly waiting: number;
  /** Advances from wait to wait up to a monotonic time, whenever there are `waiting` waits. */
  runUntil(time: number, waiting: number): Promise<void>;
  /** Sets the wall clock alone. */
  shiftWallClock(ms: number): void;
}

/** `onWait` is called with each wait that begins. */
function clockOfWaits(start: number, onWait: () => void): TestClock & { endShortest(): boolean } {
  let now = start;
  let shift = 0;
  let onNext = (): void => undefined;
  const waits = new Set<{ readonly end: number; readonly over: () => void }>();
  return {
    now: () => now + shift,
    monotonic: () => now - start,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason as Error);
          return;
        }
        const wait = { end: now + Math.max(0, ms), over: resolve };
        waits.add(wait);
        onWait();
        onNext();
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
    async runUntil(time, waiting) {
      for (;;) {
        while (waits.size < waiting) {
          await new Promise<void>((resolve) => (onNext = resolve));
        }
        const next = Math.min(...[...waits].map(({ end }) => end));
        const until = Math.min(next, start + time);
        this.advance(until - now);
        if (next > until) {
          return;
        }
      }
    },
    shiftWallClock(ms) {
      shift += ms;
    },
    endShortest() {
      const [next] = [...waits].sort((one, other) => one.end - other.end);
      if (next === undefined) {
        return false;
      }
      now = Math.max(now, next.end);
      waits.delete(next);
      next.over();
      return true;
    },
  };
}

/** A clock that only advances when the test says so. */
export function testClock(start = Date.UTC(2026, 10, 20, 12)): TestClock {
  const clock = clockOfWaits(start, () => undefined);
  const { sleep } = clock;
  clock.sleep = (ms, signal) =>
    // Other calls end without the clock, so end the wait for them without it, too.
    ms === callsInFlightMs ? new Promise((resolve) => setImmediate(resolve)) : sleep(ms, signal);
  return clock;
}

/** Its waits end when no other work is pending, shortest first; the time advances by their length. */
export function quickClock(start = Date.UTC(2026, 10, 20, 12)): Clock {
  let isPumping = false;
  const pump = (): void => {
    isPumping = clock.endShortest();
    if (isPumping) {
      setImmediate(pump);
    }
  };
  const clock = clockOfWaits(start, () => {
    if (!isPumping) {
      isPumping = true;
      setImmediate(pump);
    }
  });
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
