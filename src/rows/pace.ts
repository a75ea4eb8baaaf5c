// Long work in slices, so that the editor and other extensions get their turn between two of them.
import type { Clock } from "../service/wire";

export interface Pace {
  readonly clock: Pick<Clock, "monotonic">;
  /** Lets everything else that waits run: `setImmediate` as a promise. */
  readonly yieldToOthers: () => Promise<void>;
  readonly signal?: AbortSignal | undefined;
  /** Longest work between two turns, in ms. 5 when absent: the last step of a slice may run over by a few. */
  readonly sliceMs?: number | undefined;
}

const defaultSliceMs = 5;

/** One piece of long work under way. */
export interface Slices {
  /** Whether the slice is used up; ask often, it costs a look at the clock. */
  spent(): boolean;
  /** Gives way and begins the next slice. Rejects with the signal's reason once aborted. */
  turn(): Promise<void>;
  /** Begins a slice anew, after something that waited anyway. */
  begin(): void;
}

export function slicesOf(pace: Pace): Slices {
  const length = pace.sliceMs ?? defaultSliceMs;
  let until = pace.clock.monotonic() + length;
  const begin = (): void => {
    until = pace.clock.monotonic() + length;
  };
  return {
    spent: () => pace.clock.monotonic() >= until,
    begin,
    turn: async () => {
      pace.signal?.throwIfAborted();
      await pace.yieldToOthers();
      pace.signal?.throwIfAborted();
      begin();
    },
  };
}
