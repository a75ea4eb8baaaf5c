// The parts of the app that every process has: runs and budgets over one database.
import { EnrichmentList } from "../enrichments/enrichmentList";
import type { DeskStore } from "../export/storeExport";
import { Budgets } from "../runs/budget";
import { RunStore } from "../runs/runStore";
import type { Clock } from "../service/wire";
import type { PageKeeper } from "../store/keptPages";
import type { App } from "./app";

export interface AppCoreDeps extends Pick<App, "random"> {
  readonly store: DeskStore;
  readonly clock: Clock;
  /** The id of this process in leases. */
  readonly owner: string;
  readonly keeper: PageKeeper;
  /** In credits, from the user's setting. */
  readonly confirmAbove: () => number;
}

export const openAppCore = ({ store, clock, random, owner, keeper, confirmAbove }: AppCoreDeps) => ({
  store,
  clock,
  random,
  runs: new RunStore({ store, clock, random, owner, keeper }),
  enrichments: new EnrichmentList({ store, clock, owner }),
  budgets: new Budgets({ calls: store.calls, clock, confirmAbove }),
});
