// The open results tabs with the user's choices in each, for commands that act on the active results.
import type { Memento } from "vscode";
import * as z from "zod";
import { pageState, rowOrder, rowRanges } from "../../../webview-ui/messages/results";
import { isSameSource, type RowSource, type RowsOrder } from "../../app/rowSource";
import { addressKey, type ResultsAddress } from "./resultsAddress";

export interface ResultsTabState {
  /** Keys of the selected records, in the order of the grid. */
  readonly selected: readonly number[];
  /** The rows that the grid shows. */
  readonly shown?: { readonly order: RowsOrder; readonly count: number } | undefined;
}

export interface ShownRows {
  readonly source: RowSource;
  readonly state: ResultsTabState;
}

/** The user's choices in a tab. They are stored for the workspace, and restored after a reload. */
const tabChoices = z.object({
  /** Id of the run, or the kind of record if there are many runs. If absent, the most useful run is shown. */
  run: z.string().optional(),
  /** The number of the run's records to show; all if absent. */
  first: z.number().optional(),
  /** Key of a record to select and show in the details, once. */
  record: z.number().optional(),
  order: rowOrder,
  selection: rowRanges,
  /** The number of records: once there are more, the positions in `selection` belong to other records. */
  records: z.number(),
  page: pageState,
});
export type TabChoices = z.infer<typeof tabChoices>;

export const newTab: TabChoices = {
  order: { filter: "", columnFilters: [], quick: [] },
  selection: [],
  records: 0,
  page: {
    filtersOpen: true,
    collapsed: [],
    details: false,
    raw: false,
    place: { row: 0, column: 1, top: 0, left: 0 },
  },
};

/** The new content of a tab; absent values do not change. */
export interface TabRequest {
  readonly run?: string | undefined;
  readonly first?: number | undefined;
  readonly record?: number | undefined;
}

/** A record is shown among all others. */
export function withRequest(before: TabChoices, request: TabRequest): TabChoices {
  const { run = before.run, first, record } = request;
  return {
    ...before,
    run,
    first,
    record,
    order: record === undefined ? before.order : newTab.order,
    selection: run === before.run ? before.selection : [],
  };
}

export interface OpenTab {
  readonly address: ResultsAddress;
  /** The shown run; `undefined` while there is none, and for records of many runs. */
  readonly runId: string | undefined;
  readonly isVisible: () => boolean;
  readonly isActive: () => boolean;
  /** `undefined` until the tab's records are read, and after they were deleted. */
  readonly shown: () => ShownRows | undefined;
  readonly show: (request: TabRequest) => void;
  /** Looks up the focused record; false if there are no records. */
  readonly lookUpFocused: () => boolean;
}

const storageKey = "results.tabs";
/** The choices of the oldest tabs are dropped: these tabs then show the newest run. */
const mostTabs = 200;

export class ResultsTabs {
  readonly #tabs = new Set<OpenTab>();
  readonly #listeners = new Set<() => void>();

  constructor(private readonly workspaceState: Memento) {}

  /** Call the returned function when the tab is closed. */
  add(tab: OpenTab): () => void {
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

  /** The last choices in the tab at this address. */
  chosenAt(address: ResultsAddress): TabChoices {
    return tabChoices.safeParse(this.#stored()[addressKey(address)]).data ?? newTab;
  }

  /** `undefined` deletes the choices. */
  remember(address: ResultsAddress, chosen: TabChoices | undefined): void {
    const key = addressKey(address);
    const entries = Object.entries(this.#stored()).filter(([other]) => other !== key);
    if (chosen !== undefined) {
      entries.push([key, chosen]);
    }
    void this.workspaceState.update(storageKey, Object.fromEntries(entries.slice(-mostTabs)));
  }

  /** Moves the tab of a renamed search to its new address. */
  move(from: ResultsAddress, to: ResultsAddress): void {
    const chosen = this.chosenAt(from);
    if (chosen !== newTab) {
      this.remember(to, chosen);
      this.remember(from, undefined);
    }
  }

  /** Called after a purge, because addresses and filters reveal what was searched. */
  forgetAll(): Thenable<void> {
    return this.workspaceState.update(storageKey, undefined);
  }

  #stored(): Readonly<Record<string, unknown>> {
    return this.workspaceState.get(storageKey) ?? {};
  }

  /** Whether a tab shows this run: "open" means behind another tab. */
  visibilityOf(runId: string): "visible" | "open" | "closed" {
    const tabs = [...this.#tabs].filter((tab) => tab.runId === runId);
    if (tabs.some((tab) => tab.isVisible())) {
      return "visible";
    }
    return tabs.length > 0 ? "open" : "closed";
  }

  /**
   * Changes the content of the tab at this address; if there are several, of the active one or a visible one. A tab
   * that is not open, or was not visible since the window opened, changes once it is shown.
   */
  show(address: ResultsAddress, request: TabRequest): void {
    const tab = this.#at(address);
    if (tab === undefined) {
      this.remember(address, withRequest(this.chosenAt(address), request));
    } else {
      tab.show(request);
    }
  }

  /** The run that the tab at this address shows. */
  runAt(address: ResultsAddress): string | undefined {
    return this.#at(address)?.runId;
  }

  /** Looks up the focused record in the active tab; false if there is none. */
  lookUpFocused(): boolean {
    return (
      this.#newestFirst()
        .find((tab) => tab.isActive())
        ?.lookUpFocused() === true
    );
  }

  /** The rows in the tab at this address. */
  shownAt(address: ResultsAddress): ShownRows | undefined {
    return this.#at(address)?.shown();
  }

  /** The state of the visible tab with these records. If there are several, the active one or one with a selection. */
  stateOf(source: RowSource): ResultsTabState | undefined {
    const tabs = this.#newestFirst().filter((tab) => tab.isVisible());
    const isOfSource = (shown: ShownRows | undefined): shown is ShownRows =>
      shown !== undefined && isSameSource(shown.source, source);
    const active = tabs.find((tab) => tab.isActive())?.shown();
    const states = tabs.map((tab) => tab.shown()).filter(isOfSource);
    const chosen = isOfSource(active) ? active : (states.find(({ state }) => state.selected.length > 0) ?? states[0]);
    return chosen?.state;
  }

  #at(address: ResultsAddress): OpenTab | undefined {
    const key = addressKey(address);
    const tabs = this.#newestFirst().filter((tab) => addressKey(tab.address) === key);
    return tabs.find((tab) => tab.isActive()) ?? tabs.find((tab) => tab.isVisible()) ?? tabs[0];
  }

  /** VS Code never disposes the page of a tab that was closed too early, and calls it active for ever. */
  #newestFirst(): readonly OpenTab[] {
    return [...this.#tabs].reverse();
  }
}
