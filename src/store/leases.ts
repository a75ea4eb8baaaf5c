// Leases: what one window or process does at a time, until it ends or stops renewing it. One rule for all tables that
// have them.
import type { StoreDb, Value } from "./storeDb";
import { contentReplacing } from "./storeError";

export interface Lease {
  /** Who holds it; unique for each window. */
  readonly owner: string;
  readonly now: number;
  /** How long it lasts unless it is renewed, in ms. */
  readonly ms: number;
}

/** No lease is longer than this, in ms: one that ends later was made before the clock was set back. */
const longestLeaseMs = 300_000;

/** SQL that is true for a row whose lease some window holds; `now` is SQL, too. */
export const isLeased = (now: string, table = ""): string =>
  `(${table}lease_owner is not null and ${table}lease_until > ${now}
    and ${table}lease_until <= ${now} + ${longestLeaseMs})`;

/** The same of values that were read. */
export const isLeaseLive = (owner: string | undefined, until: number, now: number): boolean =>
  owner !== undefined && until > now && until <= now + longestLeaseMs;

/** Takes a free slot; also one that is ours if `evenOurs`. */
export const takeSlot = (
  db: StoreDb,
  keyHash: string,
  slot: number,
  { owner, now, ms }: Lease,
  evenOurs = false,
): boolean =>
  db.run(
    `insert into rate_limit_slot (lease_owner, lease_until, key_hash, slot) values (?1, ?2 + ?3, ?4, ?5)
     on conflict do update set lease_owner = excluded.lease_owner, lease_until = excluded.lease_until
     where not ${isLeased("?2")} or (?6 and lease_owner is ?1)`,
    owner,
    now,
    ms,
    keyHash,
    slot,
    evenOurs,
  ) === 1;

/** Takes the lease of the row with this key in a column; false while another window holds it. */
export const takeLease = (db: StoreDb, table: string, column: string, key: Value, { owner, now, ms }: Lease): boolean =>
  db.run(
    `update ${table} set lease_owner = ?1, lease_until = ?2 + ?3
     where ${column} = ?4 and (lease_owner is ?1 or not ${isLeased("?2")})`,
    owner,
    now,
    ms,
    key,
  ) === 1;

/** BUSY while a restore or a purge replaces everything: anything stored in the meantime would be lost. */
export function refuseWhileReplaced(db: StoreDb, now: number): void {
  if (db.has(`content where ${isLeased("?1")}`, now)) {
    throw contentReplacing();
  }
}
