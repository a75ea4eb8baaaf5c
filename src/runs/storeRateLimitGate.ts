// The rate-limit gate of one key, shared by all windows: pauses and the slots for paid calls are rows of the database.
import {
  believedPauseMs,
  countRefusal,
  freeCallEveryMs,
  type PaidLane,
  type RateLimitGate,
  type RateLimitState,
} from "../service/rateLimitGate";
import type { PauseState } from "../store/pauses";
import { StoreSlots, type StoreGateDeps } from "./storeSlots";

/**
 * Each process measures a pause on its own monotonic clock from when it first reads it, so a changed wall clock opens
 * nothing early; what the rows say can only make a pause longer, unless the user has ended it. When the database fails,
 * the gate still limits this process.
 */
export class StoreRateLimitGate implements RateLimitGate {
  private readonly lanes: Readonly<Record<PaidLane, StoreSlots>>;
  private openAt = Number.NEGATIVE_INFINITY;
  private inARow = 0;
  /** `changed` of the row that was read last. */
  private lastRead = 0;
  /** `cleared` of that row. */
  private cleared = 0;

  constructor(private readonly deps: StoreGateDeps) {
    this.lanes = { search: new StoreSlots(deps, "search"), lookup: new StoreSlots(deps, "lookup") };
  }

  acquirePaidSlot(signal: AbortSignal, lane: PaidLane = "search"): Promise<() => Promise<void>> {
    return this.lanes[lane].acquire(signal);
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
