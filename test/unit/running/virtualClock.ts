// A clock whose waits are over as soon as nothing else can happen: everything it is used with lives in memory.
import type { Clock } from "../../../src/service/wire";

export function virtualClock(start = Date.UTC(2026, 10, 20, 12)): Clock {
  let now = start;
  let pumping = false;
  const waits = new Set<{ readonly end: number; readonly over: () => void }>();

  const pump = (): void => {
    // By now every promise that could settle has settled: only time can bring anything.
    const next = [...waits].sort((one, other) => one.end - other.end)[0];
    if (next === undefined) {
      pumping = false;
      return;
    }
    now = Math.max(now, next.end);
    waits.delete(next);
    next.over();
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
        const wait = { end: now + Math.max(0, ms), over: resolve };
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
