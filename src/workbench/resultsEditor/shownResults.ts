// The results tabs in sight and what is chosen in each, for commands that are given from elsewhere: beside them, or by name.
import type { RowsOrder } from "./rowsOrder";

export interface ResultsChoice {
  /** Keys of the records selected, in the order of the grid. */
  readonly selected: readonly number[];
  /** What the grid shows, when it leaves records out or sorts them. */
  readonly shown?: { readonly order: RowsOrder; readonly count: number } | undefined;
}

/** A tab, as its panel says it is now. */
export interface ResultsTab {
  readonly runId: string;
  readonly isVisible: () => boolean;
  readonly isActive: () => boolean;
  readonly choice: () => ResultsChoice;
}

export interface ShownResults {
  /** Counts until the function it returns is called. */
  add(tab: ResultsTab): () => void;
  /** What is chosen in this run's tab, if that is in sight. Of several the active one counts, or else one with a selection. */
  choiceIn(runId: string): ResultsChoice | undefined;
  /** The run whose results are in sight; of several the one with a selection. `undefined` when that does not tell. */
  runInSight(): string | undefined;
}

export function createShownResults(): ShownResults {
  const tabs = new Set<ResultsTab>();
  const inSight = (): ResultsTab[] => [...tabs].filter((tab) => tab.isVisible());
  const hasSelection = (tab: ResultsTab): boolean => tab.choice().selected.length > 0;
  const onlyRun = (of: readonly ResultsTab[]): string | undefined =>
    of.every(({ runId }) => runId === of[0]?.runId) ? of[0]?.runId : undefined;
  return {
    add(tab) {
      tabs.add(tab);
      return () => void tabs.delete(tab);
    },
    choiceIn(runId) {
      const own = inSight().filter((tab) => tab.runId === runId);
      return (own.find((tab) => tab.isActive()) ?? own.find(hasSelection) ?? own[0])?.choice();
    },
    runInSight() {
      const seen = inSight();
      return onlyRun(seen) ?? onlyRun(seen.filter(hasSelection));
    },
  };
}
