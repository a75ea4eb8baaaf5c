// Long work in short slices, so that a host that shares the event loop stays responsive.
import { setImmediate } from "node:timers/promises";

/** Awaited between slices; lets other work run when the slice has taken long enough. */
export type Pause = () => Promise<void>;

/** Pauses once the current slice has lasted `sliceMs`. */
export function pauseAfter(sliceMs: number, monotonic: () => number = () => performance.now()): Pause {
  let began = monotonic();
  return async () => {
    if (monotonic() - began < sliceMs) return;
    await setImmediate();
    began = monotonic();
  };
}
