// The gate for all calls with one key: limits the paid requests in flight, and sends nothing while the service asks to
// wait.
import type { PaidLane } from "./serviceClient";

/** The state of the gate. It has a remaining time, not a date, so that a changed clock never opens it early. */
export interface RateLimitState {
  /** How long no request may be sent, in ms; 0 when the gate is open. */
  readonly remainingMs: number;
  /** The number of consecutive 429 replies to all calls with this key. */
  readonly inARow: number;
}

/**
 * How many requests of a lane may be in flight. A page can cost many credits, and its cost is known before the next one
 * is sent; a row costs few, so several of them hide the service's latency.
 */
export const slotsOfLane: Readonly<Record<PaidLane, number>> = { pages: 1, rows: 4 };

/**
 * Shared by all calls with one key; an implementation may share its state between windows. Of two pauses, the one that
 * ends later counts.
 */
export interface RateLimitGate {
  /**
   * Waits for a slot to send a paid request; call the result once to release it (more calls have no effect). Rejects
   * with the signal's reason when aborted, without having taken the slot.
   */
  acquirePaidSlot(signal: AbortSignal, lane?: PaidLane): Promise<() => Promise<void>>;
  state(): Promise<RateLimitState>;
  /**
   * Records a 429: no request is sent for `waitMs` from now on, or longer if a longer pause is already set.
   * `inARowWhenSent` is the number of refusals when the refused request was sent: of requests that were in flight
   * together only the first refusal counts.
   */
  pause(waitMs: number, inARowWhenSent?: number): Promise<RateLimitState>;
  /** Records a reply that was not a 429: resets the number of consecutive refusals but not the pause. */
  accepted(): Promise<void>;
  /** Whether a free call of this name may be sent although the gate is closed: once a minute after the last 429. */
  mayAskFree(name: string): Promise<boolean>;
  /** Opens the gate and resets the number of refusals: the user does not want to wait. */
  open(): Promise<void>;
}

/** After this many consecutive 429 replies the circuit opens: calls fail without being sent until the pause is over. */
export const refusalsThatOpenTheCircuit = 5;

/** The shortest pause while the circuit is open. */
export const circuitPauseMs = 60_000;

/** After a longer pause runs stop instead of waiting, so that they can be resumed. */
const longestShortPauseMs = 60_000;

/** During a longer pause users can decide not to wait. */
export const longPauseMs = 60_000;

/** The limit for a pause: one reply must not lock a key for years. */
const longestPauseMs = 24 * 3_600_000;

/** During a pause a free call is sent so long after the last refusal and after the last such call, in ms. */
export const freeCallEveryMs = 60_000;

/** The wait that is recorded for a pause, in ms. */
export const believedPauseMs = (waitMs: number): number =>
  Number.isNaN(waitMs) ? circuitPauseMs : Math.min(longestPauseMs, Math.max(0, waitMs));

/** Why no request may be sent; both times as of now. */
export interface Pause {
  readonly waitMs: number;
  readonly until: number;
  /** Short enough to wait for its end; never after too many refusals in a row. */
  readonly isShort: boolean;
  readonly isCircuitOpen: boolean;
}

export const pauseOf = ({ remainingMs, inARow }: RateLimitState, now: number): Pause => {
  const isCircuitOpen = inARow >= refusalsThatOpenTheCircuit;
  return {
    waitMs: remainingMs,
    until: now + remainingMs,
    isShort: !isCircuitOpen && remainingMs <= longestShortPauseMs,
    isCircuitOpen,
  };
};

/** The number of refusals in a row after one more; see `RateLimitGate.pause`. */
export const countRefusal = (inARow: number, inARowWhenSent: number | undefined): number =>
  inARowWhenSent !== undefined && inARow > inARowWhenSent ? inARow : inARow + 1;

/** The slots of one process, assigned to its calls in order. */
export class Semaphore {
  private occupied = 0;
  private readonly queue = new Set<() => void>();

  constructor(private readonly slots: number) {}

  async acquire(signal: AbortSignal): Promise<() => Promise<void>> {
    signal.throwIfAborted();
    if (this.occupied === this.slots) {
      await this.waitForSlot(signal);
    } else {
      this.occupied += 1;
    }
    let isReleased = false;
    return async () => {
      if (!isReleased) {
        isReleased = true;
        this.release();
      }
    };
  }

  private waitForSlot(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const takeSlot = (): void => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.queue.delete(takeSlot);
        reject(signal.reason as Error);
      };
      this.queue.add(takeSlot);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  /** Passes the slot to the next call without making it free in between, so no call can overtake the queue. */
  private release(): void {
    const [next] = this.queue;
    if (next === undefined) {
      this.occupied -= 1;
    } else {
      this.queue.delete(next);
      next();
    }
  }
}
