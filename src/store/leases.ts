// When a lease may be taken: one rule for all tables that have leases.

/**
 * SQL whose parameters are the owner, now and the lease's length in ms. A lease is free if no one has it, if it has
 * expired, or if it ends so late that the clock must have been set back. A minute of tolerance, because a call may wait
 * for others after it has read the clock.
 */
export const leaseIsFree = "(lease_owner is null or lease_until <= ?2 or lease_until > ?2 + ?3 + 60000)";
export const leaseIsOurs = "(lease_owner is ?1)";

/** No lease is longer than this, in ms: one that ends later was made before the clock was set back. */
export const longestLeaseMs = 300_000;

/** Whether some window holds the lease. */
export function isLeaseLive(owner: string | number | null | undefined, until: number, now: number): boolean {
  return owner !== null && owner !== undefined && until > now && until <= now + longestLeaseMs;
}
