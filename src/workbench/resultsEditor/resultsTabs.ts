// The open results tabs, for commands that act on the results the user is looking at, and what tabs showed last.
import type { Memento } from "vscode";
import * as z from "zod";
import { isSameSource, type RowSource, type RowsOrder } from "../../app/rowSource";
import type { RecordKind } from "../../service/operations";
import { addressKey, type ResultsAddress } from "./resultsAddress";

export interface ResultsTabState {
  /** Keys of the selected records, in the order of the grid. */
  readonly selected: readonly number[];
  /** What the grid shows. */
  readonly shown?: { readonly order: RowsOrder; readonly count: number } | undefined;
}

/** How a tab compares the run it shows: as usual, not at all, or with the run of this id. */
export type Comparison = "default" | "none" | { readonly since: string };

/** What stays when a tab shows another run, or the same one compared with another. */
export interface CarriedState {
  /** Its id; of records of many runs, their kind. */
  readonly run: string;
  readonly recordKind: RecordKind;
  readonly order: RowsOrder;
  readonly selected: readonly number[];
  readonly revision: number;
  /** The details of the selected record are to be opened. */
  readonly opensDetails?: boolean | undefined;
}

/** All records of a run or of a kind, or as they were arranged `before`; `key`: of the one to show in details. */
export const showing = (
  { run, recordKind, key }: Pick<CarriedState, "run" | "recordKind"> & { readonly key?: number | undefined },
  before?: CarriedState,
): CarriedState => ({
  run,
  recordKind,
  order: before?.order ?? { filter: "", columns: [] },
  selected: key === undefined ? [] : [key],
  revision: before?.revision ?? 0,
  opensDetails: key !== undefined,
});

export interface ShownRows {
  readonly source: RowSource;
  readonly state: ResultsTabState;
}

/** What a tab is to show; what is absent stays. */
export interface TabChoice {
  /** Id of the run; of records of many runs, their kind. */
  readonly id?: string | undefined;
  readonly comparison?: Comparison | undefined;
  /** Only so many records of the run. */
  readonly first?: number | undefined;
  /** Of the record to select and to show in details. */
  readonly key?: number | undefined;
}

export interface OpenTab {
  readonly address: ResultsAddress;
  /** The run that is shown; `undefined` while there is none, and for records of many runs. */
  readonly runId: string | undefined;
  readonly isVisible: () => boolean;
  readonly isActive: () => boolean;
  /** `undefined` until its records are read, and after they were deleted. */
  readonly shown: () => ShownRows | undefined;
  /** What another tab in its place continues with. */
  readonly carried: () => CarriedState | undefined;
  readonly show: (choice: TabChoice) => void;
  /** Looks up the record in focus; false if there are no records. */
  readonly lookUpFocused: () => boolean;
}

export class ResultsTabs {
  readonly #tabs = new Set<OpenTab>();
  readonly #listeners = new Set<() => void>();
  /** For tabs that are about to be opened, by their address. */
  readonly #carried = new Map<string, CarriedState>();

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

  /** Whether a tab shows this run: "open" if it is behind another tab. */
  visibilityOf(runId: string): "visible" | "open" | "closed" {
    const tabs = [...this.#tabs].filter((tab) => tab.runId === runId);
    return tabs.some((tab) => tab.isVisible()) ? "visible" : tabs.length > 0 ? "open" : "closed";
  }

  /** Makes the tab at this address show something else: the active one, or a visible one, if there are several. */
  show(address: ResultsAddress, choice: TabChoice): boolean {
    const tab = this.#at(address);
    tab?.show(choice);
    return tab !== undefined;
  }

  /** The run that the tab at this address shows. */
  runAt(address: ResultsAddress): string | undefined {
    return this.#at(address)?.runId;
  }

  /** Looks up the record in focus in the active tab; false if there is none. */
  lookUpFocused(): boolean {
    return [...this.#tabs].find((tab) => tab.isActive())?.lookUpFocused() === true;
  }

  /** What the tab at this address shows. */
  shownAt(address: ResultsAddress): ShownRows | undefined {
    return this.#at(address)?.shown();
  }

  /** The tab at `to` will continue with what the one at `from` shows. */
  carryOver(from: ResultsAddress, to: ResultsAddress): void {
    const carried = this.#at(from)?.carried();
    if (carried !== undefined) {
      this.carry(to, carried);
    }
  }

  /** The tab at this address, about to be opened, will continue with this. */
  carry(to: ResultsAddress, carried: CarriedState): void {
    this.#carried.set(addressKey(to), carried);
  }

  /** What the tab at this address, just opened, continues with. */
  takeCarried(address: ResultsAddress): CarriedState | undefined {
    const carried = this.#carried.get(addressKey(address));
    this.#carried.delete(addressKey(address));
    return carried;
  }

  /** The state of the visible tab with these records. If there are several, the active one or one with a selection. */
  stateOf(source: RowSource): ResultsTabState | undefined {
    const tabs = [...this.#tabs].filter((tab) => tab.isVisible());
    const isOfSource = (shown: ShownRows | undefined): shown is ShownRows =>
      shown !== undefined && isSameSource(shown.source, source);
    const active = tabs.find((tab) => tab.isActive())?.shown();
    const states = tabs.map((tab) => tab.shown()).filter(isOfSource);
    const chosen = isOfSource(active) ? active : (states.find(({ state }) => state.selected.length > 0) ?? states[0]);
    return chosen?.state;
  }

  #at(address: ResultsAddress): OpenTab | undefined {
    const key = addressKey(address);
    const tabs = [...this.#tabs].filter((tab) => addressKey(tab.address) === key);
    return tabs.find((tab) => tab.isActive()) ?? tabs.find((tab) => tab.isVisible()) ?? tabs[0];
  }
}

export interface ShownRun {
  readonly run: string;
  readonly comparison: Comparison;
  /** Only so many of its records. */
  readonly first?: number | undefined;
}

/** What a tab is to show: without a run what is most useful. */
export interface WantedRun extends Omit<ShownRun, "run"> {
  /** Of records of many runs, their kind. */
  readonly run: string | undefined;
}

const stored = z
  .record(
    z.string(),
    z.object({
      run: z.string(),
      comparison: z.union([z.enum(["default", "none"]), z.object({ since: z.string() })]).catch("default"),
      first: z.number().optional().catch(undefined),
    }),
  )
  .catch({});

const storageKey = "results.shownRuns";
/** The oldest are forgotten: their tabs then show the newest run. */
const mostSearches = 200;

/** Which run the tab of each search shows, and what it is compared with; remembered for this workspace. */
export class ShownRuns {
  constructor(private readonly workspaceState: Memento) {}

  of(source: string): ShownRun | undefined {
    return this.#all()[source];
  }

  /** `undefined` forgets it. */
  remember(source: string, shown: ShownRun | undefined): void {
    const others = Object.entries(this.#all()).filter(([other]) => other !== source);
    const entries = shown === undefined ? others : [...others, [source, shown] as const];
    void this.workspaceState.update(storageKey, Object.fromEntries(entries.slice(-mostSearches)));
  }

  /** After everything was purged: sources and ids of runs tell what was searched. */
  forgetAll(): Thenable<void> {
    return this.workspaceState.update(storageKey, undefined);
  }

  #all(): Readonly<Record<string, ShownRun>> {
    return stored.parse(this.workspaceState.get<unknown>(storageKey) ?? {});
  }
}
