// A gate whose state is in memory, for tests of one process.
import {
  believedPauseMs,
  countRefusal,
  freeCallEveryMs,
  Semaphore,
  slotsOfLane,
  type RateLimitGate,
  type RateLimitState,
} from "../../src/service/rateLimitGate";
import type { PaidLane } from "../../src/service/serviceClient";
import type { Clock } from "../../src/service/wire";

/**
 * A gate for one process. It uses the monotonic clock, which changes of the wall clock do not affect.
 */
export class MemoryGate implements RateLimitGate {
  private openAt = Number.NEGATIVE_INFINITY;
  private inARow = 0;
  private refusedAt = Number.NEGATIVE_INFINITY;
  private readonly freeCalls = new Map<string, number>();
  private readonly lanes = { pages: new Semaphore(slotsOfLane.pages), rows: new Semaphore(slotsOfLane.rows) };

  constructor(private readonly clock: Clock) {}

  acquirePaidSlot(signal: AbortSignal, lane: PaidLane = "pages"): Promise<() => Promise<void>> {
    return this.lanes[lane].acquire(signal);
  }

  async state(): Promise<RateLimitState> {
    return { remainingMs: Math.max(0, this.openAt - this.clock.monotonic()), inARow: this.inARow };
  }

  async pause(waitMs: number, inARowWhenSent?: number): Promise<RateLimitState> {
    this.inARow = countRefusal(this.inARow, inARowWhenSent);
    this.refusedAt = this.clock.monotonic();
    this.openAt = Math.max(this.openAt, this.refusedAt + believedPauseMs(waitMs));
    return this.state();
  }

  async accepted(): Promise<void> {
    this.inARow = 0;
  }

  async mayAskFree(name: string): Promise<boolean> {
    const now = this.clock.monotonic();
    if (now - Math.max(this.refusedAt, this.freeCalls.get(name) ?? this.refusedAt) < freeCallEveryMs) {
      return false;
    }
    this.freeCalls.set(name, now);
    return true;
  }

  async open(): Promise<void> {
    this.openAt = Number.NEGATIVE_INFINITY;
    this.inARow = 0;
  }
}
