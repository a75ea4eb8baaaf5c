// The gate for all calls with one key: one paid request at a time, and no request while the service asks to wait.
import type { RateLimitWait } from "./serviceClient";
import type { Clock } from "./wire";

/** The state of the gate. It has a remaining time, not a date, so that a changed clock never opens it early. */
export interface RateLimitState {
  /** How long no request may be sent, in ms; 0 when the gate is open. */
  readonly remainingMs: number;
  /** The number of consecutive 429 replies to all calls with this key. */
  readonly inARow: number;
}

/**
 * Shared by all calls with one key; an implementation may share its state between windows. Of two pauses, the one that
 * ends later counts.
 */
export interface RateLimitGate {
  /**
   * Waits for the slot to send a paid request; call the result once to release it (more calls have no effect). Rejects
   * with the signal's reason when aborted, without having taken the slot.
   */
  acquirePaidSlot(signal: AbortSignal): Promise<() => Promise<void>>;
  state(): Promise<RateLimitState>;
  /** Records a 429: no request is sent for `waitMs` from now on, or longer if a longer pause is already set. */
  pause(waitMs: number): Promise<RateLimitState>;
  /** Records a reply that was not a 429: resets the number of consecutive refusals but not the pause. */
  accepted(): Promise<void>;
}

/** After this many consecutive 429 replies the circuit opens: calls fail without being sent until the pause is over. */
export const refusalsThatOpenTheCircuit = 5;

/** The shortest pause while the circuit is open. */
export const circuitPauseMs = 60_000;

/** During a longer pause calls fail instead of waiting, so that a run can stop and be resumed. */
const longestWaitInsideACall = 60_000;

/** A longer pause may be a mistake of the service: users see its end and may still make free calls. */
export const longPauseMs = 3_600_000;

/** Why no request may be sent; both times as of the refusal. */
interface GateRefusal {
  readonly waitMs: number;
  readonly until: number;
  readonly circuitOpen: boolean;
}

/**
 * Waits until the gate is open; calls `onWait` when the wait begins, when it becomes longer and when it is over.
 * Resolves to a refusal when the wait is longer than a call may last or the circuit is open.
 */
export async function waitUntilOpen(
  gate: RateLimitGate,
  clock: Clock,
  signal: AbortSignal,
  onWait?: (wait: RateLimitWait | undefined) => void,
): Promise<GateRefusal | undefined> {
  let isWaiting = false;
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
      isWaiting = true;
      onWait?.({ until, inARow });
      await clock.sleep(remainingMs, signal);
    }
  } finally {
    if (isWaiting) {
      onWait?.(undefined);
    }
  }
}

/** A gate for one process. It uses the monotonic clock, which changes of the wall clock do not affect. */
export class MemoryGate implements RateLimitGate {
  private openAt = Number.NEGATIVE_INFINITY;
  private inARow = 0;
  private isOccupied = false;
  private readonly queue = new Set<() => void>();

  constructor(private readonly clock: Clock) {}

  async acquirePaidSlot(signal: AbortSignal): Promise<() => Promise<void>> {
    signal.throwIfAborted();
    if (this.isOccupied) {
      await this.waitForSlot(signal);
    }
    this.isOccupied = true;
    let isReleased = false;
    return async () => {
      if (!isReleased) {
        isReleased = true;
        this.releaseSlot();
      }
    };
  }

  async state(): Promise<RateLimitState> {
    return { remainingMs: Math.max(0, this.openAt - this.clock.monotonic()), inARow: this.inARow };
  }

  async pause(waitMs: number): Promise<RateLimitState> {
    this.inARow += 1;
    const pauseMs = Number.isNaN(waitMs) ? circuitPauseMs : Math.max(0, waitMs);
    this.openAt = Math.max(this.openAt, this.clock.monotonic() + pauseMs);
    return this.state();
  }

  async accepted(): Promise<void> {
    this.inARow = 0;
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
  private releaseSlot(): void {
    const [next] = this.queue;
    if (next === undefined) {
      this.isOccupied = false;
    } else {
      this.queue.delete(next);
      next();
    }
  }
}
