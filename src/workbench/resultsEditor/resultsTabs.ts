// The open results tabs, for commands that act on the results the user is looking at.
import type { RowsOrder } from "./rowsOrder";

export interface ResultsTabState {
  /** Keys of the selected records, in the order of the grid. */
  readonly selected: readonly number[];
  /** What the grid shows, if it filters or sorts the records. */
  readonly shown?: { readonly order: RowsOrder; readonly count: number } | undefined;
}

export interface ResultsTab {
  readonly runId: string;
  readonly isVisible: () => boolean;
  readonly isActive: () => boolean;
  readonly state: () => ResultsTabState;
}

export class ResultsTabs {
  readonly #tabs = new Set<ResultsTab>();

  /** Call the returned function when the tab is closed. */
  add(tab: ResultsTab): () => void {
    this.#tabs.add(tab);
    return () => void this.#tabs.delete(tab);
  }

  /** The state of this run's visible tab. If there are several, the active one or one with a selection. */
  tabStateOf(runId: string): ResultsTabState | undefined {
    const tabs = this.#visible().filter((tab) => tab.runId === runId);
    return (tabs.find((tab) => tab.isActive()) ?? tabs.find(hasSelection) ?? tabs[0])?.state();
  }

  /** The run of the visible tabs or, if they are of several, of those with a selection; `undefined` if ambiguous. */
  visibleRun(): string | undefined {
    const tabs = this.#visible();
    return onlyRun(tabs) ?? onlyRun(tabs.filter(hasSelection));
  }

  #visible(): readonly ResultsTab[] {
    return [...this.#tabs].filter((tab) => tab.isVisible());
  }
}

function hasSelection(tab: ResultsTab): boolean {
  return tab.state().selected.length > 0;
}

function onlyRun(tabs: readonly ResultsTab[]): string | undefined {
  return tabs.every(({ runId }) => runId === tabs[0]?.runId) ? tabs[0]?.runId : undefined;
}
