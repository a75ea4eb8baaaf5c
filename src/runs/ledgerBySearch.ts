// Spend per search: the ledger knows runs by id only, the journals know which search each run came from.
import * as l10n from "@vscode/l10n";
import type { SpendRow } from "./ledger";
import type { RunSummary } from "./run";

/** The key of runs whose data was purged: what they were of is known to nobody any more. */
export const purgedRuns = (): string => l10n.t("Runs that were purged");

/** Adds up `spend({by: "run"})` by the saved search's address, or by the title where there is none; dearest first. */
export function spendBySearch(byRun: readonly SpendRow[], summaries: readonly RunSummary[]): readonly SpendRow[] {
  const searches = new Map(summaries.map(({ header }) => [header.id, header.source ?? header.title]));
  const rows = new Map<string, SpendRow>();
  for (const run of byRun) {
    const key = searches.get(run.key) ?? purgedRuns();
    const row = rows.get(key);
    rows.set(key, {
      key,
      credits: Math.round(((row?.credits ?? 0) + run.credits) * 1e6) / 1e6,
      records: (row?.records ?? 0) + run.records,
      calls: (row?.calls ?? 0) + run.calls,
      possiblyCharged: (row?.possiblyCharged ?? 0) + run.possiblyCharged,
    });
  }
  return [...rows.values()].sort((one, other) => other.credits - one.credits);
}
