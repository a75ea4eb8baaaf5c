// The rate-limit gate of one key, shared by all windows: pauses and the slot for paid calls are rows of the database.
import { circuitPauseMs, MemoryGate, type RateLimitGate, type RateLimitState } from "../service/rateLimitGate";
import type { Clock } from "../service/wire";
import type { Store } from "../store/client";
import type { PauseState } from "../store/pauses";

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

/** How often a window polls for a slot that another window has, in ms. */
const pollMs = 40;
/** The slot of a window that died is free after so long, in ms. */
const leaseMs = 15_000;
const renewEveryMs = 5_000;
/** A window with more calls waiting keeps the slot for so long, in ms, before another window gets it. */
const longestSlotMs = 500;
const slots = 1;

interface HeldSlot {
  readonly slot: number;
  /** On the monotonic clock. */
  readonly since: number;
  readonly released: AbortController;
}

/**
 * Each process measures a pause on its own monotonic clock from when it first reads it, so a changed wall clock opens
 * nothing early; what the rows say can only make a pause longer. When the database fails, the gate still limits this
 * process.
 */
export class StoreRateLimitGate implements RateLimitGate {
  /** Orders the calls of this process. */
  private readonly local: RateLimitGate;
  private openAt = Number.NEGATIVE_INFINITY;
  private inARow = 0;
  /** `changed` of the row that was read last. */
  private lastRead = 0;
  private held: HeldSlot | undefined;
  private waiting = 0;
  private isCallRunning = false;

  constructor(private readonly deps: StoreGateDeps) {
    this.local = new MemoryGate(deps.clock);
  }

  async acquirePaidSlot(signal: AbortSignal): Promise<() => Promise<void>> {
    const leave = await this.enterLocal(signal);
    try {
      await this.acquireSlot(signal).catch(() => undefined);
      signal.throwIfAborted();
    } catch (error) {
      await this.leaveSlot();
      await leave();
      throw error;
    }
    let hasLeft = false;
    return async () => {
      if (!hasLeft) {
        hasLeft = true;
        await this.leaveSlot();
        await leave();
      }
    };
  }

  async state(): Promise<RateLimitState> {
    const { pauses, keyHash, clock } = this.deps;
    await pauses.state(keyHash, clock.now()).then(
      (row) => this.merge(row),
      () => undefined,
    );
    return this.currentState();
  }

  async pause(waitMs: number): Promise<RateLimitState> {
    const { pauses, keyHash, clock } = this.deps;
    const ms = Number.isNaN(waitMs) ? circuitPauseMs : Math.max(0, waitMs);
    this.closeFor(ms);
    this.inARow += 1;
    await pauses.pause(keyHash, ms, clock.now()).then(
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

  private currentState(): RateLimitState {
    return { remainingMs: Math.max(0, this.openAt - this.deps.clock.monotonic()), inARow: this.inARow };
  }

  private closeFor(ms: number): void {
    this.openAt = Math.max(this.openAt, this.deps.clock.monotonic() + ms);
  }

  private merge(row: PauseState): void {
    if (row.changed !== this.lastRead) {
      this.lastRead = row.changed;
      this.inARow = row.inARow;
      this.closeFor(row.remainingMs);
    }
  }

  private async enterLocal(signal: AbortSignal): Promise<() => Promise<void>> {
    this.waiting += 1;
    try {
      const leave = await this.local.acquirePaidSlot(signal);
      this.isCallRunning = true;
      return leave;
    } finally {
      this.waiting -= 1;
      if (this.waiting === 0 && !this.isCallRunning) {
        // The call for which the slot was kept was aborted meanwhile.
        void this.releaseSlot();
      }
    }
  }

  private async acquireSlot(signal: AbortSignal): Promise<void> {
    const { pauses, keyHash, clock, owner, random = Math.random } = this.deps;
    while (this.held === undefined) {
      const slot = await pauses.acquireSlot(keyHash, slots, { owner, now: clock.now(), ms: leaseMs });
      if (slot !== undefined) {
        this.held = { slot, since: clock.monotonic(), released: new AbortController() };
        void this.renewUntilReleased(this.held);
      } else {
        await clock.sleep(pollMs * (0.75 + random() / 2), signal);
      }
    }
  }

  private async renewUntilReleased({ slot, released }: HeldSlot): Promise<void> {
    const { pauses, keyHash, clock, owner } = this.deps;
    try {
      for (;;) {
        await clock.sleep(renewEveryMs, released.signal);
        await pauses.renewSlot(keyHash, slot, { owner, now: clock.now(), ms: leaseMs });
      }
    } catch {
      // Released, or the database failed: then the lease runs out.
    }
  }

  /** Keeps the slot while more calls of this window wait, but not for long. */
  private async leaveSlot(): Promise<void> {
    this.isCallRunning = false;
    const heldMs = this.held === undefined ? 0 : this.deps.clock.monotonic() - this.held.since;
    if (this.waiting === 0 || heldMs > longestSlotMs) {
      await this.releaseSlot();
    }
  }

  private async releaseSlot(): Promise<void> {
    const { held } = this;
    this.held = undefined;
    held?.released.abort();
    if (held !== undefined) {
      await this.deps.pauses.releaseSlot(this.deps.keyHash, held.slot, this.deps.owner).catch(() => undefined);
    }
  }
}
