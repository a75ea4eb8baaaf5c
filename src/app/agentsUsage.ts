// Spending by agents without asking, today and this month.
import { accountKey, agentsPeriodsOf } from "../runs/budget";
import type { RunConnection } from "../runs/run";
import type { App } from "./app";

export interface AccountUsage {
  /** The first connection of the account; "all": spending that counts for every account. */
  readonly of: RunConnection | "all" | undefined;
  /** Credits. */
  readonly day: number;
  readonly month: number;
}

/** One entry for each account with which agents have spent credits. */
export async function agentsUsage(
  { store, clock }: App,
  connections: readonly RunConnection[],
): Promise<readonly AccountUsage[]> {
  const spent = await store.calls.agentsSpent(agentsPeriodsOf(clock.now()));
  return spent.map(({ account, day, month }) => ({
    of: account === undefined ? "all" : connections.find((one) => accountKey(one) === account),
    day,
    month,
  }));
}
