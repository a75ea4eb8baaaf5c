// A lease in the database shows that its owner is alive. The owner renews it for as long as it works.
import type { Clock } from "../service/wire";
import type { Lease } from "../store/leases";

/** A lease of `ms` milliseconds from now. */
export const leaseOf = ({ owner, clock }: { readonly owner: string; readonly clock: Clock }, ms: number): Lease => ({
  owner,
  now: clock.now(),
  ms,
});

/** Renews a lease until `done` aborts or `renew` resolves to false. Resolves to whether another owner has it. */
export async function keepLease(
  holder: { readonly owner: string; readonly clock: Clock },
  ms: number,
  done: AbortSignal,
  renew: (lease: Lease) => Promise<unknown>,
): Promise<boolean> {
  for (let isLost = false; !isLost;) {
    try {
      await holder.clock.sleep(ms / 3, done);
    } catch {
      return false;
    }
    // A full disk may have space again later, so a failed renewal is not the end of the lease.
    isLost = (await renew(leaseOf(holder, ms)).catch(() => true)) === false;
  }
  return !done.aborted;
}
