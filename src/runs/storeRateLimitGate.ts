// The rate-limit gate of one key, shared by all windows: pauses and the slots for paid calls are rows of the database.
import {
  believedPauseMs,
  countRefusal,
  freeCallEveryMs,
  slotsOfLane,
  SlotQueue,
  type RateLimitGate,
  type RateLimitState,
} from "../service/rateLimitGate";
import type { PaidLane } from "../service/serviceClient";
import type { Clock } from "../service/wire";
import type { Store } from "../store/client";
import type { PauseState } from "../store/pauses";
import { keepLease, leaseOf } from "./keepLease";

/** How often a window polls for a slot that other windows have, in ms. */
const pollMs = 40;
/** The slot of a window that died is free after so long, in ms. */
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

/**
 * Each process measures a pause on its own monotonic clock from when it first reads it, so a changed wall clock opens
 * nothing early; what the rows say can only make a pause longer, unless the user has ended it. When the database fails,
 * the gate still limits this process.
 */
export class StoreRateLimitGate implements RateLimitGate {
  /** The calls of this process, in their order. */
  private readonly queues: Readonly<Record<PaidLane, SlotQueue>> = {
    pages: new SlotQueue(slotsOfLane.pages),
    rows: new SlotQueue(slotsOfLane.rows),
  };
  private openAt = Number.NEGATIVE_INFINITY;
  private inARow = 0;
  /** `changed` of the row that was read last. */
  private lastRead = 0;
  /** `cleared` of that row. */
  private cleared = 0;

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

  /** One of the slots that all windows share. Resolves to what releases it, which may be called twice. */
  private async acquireSlot(lane: PaidLane, signal: AbortSignal): Promise<() => Promise<void>> {
    const { pauses, clock, owner, random = Math.random } = this.deps;
    // The slots of a lane have rows of their own.
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

  async state(): Promise<RateLimitState> {
    const { pauses, keyHash, clock } = this.deps;
    await pauses.state(keyHash, clock.now()).then(
      (row) => this.merge(row),
      () => undefined,
    );
    return this.currentState();
  }

  async pause(waitMs: number, inARowWhenSent?: number): Promise<RateLimitState> {
    const { pauses, keyHash, clock } = this.deps;
    const ms = believedPauseMs(waitMs);
    this.closeFor(ms);
    this.inARow = countRefusal(this.inARow, inARowWhenSent);
    await pauses.pause(keyHash, ms, clock.now(), inARowWhenSent).then(
      (row) => this.merge(row),
      () => undefined,
    );
    return this.currentState();
  }

  async accepted(): Promise<void> {
    // Nearly every reply is accepted: write only if there is a count to reset.
    if (this.inARow > 0) {
      this.inARow = 0;
      await this.deps.pauses.accepted(this.deps.keyHash).catch(() => undefined);
    }
  }

  async mayAskFree(name: string): Promise<boolean> {
    const { pauses, keyHash, clock, owner } = this.deps;
    return pauses.takeFreeCall(keyHash, name, { owner, now: clock.now(), ms: freeCallEveryMs }).catch(() => false);
  }

  async open(): Promise<void> {
    const { pauses, keyHash, clock } = this.deps;
    this.forgetPause();
    await pauses.clear(keyHash, clock.now()).then(
      (row) => this.merge(row),
      () => undefined,
    );
  }

  private currentState(): RateLimitState {
    return { remainingMs: Math.max(0, this.openAt - this.deps.clock.monotonic()), inARow: this.inARow };
  }

  private closeFor(ms: number): void {
    this.openAt = Math.max(this.openAt, this.deps.clock.monotonic() + ms);
  }

  private forgetPause(): void {
    this.openAt = Number.NEGATIVE_INFINITY;
    this.inARow = 0;
  }

  private merge(row: PauseState): void {
    if (row.cleared !== this.cleared) {
      this.cleared = row.cleared;
      this.forgetPause();
    }
    if (row.changed !== this.lastRead) {
      this.lastRead = row.changed;
      this.inARow = row.inARow;
      this.closeFor(row.remainingMs);
    }
  }
}
