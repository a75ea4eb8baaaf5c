// A clock that stops while anything runs and jumps to the next wake-up time once everything sleeps.
import type { Clock } from "../../../src/service/wire";

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export interface JumpingClock extends Clock {
  /** Sets the wall clock alone. */
  shiftWallClock(ms: number): void;
  /** Jumps from sleeper to sleeper until the monotonic time given, whenever `sleepers` of them sleep. */
  runUntil(time: number, sleepers: number): Promise<void>;
}

export function jumpingClock(start: number): JumpingClock {
  let time = 0;
  let wall = start;
  const sleeping = new Set<Sleeper>();
  let noticed: () => void = () => undefined;

  return {
    now: () => wall + time,
    monotonic: () => time,
    shiftWallClock(ms) {
      wall += ms;
    },
    sleep: (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason as Error);
          return;
        }
        const giveUp = (): void => {
          sleeping.delete(sleeper);
          reject(signal?.reason as Error);
        };
        const sleeper: Sleeper = {
          at: time + Math.max(0, ms),
          wake: () => {
            signal?.removeEventListener("abort", giveUp);
            sleeping.delete(sleeper);
            resolve();
          },
        };
        signal?.addEventListener("abort", giveUp, { once: true });
        sleeping.add(sleeper);
        noticed();
      }),
    async runUntil(end, sleepers) {
      for (;;) {
        while (sleeping.size < sleepers) {
          await new Promise<void>((resolve) => {
            noticed = resolve;
          });
        }
        const next = Math.min(...Array.from(sleeping, ({ at }) => at));
        if (next > end) {
          time = end;
          return;
        }
        time = next;
        for (const sleeper of [...sleeping].filter(({ at }) => at <= next)) {
          sleeper.wake();
        }
      }
    },
  };
}
