// The rate limit of one key across windows and processes: how long nobody may send, and whose turn it is.
import type { StoreDb } from "./database";
import { leaseIsFree, leaseIsOurs } from "./leases";
import type { Lease } from "./runs";

export interface PauseState {
  /** How long nobody may send, in ms; 0 when nobody has to wait. */
  readonly remainingMs: number;
  /** How many 429 replies came in a row, over all calls with this key. */
  readonly inARow: number;
  /** Grows with each change: a window that has seen it need not read it as new. */
  readonly changed: number;
}

interface Row {
  readonly until: number;
  readonly wait_ms: number;
  readonly in_a_row: number;
  readonly changed: number;
}

/** A pause that has been over for so long, in ms, says nothing about the service's mood now. */
const forgottenMs = 600_000;
/** Whoever waits next looks again within this time, in ms, or has given up. */
const nextInLineMs = 500;
/** The slot of whoever waits next: its lease keeps the place, not a turn. */
const nextInLine = -1;

/** A pause is never longer than it was asked for, also when a clock was set back since. */
export function state(db: StoreDb, keyHash: string, now: number): PauseState {
  const row = db.get<Row>("select until, wait_ms, in_a_row, changed from pause where key_hash = ?", keyHash);
  if (row === undefined) {
    return { remainingMs: 0, inARow: 0, changed: 0 };
  }
  return {
    remainingMs: Math.min(row.wait_ms, Math.max(0, row.until - now)),
    inARow: now - row.until > forgottenMs ? 0 : row.in_a_row,
    changed: row.changed,
  };
}

/** One more 429: nobody sends for `waitMs` from now on, or longer where a longer pause is in force. */
export function pause(db: StoreDb, keyHash: string, waitMs: number, now: number): PauseState {
  return db.write(() => {
    const before = state(db, keyHash, now);
    const wait = Math.max(waitMs, before.remainingMs);
    db.run(
      "insert into pause (key_hash, until, wait_ms, in_a_row, changed) values (?1, ?2, ?3, ?4, 1) on conflict (key_hash) do update set until = ?2, wait_ms = ?3, in_a_row = ?4, changed = changed + 1",
      keyHash,
      now + wait,
      wait,
      before.inARow + 1,
    );
    return state(db, keyHash, now);
  });
}

/** A reply that was not a 429: the count of refusals in a row begins anew. The pause stays. */
export function accepted(db: StoreDb, keyHash: string): void {
  db.run("update pause set in_a_row = 0, changed = changed + 1 where key_hash = ? and in_a_row > 0", keyHash);
}

/**
 * A turn to send, as the number of its slot; `undefined` while all are taken, or when another owner waited first: then the
 * caller waits next unless somebody does already. One slot for pages, up to four for look-ups.
 */
export function takeTurn(db: StoreDb, keyHash: string, slots: number, { owner, now, ms }: Lease): number | undefined {
  const take = (slot: number, forMs: number): boolean => {
    db.run("insert into turn (key_hash, slot) values (?, ?) on conflict do nothing", keyHash, slot);
    return (
      db.run(
        `update turn set lease_owner = ?1, lease_until = ?2 + ?3 where key_hash = ?4 and slot = ?5 and (${leaseIsFree} or ?6 and ${leaseIsOurs})`,
        owner,
        now,
        forMs,
        keyHash,
        slot,
        slot === nextInLine,
      ) === 1
    );
  };
  return unsynced(db, () => {
    if (!take(nextInLine, nextInLineMs)) {
      return undefined;
    }
    const slot = Array.from({ length: slots }, (_none, nth) => nth).find((nth) => take(nth, ms));
    if (slot !== undefined) {
      endTurnOf(db, keyHash, nextInLine, owner);
    }
    return slot;
  });
}

/** False when the turn was taken over, because it was not renewed in time. */
export function renewTurn(db: StoreDb, keyHash: string, slot: number, { owner, now, ms }: Lease): boolean {
  return unsynced(
    db,
    () =>
      db.run(
        "update turn set lease_until = ? where key_hash = ? and slot = ? and lease_owner = ?",
        now + ms,
        keyHash,
        slot,
        owner,
      ) === 1,
  );
}

export function endTurn(db: StoreDb, keyHash: string, slot: number, owner: string): void {
  unsynced(db, () => endTurnOf(db, keyHash, slot, owner));
}

function endTurnOf(db: StoreDb, keyHash: string, slot: number, owner: string): void {
  db.run(
    "update turn set lease_owner = null, lease_until = 0 where key_hash = ? and slot = ? and lease_owner = ?",
    keyHash,
    slot,
    owner,
  );
}

/** Turns change with each paid call and need not survive a power cut: a sync for each would take longer than the call of a fast service. */
function unsynced<T>(db: StoreDb, work: () => T): T {
  db.exec("pragma synchronous = normal");
  try {
    return db.write(work);
  } finally {
    db.exec("pragma synchronous = full");
  }
}
