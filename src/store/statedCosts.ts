// What the calls of a connection are known to have cost, to compare with its balance.
import { callsInFlight } from "./calls";
import type { StoreDb } from "./storeDb";

export interface StatedCosts {
  /** Credits that all calls of a connection are known to have cost. */
  readonly total: number;
  /** Those of calls that were answered after a time; absent when it cannot be said what calls have cost since. */
  readonly since?: number | undefined;
  /** Those of calls that were answered in the last minute, which a balance may not show yet. */
  readonly recent: number;
  /** A call is in flight, whose cost is not known yet. */
  readonly inFlight: boolean;
}

/** What the calls of a connection have cost: compared with its balance, they show what no reply says. */
export function statedCosts(
  db: StoreDb,
  { connection, since, now }: { readonly connection: string; readonly since: number; readonly now: number },
): StatedCosts {
  const sum = (sql: string, ...values: readonly (string | number)[]): number =>
    db.get<{ readonly sum: number }>(`select coalesce(sum(credits), 0) as sum from ${sql}`, ...values)?.sum ?? 0;
  const settledSince = "call where connection = ? and at >= ? and settled_at >= ?";
  const from = (time: number) => [connection, Math.max(0, time - longestCallMs), time] as const;
  // A call that ended at that very moment may have been charged before or after it.
  const isUncertain = db.get(
    `select 1 from ${settledSince}
       and (settled_at = ? or iif(state = 'answered', credits is null, coalesce(charged, 'maybe') <> 'no')) limit 1`,
    ...from(since),
    since,
  );
  return {
    total: sum("spent where connection = ?", connection),
    since: isUncertain === undefined ? sum(settledSince, ...from(since)) : undefined,
    recent: sum(settledSince, ...from(now - lateMs)),
    inFlight: (db.get<{ readonly calls: number }>(callsInFlight, now, connection)?.calls ?? 0) > 0,
  };
}

/** So late, in ms, a balance may show a call. */
const lateMs = 60_000;

/** Calls that were sent longer ago, in ms, have ended. */
const longestCallMs = 3_600_000;
