// The rate-limit gate of one key, shared by all windows: pauses and the slots for paid calls are rows of the database.
import {
  freeCallEveryMs,
  slotsOfLane,
  Semaphore,
  type RateLimitGate,
  type RateLimitState,
} from "../service/rateLimitGate";
import type { PaidLane } from "../service/serviceClient";
import type { Clock } from "../service/wire";
import type { Store } from "../store/client";
import { keepLease, leaseOf } from "./keepLease";

/** How often a window polls for a slot that is in use by other windows, in ms. */
const pollMs = 40;
/** The slot of a window that died is free after this time, in ms. */
const leaseMs = 15_000;

export interface StoreGateDeps {
  readonly pauses: Store["pauses"];
  /** A one-way hash of the key. */
  readonly keyHash: string;
  readonly clock: Clock;
  /** Unique for each window. */
  readonly owner: string;
  /** From 0 to 1: jitter, so that windows waiting for the same slot do not poll at the same moments. */
  readonly random?: () => number;
}

/** Open when the database fails: a run cannot open a call then anyway. */
export class StoreRateLimitGate implements RateLimitGate {
  /** Queues for the calls of this process, in their order. */
  private readonly queues: Readonly<Record<PaidLane, Semaphore>> = {
    pages: new Semaphore(slotsOfLane.pages),
    rows: new Semaphore(slotsOfLane.rows),
  };

  constructor(private readonly deps: StoreGateDeps) {}

  async acquirePaidSlot(signal: AbortSignal, lane: PaidLane = "pages"): Promise<() => Promise<void>> {
    const leaveQueue = await this.queues[lane].acquire(signal);
    const releaseSlot = await this.acquireSlot(lane, signal).catch(() => undefined);
    const leave = async (): Promise<void> => {
      await releaseSlot?.();
      await leaveQueue();
    };
    if (signal.aborted) {
      await leave();
      signal.throwIfAborted();
    }
    return leave;
  }

  /** One of the slots that all windows share. Resolves to a function that releases it and may be called twice. */
  private async acquireSlot(lane: PaidLane, signal: AbortSignal): Promise<() => Promise<void>> {
    const { pauses, clock, owner, random = Math.random } = this.deps;
    // Each lane has its own rows for its slots.
    const key = lane === "pages" ? this.deps.keyHash : `${this.deps.keyHash} ${lane}`;
    for (;;) {
      const slot = await pauses.acquireSlot(key, slotsOfLane[lane], leaseOf(this.deps, leaseMs));
      if (slot !== undefined) {
        const released = new AbortController();
        void keepLease(this.deps, leaseMs, released.signal, (lease) => pauses.renewSlot(key, slot, lease));
        return async () => {
          if (!released.signal.aborted) {
            released.abort();
            await pauses.releaseSlot(key, slot, owner).catch(() => undefined);
          }
        };
      }
      await clock.sleep(pollMs * (0.75 + random() / 2), signal);
    }
  }

  state(): Promise<RateLimitState> {
    const { pauses, keyHash, clock } = this.deps;
    return pauses.state(keyHash, clock.now()).catch(() => ({ remainingMs: 0, inARow: 0 }));
  }

  pause(waitMs: number, inARowWhenSent?: number): Promise<RateLimitState> {
    const { pauses, keyHash, clock } = this.deps;
    return pauses.pause(keyHash, waitMs, clock.now(), inARowWhenSent);
  }

  accepted(): Promise<void> {
    return this.deps.pauses.accepted(this.deps.keyHash);
  }

  mayAskFree(name: string): Promise<boolean> {
    const { pauses, keyHash, clock, owner } = this.deps;
    return pauses.takeFreeCall(keyHash, name, { owner, now: clock.now(), ms: freeCallEveryMs }).catch(() => false);
  }

  open(): Promise<void> {
    return this.deps.pauses.clear(this.deps.keyHash);
  }
}
