// The rate limit of one key across windows and processes: how long nobody may send, and whose turn it is.
import type { StoreDb } from "./database";
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

/** A pause is never longer than it was asked for, also when a clock was set back since. */
export function state(db: StoreDb, keyHash: string, now: number): PauseState {
  const row = db.get<Row>("select until, wait_ms, in_a_row, changed from pause where key_hash = ?", keyHash);
  return row === undefined ? { remainingMs: 0, inARow: 0, changed: 0 } : { remainingMs: Math.min(row.wait_ms, Math.max(0, row.until - now)), inARow: row.in_a_row, changed: row.changed };
}

/** One more 429: nobody sends for `waitMs` from now on, or longer where a longer pause is in force. */
export function pause(db: StoreDb, keyHash: string, waitMs: number, now: number): PauseState {
  return db.write(() => {
    const before = state(db, keyHash, now);
    const wait = Math.max(waitMs, before.remainingMs);
    db.run(
      "insert into pause (key_hash, until, wait_ms, in_a_row, changed) values (?, ?, ?, 1, 1) on conflict (key_hash) do update set until = excluded.until, wait_ms = excluded.wait_ms, in_a_row = in_a_row + 1, changed = changed + 1",
      keyHash, now + wait, wait,
    );
    return state(db, keyHash, now);
  });
}

/** A reply that was not a 429: the count of refusals in a row begins anew. The pause stays. */
export function accepted(db: StoreDb, keyHash: string): void {
  db.run("update pause set in_a_row = 0, changed = changed + 1 where key_hash = ? and in_a_row > 0", keyHash);
}

/** A turn to send, as the number of its slot; `undefined` while all are taken. One slot for pages, up to four for look-ups. */
export function takeTurn(db: StoreDb, keyHash: string, slots: number, { owner, now, ms }: Lease): number | undefined {
  return db.write(() => {
    for (let slot = 0; slot < slots; slot += 1) {
      db.run("insert into turn (key_hash, slot) values (?, ?) on conflict do nothing", keyHash, slot);
      if (db.run("update turn set lease_owner = ?, lease_until = ? where key_hash = ? and slot = ? and (lease_owner is null or lease_until <= ?)", owner, now + ms, keyHash, slot, now) === 1) {
        return slot;
      }
    }
    return undefined;
  });
}

/** False when the turn was taken over, because it was not renewed in time. */
export function renewTurn(db: StoreDb, keyHash: string, slot: number, { owner, now, ms }: Lease): boolean {
  return db.run("update turn set lease_until = ? where key_hash = ? and slot = ? and lease_owner = ?", now + ms, keyHash, slot, owner) === 1;
}

export function endTurn(db: StoreDb, keyHash: string, slot: number, owner: string): void {
  db.run("update turn set lease_owner = null, lease_until = 0 where key_hash = ? and slot = ? and lease_owner = ?", keyHash, slot, owner);
}
