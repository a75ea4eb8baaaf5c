// One payer for each question: whoever has the same question at the same moment waits for the answer.
import { keepLease, leaseOf } from "./keepLease";
import type { RunStore } from "./runStore";
import type { QuestionToClaim } from "../store/claims";
import type { LookupAnswer } from "../store/lookups";

/** The claim of a window that died is free after so long, in ms. */
const leaseMs = 15_000;
/** How often it is checked whether the claim is free, in ms. */
const pollMs = 50;

export type Claimed<T> =
  | { readonly kind: "asked"; readonly result: T }
  /** The answer was stored, or someone else has just paid for it. */
  | { readonly kind: "answered"; readonly answer: LookupAnswer }
  /** Someone else has sent it since the user agreed, and has no answer. */
  | { readonly kind: "unanswered" };

/**
 * Asks a question that has no stored answer, and that no one else is asking or has lost since the user agreed. Rejects
 * with the signal's reason when aborted while it waits, and with a `StoreError`; nothing was sent then.
 */
export async function claimQuestion<T>(
  { deps }: RunStore,
  question: QuestionToClaim,
  signal: AbortSignal,
  ask: () => Promise<T>,
): Promise<Claimed<T>> {
  const { store, clock, owner, random } = deps;
  const claimant = { owner: `${owner} ${Buffer.from(random(8)).toString("hex")}`, clock };
  for (;;) {
    const claim = await store.lookups.claim(question, leaseOf(claimant, leaseMs));
    if (claim.kind === "claimed") {
      break;
    }
    if (claim.kind !== "busy") {
      return claim;
    }
    await clock.sleep(pollMs, signal);
  }
  const done = new AbortController();
  void keepLease(claimant, leaseMs, done.signal, (lease) => store.lookups.renewClaim(lease));
  try {
    return { kind: "asked", result: await ask() };
  } finally {
    done.abort();
    // Not awaited: the next lookup need not wait for it. If it fails, the lease runs out.
    store.lookups.releaseClaim(claimant.owner).catch(() => undefined);
  }
}
