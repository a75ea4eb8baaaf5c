// The gate of one key across windows: pauses and the turn to pay are rows of the database.
import { circuitPauseMs, createMemoryGate, type RateLimitGate, type RateLimitState } from "../service/rateLimitGate";
import type { Clock } from "../service/wire";
import type { Store } from "../store/client";
import type { PauseState } from "../store/pauses";

export interface StoreGateDeps {
  readonly pauses: Store["pauses"];
  /** A hash of the key that cannot be turned back into it. */
  readonly keyHash: string;
  readonly clock: Clock;
  /** Unique for each window. */
  readonly owner: string;
  /** From 0 to 1: windows that wait for the same turn must not look at the same moments. */
  readonly random?: () => number;
}

/** How often a turn that another window has is looked at, in ms. */
const lookMs = 40;
/** A window that is gone is noticed after so long, in ms. */
const leaseMs = 15_000;
const renewEveryMs = 5_000;
/** With more calls waiting, a window keeps the turn for so long, in ms, before another window gets it. */
const longestTurnMs = 500;
const slots = 1;

interface HeldTurn {
  readonly slot: number;
  /** On the monotonic clock. */
  readonly since: number;
  readonly ended: AbortController;
}

/**
 * A gate that all windows share. Each process measures a pause on its own monotonic clock from when it first sees it, so
 * a changed wall clock opens nothing early; what the rows say can only make a pause longer. When the database fails, the
 * gate still holds within this process.
 */
export function storeRateLimitGate({
  pauses,
  keyHash,
  clock,
  owner,
  random = Math.random,
}: StoreGateDeps): RateLimitGate {
  /** Orders the calls of this process. */
  const own = createMemoryGate(clock);
  let [openAt, inARow, seen] = [Number.NEGATIVE_INFINITY, 0, 0];
  let turn: HeldTurn | undefined;
  let [waiting, isInUse] = [0, false];

  const state = (): RateLimitState => ({ remainingMs: Math.max(0, openAt - clock.monotonic()), inARow });
  const waitFor = (ms: number): void => {
    openAt = Math.max(openAt, clock.monotonic() + ms);
  };
  const learn = (row: PauseState): void => {
    if (row.changed !== seen) {
      seen = row.changed;
      inARow = row.inARow;
      waitFor(row.remainingMs);
    }
  };

  async function renew({ slot, ended }: HeldTurn): Promise<void> {
    try {
      for (;;) {
        await clock.sleep(renewEveryMs, ended.signal);
        await pauses.renewTurn(keyHash, slot, { owner, now: clock.now(), ms: leaseMs });
      }
    } catch {
      // Given back, or the database fails: then the lease runs out.
    }
  }

  async function takeTurn(signal: AbortSignal): Promise<void> {
    while (turn === undefined) {
      const slot = await pauses.takeTurn(keyHash, slots, { owner, now: clock.now(), ms: leaseMs });
      if (slot !== undefined) {
        turn = { slot, since: clock.monotonic(), ended: new AbortController() };
        void renew(turn);
      } else {
        await clock.sleep(lookMs * (0.75 + random() / 2), signal);
      }
    }
  }

  async function giveBack(): Promise<void> {
    const held = turn;
    turn = undefined;
    held?.ended.abort();
    if (held !== undefined) {
      await pauses.endTurn(keyHash, held.slot, owner).catch(() => undefined);
    }
  }

  /** The turn stays here while more calls wait, but not for long. */
  async function leaveTurn(): Promise<void> {
    isInUse = false;
    if (waiting === 0 || (turn !== undefined && clock.monotonic() - turn.since > longestTurnMs)) {
      await giveBack();
    }
  }

  async function enterOwn(signal: AbortSignal): Promise<() => Promise<void>> {
    waiting += 1;
    try {
      const leave = await own.enterPaid(signal);
      isInUse = true;
      return leave;
    } finally {
      waiting -= 1;
      if (waiting === 0 && !isInUse) {
        // The call for which the turn was kept has been given up meanwhile.
        void giveBack();
      }
    }
  }

  return {
    async enterPaid(signal) {
      const leave = await enterOwn(signal);
      try {
        await takeTurn(signal).catch(() => undefined);
        signal.throwIfAborted();
      } catch (error) {
        await leaveTurn();
        await leave();
        throw error;
      }
      let hasLeft = false;
      return async () => {
        if (!hasLeft) {
          hasLeft = true;
          await leaveTurn();
          await leave();
        }
      };
    },
    async state() {
      await pauses.state(keyHash, clock.now()).then(learn, () => undefined);
      return state();
    },
    async pause(waitMs) {
      const ms = Number.isNaN(waitMs) ? circuitPauseMs : Math.max(0, waitMs);
      waitFor(ms);
      inARow += 1;
      await pauses.pause(keyHash, ms, clock.now()).then(learn, () => undefined);
      return state();
    },
    async accepted() {
      // Written only when there is something to forget.
      if (inARow > 0) {
        inARow = 0;
        await pauses.accepted(keyHash).catch(() => undefined);
      }
    },
  };
}
