// The slots for paid calls of one lane and one key: this process orders its calls, rows of the database share the slots
// among windows.
import { SlotQueue, slotsOfLane, type PaidLane } from "../service/rateLimitGate";
import type { Clock } from "../service/wire";
import type { Store } from "../store/client";
import { keepLease, leaseOf } from "./keepLease";

/** How often a window polls for a slot that other windows have, in ms. */
const pollMs = 40;
/** The slot of a window that died is free after so long, in ms. */
const leaseMs = 15_000;
/** A window with more calls waiting keeps a slot for so long, in ms, before another window gets it. */
const longestSlotMs = 500;

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

interface HeldSlot {
  readonly slot: number;
  /** On the monotonic clock. */
  readonly since: number;
  readonly released: AbortController;
}

export class StoreSlots {
  /** Orders the calls of this process. */
  private readonly local: SlotQueue;
  private readonly slots: number;
  /** The slots of a lane have rows of their own. */
  private readonly keyHash: string;
  /** Held for the next call of this window. */
  private readonly idle: HeldSlot[] = [];
  private waiting = 0;
  private running = 0;

  constructor(
    private readonly deps: StoreGateDeps,
    lane: PaidLane,
  ) {
    this.slots = slotsOfLane[lane];
    this.local = new SlotQueue(this.slots);
    this.keyHash = lane === "search" ? deps.keyHash : `${deps.keyHash} ${lane}`;
  }

  /** See `RateLimitGate.acquirePaidSlot`. When the database fails, only the calls of this process are limited. */
  async acquire(signal: AbortSignal): Promise<() => Promise<void>> {
    const leave = await this.enterLocal(signal);
    let held: HeldSlot | undefined;
    try {
      held = await this.acquireSlot(signal).catch(() => undefined);
      signal.throwIfAborted();
    } catch (error) {
      await this.leaveSlot(held);
      await leave();
      throw error;
    }
    let hasLeft = false;
    return async () => {
      if (!hasLeft) {
        hasLeft = true;
        await this.leaveSlot(held);
        await leave();
      }
    };
  }

  private async enterLocal(signal: AbortSignal): Promise<() => Promise<void>> {
    this.waiting += 1;
    try {
      const leave = await this.local.acquire(signal);
      this.running += 1;
      return leave;
    } finally {
      this.waiting -= 1;
      if (this.waiting === 0 && this.running === 0) {
        // The call for which the slot was kept was aborted meanwhile.
        void this.releaseAll(this.idle.splice(0));
      }
    }
  }

  private async acquireSlot(signal: AbortSignal): Promise<HeldSlot> {
    const { pauses, clock, random = Math.random } = this.deps;
    for (;;) {
      const kept = this.idle.pop();
      if (kept !== undefined) {
        return kept;
      }
      const slot = await pauses.acquireSlot(this.keyHash, this.slots, leaseOf(this.deps, leaseMs));
      if (slot !== undefined) {
        const held = { slot, since: clock.monotonic(), released: new AbortController() };
        void keepLease(this.deps, leaseMs, held.released.signal, (lease) =>
          pauses.renewSlot(this.keyHash, slot, lease),
        );
        return held;
      }
      await clock.sleep(pollMs * (0.75 + random() / 2), signal);
    }
  }

  /** Keeps the slot while more calls of this window wait, but not for long. */
  private async leaveSlot(held: HeldSlot | undefined): Promise<void> {
    this.running -= 1;
    if (held === undefined) {
      return;
    }
    if (this.waiting === 0) {
      await this.releaseAll([held, ...this.idle.splice(0)]);
    } else if (this.deps.clock.monotonic() - held.since > longestSlotMs) {
      await this.releaseAll([held]);
    } else {
      this.idle.push(held);
    }
  }

  private async releaseAll(all: readonly HeldSlot[]): Promise<void> {
    const { pauses, owner } = this.deps;
    for (const { slot, released } of all) {
      released.abort();
      await pauses.releaseSlot(this.keyHash, slot, owner).catch(() => undefined);
    }
  }
}
