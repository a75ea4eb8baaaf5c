// The gate that all calls with one key pass: one paid request in flight, and nobody sends while the service asked to wait.
import type { RateLimitWait } from "./serviceClient";
import type { Clock } from "./wire";

/** What the gate knows now. A remaining time rather than a date, so that a changed clock can never open it early. */
export interface RateLimitState {
  /** How long nobody may send, in ms; 0 when the gate is open. */
  readonly remainingMs: number;
  /** How many 429 replies came in a row, over all calls with this key. */
  readonly inARow: number;
}

/**
 * Shared by all calls with one key. An implementation may keep its state in a file, so that several windows share it.
 * The pause only ever grows: of two pauses the later end holds.
 */
export interface RateLimitGate {
  /**
   * Waits for the turn to send a paid request; the result gives the turn back and is called exactly once per turn
   * (calling it again must do no harm). Rejects with the signal's reason when aborted, having taken no turn.
   */
  enterPaid(signal: AbortSignal): Promise<() => Promise<void>>;
  state(): Promise<RateLimitState>;
  /** Notes one more 429: nobody sends for `waitMs` from now on, or longer where a longer pause already stands. */
  pause(waitMs: number): Promise<RateLimitState>;
  /** Notes a reply that was not a 429: the count of refusals in a row begins anew. The pause stays. */
  accepted(): Promise<void>;
}

/** With this many 429 replies in a row the circuit opens: calls are refused here, unsent, until the pause is over. */
export const refusalsThatOpenTheCircuit = 5;

/** While the circuit is open nothing is sent for at least this long. */
export const circuitPauseMs = 60_000;

/** A wait longer than this is not sat out inside a call: the call is refused, so that whoever asked can pause and resume. */
export const longestWaitInsideACall = 60_000;

/** A pause longer than this may be a mistake of the service: the user is told until when, and may ask for what is free before that. */
export const longPauseMs = 3_600_000;

/** Why the gate lets nobody through; both times as they are at the moment of refusal. */
export interface GateRefusal {
  readonly waitMs: number;
  readonly until: number;
  readonly circuitOpen: boolean;
}

/**
 * Waits until the gate is open, telling `onWait` when the wait begins (and again when it grows) and when it is over.
 * Resolves to a refusal instead when the wait is longer than a call may last or the circuit is open.
 */
export async function waitUntilOpen(
  gate: RateLimitGate,
  clock: Clock,
  signal: AbortSignal,
  onWait?: (wait: RateLimitWait | undefined) => void,
): Promise<GateRefusal | undefined> {
  let told = false;
  try {
    for (;;) {
      signal.throwIfAborted();
      const { remainingMs, inARow } = await gate.state();
      if (!(remainingMs > 0)) {
        return undefined;
      }
      const until = clock.now() + remainingMs;
      const circuitOpen = inARow >= refusalsThatOpenTheCircuit;
      if (circuitOpen || remainingMs > longestWaitInsideACall) {
        return { waitMs: remainingMs, until, circuitOpen };
      }
      told = true;
      onWait?.({ until, inARow });
      await clock.sleep(remainingMs, signal);
    }
  } finally {
    if (told) {
      onWait?.(undefined);
    }
  }
}

/** A gate for one process. Measured on the monotonic clock, which no change of the wall clock touches. */
export function createMemoryGate(clock: Clock): RateLimitGate {
  let openAt = Number.NEGATIVE_INFINITY;
  let inARow = 0;
  let busy = false;
  const queue = new Set<() => void>();

  const state = (): RateLimitState => ({ remainingMs: Math.max(0, openAt - clock.monotonic()), inARow });

  const leave = (): (() => Promise<void>) => {
    let left = false;
    return async () => {
      if (left) {
        return;
      }
      left = true;
      const [next] = queue;
      if (next === undefined) {
        busy = false;
      } else {
        queue.delete(next);
        next();
      }
    };
  };

  return {
    async enterPaid(signal) {
      signal.throwIfAborted();
      if (busy) {
        await new Promise<void>((resolve, reject) => {
          const turn = (): void => {
            signal.removeEventListener("abort", giveUp);
            resolve();
          };
          const giveUp = (): void => {
            queue.delete(turn);
            reject(signal.reason as Error);
          };
          queue.add(turn);
          signal.addEventListener("abort", giveUp, { once: true });
        });
      }
      busy = true;
      return leave();
    },
    state: async () => state(),
    async pause(waitMs) {
      inARow += 1;
      openAt = Math.max(openAt, clock.monotonic() + (Number.isNaN(waitMs) ? circuitPauseMs : Math.max(0, waitMs)));
      return state();
    },
    async accepted() {
      inARow = 0;
    },
  };
}
