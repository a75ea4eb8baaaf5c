// Leases: exclusive work of one window or process, until it ends or stops renewing the lease. One rule for all tables
// with leases.
import type { StoreDb, Value } from "./storeDb";
import { contentReplacing } from "./storeError";

export interface Lease {
  /** The lease's owner; unique for each window. */
  readonly owner: string;
  readonly now: number;
  /** Its duration unless it is renewed, in ms. */
  readonly ms: number;
}

/** The longest duration of a lease, in ms. One that ends later was acquired before the clock was set back. */
const longestLeaseMs = 300_000;

/** SQL that is true for a row with a live lease; `now` is SQL, too. */
export const isLeased = (now: string, table = ""): string =>
  `(${table}lease_owner is not null and ${table}lease_until > ${now}
    and ${table}lease_until <= ${now} + ${longestLeaseMs})`;

/** The same rule for values that were read. */
export const isLeaseLive = (owner: string | undefined, until: number, now: number): boolean =>
  owner !== undefined && until > now && until <= now + longestLeaseMs;

/** Takes a free slot; with `evenOurs`, also one that this owner already has. */
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

/** Takes the lease of the row with this key; false while another window has it. */
export const takeLease = (db: StoreDb, table: string, column: string, key: Value, { owner, now, ms }: Lease): boolean =>
  db.run(
    `update ${table} set lease_owner = ?1, lease_until = ?2 + ?3
     where ${column} = ?4 and (lease_owner is ?1 or not ${isLeased("?2")})`,
    owner,
    now,
    ms,
    key,
  ) === 1;

/** BUSY while a restore or a purge replaces everything: data stored in the meantime would be lost. */
export function refuseWhileReplaced(db: StoreDb, now: number): void {
  if (db.has(`content where ${isLeased("?1")}`, now)) {
    throw contentReplacing();
  }
}
