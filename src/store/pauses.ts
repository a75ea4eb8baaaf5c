// The rate limit of one key across windows and processes: the pause, and the owners of the slots for paid calls.
import { believedPauseMs, countRefusal, type RateLimitState } from "../service/rateLimitGate";
import { takeSlot, type Lease } from "./leases";
import type { StoreDb } from "./storeDb";

/** Refusals before a pause no longer count when it ended this long ago, in ms. */
const forgottenMs = 600_000;
/** The window that is next in line must poll again within this time, in ms, or it loses its place. */
const nextInLineMs = 500;
/** Not a real slot, but the place of the window that is next in line. */
const nextInLine = -1;

/**
 * A pause is never longer than the service asked for, even if the clock was set back in the meantime, and never longer
 * than `believedPauseMs` allows.
 */
export function state(db: StoreDb, keyHash: string, now: number): RateLimitState {
  // As floating-point numbers: a wait of centuries is not a safe integer.
  const row = db.get<{ readonly startedAt: number; readonly waitMs: number; readonly inARow: number }>(
    `select cast(until - wait_ms as real) as startedAt, cast(wait_ms as real) as waitMs, in_a_row as inARow
     from pause where key_hash = ?`,
    keyHash,
  );
  if (row === undefined) {
    return { remainingMs: 0, inARow: 0 };
  }
  const { startedAt, waitMs, inARow } = row;
  const wait = believedPauseMs(waitMs);
  return {
    remainingMs: Math.min(wait, Math.max(0, startedAt + wait - now)),
    inARow: now - startedAt - wait > forgottenMs ? 0 : inARow,
  };
}

/** Ends the pause for all windows and processes. */
export function clear(db: StoreDb, keyHash: string): void {
  db.run("update pause set until = 0, wait_ms = 0, in_a_row = 0 where key_hash = ?", keyHash);
}

/** Marks a key (a one-way hash) as deleted by the user: processes that still have it in memory must not send it. */
export function setDeleted(db: StoreDb, keyHash: string, deleted: boolean): void {
  db.run(
    `insert into pause (key_hash, until, wait_ms, in_a_row, deleted) values (?1, 0, 0, 0, ?2)
     on conflict (key_hash) do update set deleted = ?2`,
    keyHash,
    deleted ? 1 : 0,
  );
}

export const isDeleted = (db: StoreDb, keyHash: string): boolean =>
  db.has("pause where key_hash = ? and deleted", keyHash);

/**
 * Records a 429: no requests for `waitMs` from now on, or longer if a longer pause is in force. Does not increase the
 * count if the request was in flight together with one that was already refused; see `RateLimitGate.pause`.
 */
export function pause(
  db: StoreDb,
  keyHash: string,
  waitMs: number,
  now: number,
  inARowWhenSent?: number,
): RateLimitState {
  return db.write(() => {
    const before = state(db, keyHash, now);
    const wait = Math.max(believedPauseMs(waitMs), before.remainingMs);
    db.run(
      `insert into pause (key_hash, until, wait_ms, in_a_row) values (?1, ?2, ?3, ?4)
       on conflict (key_hash) do update set until = ?2, wait_ms = ?3, in_a_row = ?4`,
      keyHash,
      now + wait,
      wait,
      countRefusal(before.inARow, inARowWhenSent),
    );
    return state(db, keyHash, now);
  });
}

/**
 * Whether a free call with this name may be sent during the pause: once per duration of the lease after the last 429,
 * by one of all windows.
 */
export function takeFreeCall(db: StoreDb, keyHash: string, name: string, lease: Lease): boolean {
  const isRefused = db.has("pause where key_hash = ? and until - wait_ms > ?", keyHash, lease.now - lease.ms);
  // The slot is not released: it expires.
  return !isRefused && acquireSlot(db, `${keyHash} ${name}`, 1, lease) !== undefined;
}

/** Resets the number of consecutive 429 replies, but not the pause. */
export function accepted(db: StoreDb, keyHash: string): void {
  // Nearly every reply is accepted, so this only writes if there is a count to reset.
  if (db.has("pause where key_hash = ? and in_a_row > 0", keyHash)) {
    db.run("update pause set in_a_row = 0 where key_hash = ?", keyHash);
  }
}

/**
 * Leases a slot and returns its number; `undefined` while all are taken or another window is next in line. The caller
 * becomes next in line if no other window is.
 */
export function acquireSlot(db: StoreDb, keyHash: string, slots: number, lease: Lease): number | undefined {
  return db.writeUnsynced(() => {
    if (!takeSlot(db, keyHash, nextInLine, { ...lease, ms: nextInLineMs }, true)) {
      return undefined;
    }
    const slot = Array.from({ length: slots }, (_none, nth) => nth).find((nth) => takeSlot(db, keyHash, nth, lease));
    if (slot !== undefined) {
      clearSlot(db, keyHash, nextInLine, lease.owner);
    }
    return slot;
  });
}

/** False when another window has the slot, because it was not renewed in time. */
export function renewSlot(db: StoreDb, keyHash: string, slot: number, { owner, now, ms }: Lease): boolean {
  return db.writeUnsynced(
    () =>
      db.run(
        "update rate_limit_slot set lease_until = ? where key_hash = ? and slot = ? and lease_owner = ?",
        now + ms,
        keyHash,
        slot,
        owner,
      ) === 1,
  );
}

export function releaseSlot(db: StoreDb, keyHash: string, slot: number, owner: string): void {
  db.writeUnsynced(() => clearSlot(db, keyHash, slot, owner));
}

function clearSlot(db: StoreDb, keyHash: string, slot: number, owner: string): void {
  db.run(
    `update rate_limit_slot set lease_owner = null, lease_until = 0
     where key_hash = ? and slot = ? and lease_owner = ?`,
    keyHash,
    slot,
    owner,
  );
}
