// When a lease may be taken, as SQL: one rule for all rows that have one.

/**
 * Of a row's lease; parameters are the owner, now and the lease's length in ms. Free, run out, or so much longer than any lease
 * that a clock was set back since. By some seconds it may be longer: calls wait for each other, so of two windows the one that
 * is served later may have read the clock earlier.
 */
export const leaseIsFree = "(lease_owner is null or lease_until <= ?2 or lease_until > ?2 + ?3 + 60000)";
export const leaseIsOurs = "(lease_owner is ?1)";

/** No lease lasts longer than this, in ms: one that ends later was made before the clock was set back. */
export const longestLeaseMs = 300_000;

/** Whether somebody has what a lease is for. */
export function isLeaseLive(owner: string | number | null | undefined, until: number, now: number): boolean {
  return owner !== null && owner !== undefined && until > now && until <= now + longestLeaseMs;
}
