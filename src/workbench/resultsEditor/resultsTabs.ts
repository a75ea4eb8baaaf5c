// The open results tabs, for commands that act on the results the user is looking at.
import type { RowsOrder } from "../rowsOrder";
import type { CarriedState } from "./resultsSubject";
import { addressKey, type RunsAddress } from "./resultsAddress";

export interface ResultsTabState {
  /** Keys of the selected records, in the order of the grid. */
  readonly selected: readonly number[];
  /** What the grid shows. */
  readonly shown?: { readonly order: RowsOrder; readonly count: number } | undefined;
}

/** How a tab compares the run it shows: as usual, not at all, or with the run of this id. */
export type Comparison = "default" | "none" | { readonly since: string };

export interface ResultsTab {
  readonly address: RunsAddress;
  /** The run that is shown; `undefined` while there is none. */
  readonly runId: string | undefined;
  readonly isVisible: () => boolean;
  readonly isActive: () => boolean;
  readonly state: () => ResultsTabState;
  /** What another tab in its place continues with. */
  readonly carried: () => CarriedState | undefined;
  /** Shows another run of the same search. */
  readonly show: (runId: string, comparison?: Comparison) => void;
}

export class ResultsTabs {
  readonly #tabs = new Set<ResultsTab>();
  readonly #listeners = new Set<() => void>();
  /** For tabs that are about to be opened, by their address. */
  readonly #carried = new Map<string, CarriedState>();

  /** Call the returned function when the tab is closed. */
  add(tab: ResultsTab): () => void {
    this.#tabs.add(tab);
    this.changed();
    return () => {
      this.#tabs.delete(tab);
      this.changed();
    };
  }

  /** Call it when a tab shows another run. */
  changed(): void {
    [...this.#listeners].forEach((listener) => listener());
  }

  /** Called when tabs are opened and closed, and when they show another run; the result unsubscribes. */
  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Whether a tab shows this run: "open" if it is behind another tab. */
  visibilityOf(runId: string): "visible" | "open" | "closed" {
    const tabs = [...this.#tabs].filter((tab) => tab.runId === runId);
    return tabs.some((tab) => tab.isVisible()) ? "visible" : tabs.length > 0 ? "open" : "closed";
  }

  /** Makes the tab of a search show a run: the active one, or a visible one, if there are several. */
  show(address: RunsAddress, runId: string, comparison?: Comparison): void {
    this.#bestOf(this.#at(address))?.show(runId, comparison);
  }

  /** The run that the tab at this address shows. */
  runAt(address: RunsAddress): string | undefined {
    return this.#bestOf(this.#at(address))?.runId;
  }

  /** The tab at `to` will continue with what the one at `from` shows. */
  carryOver(from: RunsAddress, to: RunsAddress): void {
    const carried = this.#bestOf(this.#at(from))?.carried();
    if (carried !== undefined) {
      this.#carried.set(addressKey(to), carried);
    }
  }

  /** What the tab at this address, just opened, continues with. */
  takeCarried(address: RunsAddress): CarriedState | undefined {
    const carried = this.#carried.get(addressKey(address));
    this.#carried.delete(addressKey(address));
    return carried;
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

  #at(address: RunsAddress): readonly ResultsTab[] {
    const key = addressKey(address);
    return [...this.#tabs].filter((tab) => addressKey(tab.address) === key);
  }

  #bestOf(tabs: readonly ResultsTab[]): ResultsTab | undefined {
    return tabs.find((tab) => tab.isActive()) ?? tabs.find((tab) => tab.isVisible()) ?? tabs[0];
  }
}

function hasSelection(tab: ResultsTab): boolean {
  return tab.state().selected.length > 0;
}

function onlyRun(tabs: readonly ResultsTab[]): string | undefined {
  return tabs.every(({ runId }) => runId === tabs[0]?.runId) ? tabs[0]?.runId : undefined;
}
