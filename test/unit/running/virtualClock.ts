// A clock whose waits end when no other work is pending; it only works with code that does no I/O.
import type { Clock } from "../../../src/service/wire";

export function virtualClock(start = Date.UTC(2026, 10, 20, 12)): Clock {
  let now = start;
  let pumping = false;
  const waits = new Set<{ readonly end: number; readonly finish: () => void }>();

  const pump = (): void => {
    // Every promise that could settle has settled, so only a wait can continue.
    const next = [...waits].sort((one, other) => one.end - other.end)[0];
    if (next === undefined) {
      pumping = false;
      return;
    }
    now = Math.max(now, next.end);
    waits.delete(next);
    next.finish();
    setImmediate(pump);
  };

  return {
    now: () => now,
    monotonic: () => now - start,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason as Error);
          return;
        }
        const wait = { end: now + Math.max(0, ms), finish: resolve };
        waits.add(wait);
        signal?.addEventListener("abort", () => {
          waits.delete(wait);
          reject(signal.reason as Error);
        });
        if (!pumping) {
          pumping = true;
          setImmediate(pump);
        }
      }),
  };
}
