// The state of the results page: what the host sent, what is saved across hiding, and what was requested.
import { initialState, type HostConnection } from "../messages/hostConnection";
import type {
  ColumnLayout,
  ColumnFilter,
  FacetFilter,
  Notice,
  QuickChoice,
  RecordDetails,
  ResultsInitial,
  ResultsProcedures,
  ResultsState,
  ResultsUpdates,
  RowRange,
  ShownFacet,
  SortOrder,
  ViewState,
} from "../messages/results";
import { copyItems } from "./copyItems";
import type { GridElement, GridPosition } from "./grid/gridElement";
import { countRows } from "./rowRanges";
import { nothingSaved, type SavedState } from "./savedState";
import { strings } from "./strings";

export interface ResultsPageStateDeps {
  readonly host: HostConnection<ResultsProcedures, ResultsUpdates, SavedState>;
  /** `undefined` before the first rendering. */
  readonly grid: () => GridElement | undefined;
  /** Called after every change. */
  readonly onChange: () => void;
}

const filterDebounceMs = 180;
const detailsDebounceMs = 60;
/** A shorter sort needs no progress line. */
const arrangingShownMs = 300;
const noticeMs = 8000;

type ChangingFields = Pick<
  ResultsPageState,
  | "initial"
  | "saved"
  | "details"
  | "isLoadingDetails"
  | "facetCounts"
  | "facets"
  | "columnFilters"
  | "notice"
  | "announcement"
  | "isArrangingSlowly"
  | "now"
  | "filter"
  | "quick"
>;

export class ResultsPageState {
  initial: ResultsInitial | undefined = initialState<ResultsInitial>();
  saved: SavedState;
  details: RecordDetails | undefined;
  isLoadingDetails = false;
  facetCounts: readonly ShownFacet[] | undefined;
  notice: Notice | undefined;
  /** Read out by screen readers. */
  announcement = "";
  /** Sorting or filtering takes noticeably long. */
  isArrangingSlowly = false;
  /** Wall clock, for countdowns. */
  now = Date.now();
  /** As typed; `view.filter` is what the host has applied. */
  filter: string;
  /** As chosen; a second choice must not wait until the host has applied the first. */
  quick: readonly QuickChoice[];
  facets: readonly FacetFilter[];
  columnFilters: readonly ColumnFilter[];
  /** Where the grid is to be scrolled to once it has rows; `undefined` once that has happened. */
  positionToRestore: GridPosition | undefined;
  readonly #host: ResultsPageStateDeps["host"];
  readonly #grid: ResultsPageStateDeps["grid"];
  readonly #onChange: () => void;
  #detailsId = 0;
  #facetsId = 0;
  #filterTimer: ReturnType<typeof setTimeout> | undefined;
  #detailsTimer: ReturnType<typeof setTimeout> | undefined;
  #arrangingTimer: ReturnType<typeof setTimeout> | undefined;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor({ host, grid, onChange }: ResultsPageStateDeps) {
    this.#host = host;
    this.#grid = grid;
    this.#onChange = onChange;
    this.saved = { ...nothingSaved, ...host.saved };
    this.filter = this.saved.filter;
    this.quick = this.saved.quick;
    this.facets = this.saved.facets;
    this.columnFilters = this.saved.columnFilters;
    this.positionToRestore = host.saved?.place;
  }

  /** Listens to the host and asks it for the current state. */
  start(): void {
    this.#host.onUpdate({
      initial: (initial) => this.#onInitial(initial),
      run: (run) => this.#patch({ run }),
      view: (view) => {
        this.#patch({ view });
        this.#onView();
      },
      layout: (change) => this.#patch(change),
      rows: ({ id, revision, rows }) => this.#grid()?.receiveRows(id, revision, rows),
      rowsFailed: ({ id, sentence }) => {
        this.#grid()?.rowsFailed(id);
        this.#showNotice({ text: sentence, problem: true });
      },
      details: (details) => {
        if (details.id === this.#detailsId) {
          this.#set({ details, isLoadingDetails: false });
        }
      },
      header: (header) => this.#patch({ header }),
      facets: ({ id, facets }) => {
        if (id === this.#facetsId) {
          this.#set({ facetCounts: facets });
        }
      },
      values: () => undefined,
      notice: (notice) => this.#showNotice(notice),
    });
    const { sort, filter, facets, columnFilters, quick, selection, records } = this.saved;
    const saved = { sort, filter, facets, columnFilters, quick, selection, records };
    this.#host.send("ready", this.#host.saved === undefined ? {} : { saved });
  }

  /** The host's state; `undefined` while the results cannot be shown. */
  get results(): ResultsState | undefined {
    return this.initial?.kind === "open" ? this.initial.state : undefined;
  }

  get selectedCount(): number {
    return countRows(this.saved.selection);
  }

  /** What an export or a copy contains. */
  get scope(): { readonly kind: "selected" | "filtered" | "all"; readonly rows: number } {
    const { selectedCount, results } = this;
    const view = results?.view;
    if (selectedCount > 0) {
      return { kind: "selected", rows: selectedCount };
    }
    return { kind: view !== undefined && isFiltered(view) ? "filtered" : "all", rows: view?.count ?? 0 };
  }

  /** True if the rows are arranged as they were when the position was saved. */
  get isArrangedAsSaved(): boolean {
    const view = this.results?.view;
    const { saved } = this;
    return (
      view !== undefined &&
      !view.arranging &&
      view.sort?.column === saved.sort?.column &&
      view.sort?.descending === saved.sort?.descending &&
      isFilteredAsSaved(view, saved)
    );
  }

  save(change: Partial<SavedState>): void {
    this.#set({ saved: { ...this.saved, ...change } });
    this.#host.save(this.saved);
  }

  toggleFacets(): void {
    this.save({ facetsOpen: !this.saved.facetsOpen });
    this.#requestFacets();
  }

  setFilter(filter: string): void {
    this.#set({ filter });
    clearTimeout(this.#filterTimer);
    this.#filterTimer = setTimeout(() => this.#arrange({}), filterDebounceMs);
  }

  /** Checks or unchecks a value of a facet. */
  toggleFacet(id: string, value: string): void {
    const checked = this.facets.find((facet) => facet.id === id)?.values ?? [];
    const values = checked.includes(value) ? checked.filter((other) => other !== value) : [...checked, value];
    const others = this.facets.filter((facet) => facet.id !== id);
    this.#set({ facets: values.length === 0 ? others : [...others, { id, values }] });
    this.#arrange({});
  }

  clearFilters(): void {
    this.#set({ filter: "", facets: [], columnFilters: [], quick: [] });
    this.#arrange({});
  }

  toggleQuick(choice: QuickChoice): void {
    const { quick } = this;
    this.#set({ quick: quick.includes(choice) ? quick.filter((other) => other !== choice) : [...quick, choice] });
    this.#arrange({});
  }

  /** Ascending, then descending, then as fetched. */
  sortBy(column: string): void {
    const current = this.results?.view.sort;
    const isSorted = current?.column === column;
    const sort = isSorted && current.descending ? undefined : { column, descending: isSorted };
    this.#set({
      announcement:
        sort === undefined ? strings.grid.unsorted : strings.grid.sorted(this.#labelOf(column), sort.descending),
    });
    this.#arrange({ sort });
  }

  select(selection: readonly RowRange[], keepHidden: boolean): void {
    this.#set({ announcement: strings.grid.selected(countRows(selection)) });
    this.save({ selection });
    this.#host.send("select", { revision: this.results?.view.revision ?? 0, selection, keepHidden });
  }

  setColumnWidth(id: string, width: number): void {
    const layout = this.results?.layout;
    if (layout !== undefined) {
      this.#set({ announcement: strings.grid.width(this.#labelOf(id), width) });
      this.setLayout(layout.map((column) => (column.id === id ? { ...column, width } : column)));
    }
  }

  setLayout(layout: readonly ColumnLayout[]): void {
    const before = this.results?.layout;
    this.#patch({ layout });
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(layout)) {
      this.#host.send("setLayout", layout);
    }
  }

  openDetails(): void {
    this.save({ details: true });
    this.requestDetails();
  }

  closeDetails(): void {
    this.save({ details: false });
    this.#set({ details: undefined });
  }

  /** Requests the row in focus, if the details are open. */
  requestDetails(): void {
    clearTimeout(this.#detailsTimer);
    if (this.saved.details) {
      this.#detailsTimer = setTimeout(() => {
        const revision = this.results?.view.revision;
        const at = this.#grid()?.focusedRow ?? -1;
        if (revision === undefined || at < 0) {
          this.#set({ details: undefined });
          return;
        }
        this.#detailsId += 1;
        this.#set({ isLoadingDetails: true });
        this.#host.send("getDetails", { id: this.#detailsId, revision, at });
      }, detailsDebounceMs);
    }
  }

  /** Copies cells as tab-separated text: a single one as its text alone. */
  copyCells(rows: readonly RowRange[], columns: readonly string[]): void {
    const revision = this.results?.view.revision;
    if (revision !== undefined) {
      this.#host.send("copy", { format: "cells", headers: false, revision, rows, columns });
    }
  }

  /** Copies records. `item` is the id of an item of the copy menu. */
  copyAs(item: string): void {
    const { results } = this;
    const chosen = copyItems.find(({ id }) => id === item);
    if (results !== undefined && chosen !== undefined) {
      const { format, headers } = chosen;
      const { revision, count } = results.view;
      const rows = this.scope.kind === "selected" ? this.saved.selection : [[0, count] as const];
      this.#host.send("copy", { format, headers, revision, rows });
    }
  }

  copyRaw(): void {
    const revision = this.results?.view.revision;
    const at = this.#grid()?.focusedRow ?? -1;
    if (revision !== undefined && at >= 0) {
      this.#host.send("copyRaw", { revision, at });
    }
  }

  /** The host has applied or replaced what was saved: from now on, its order of the rows counts. */
  #onInitial(initial: ResultsInitial): void {
    this.#set({ initial });
    const view = this.results?.view;
    if (view !== undefined) {
      const { filter, facets, columnFilters, quick } = view;
      this.#set({ filter, facets, columnFilters, quick });
      if (!this.isArrangedAsSaved) {
        this.positionToRestore = undefined;
      }
    }
    this.#onView();
  }

  #onView(): void {
    const view = this.results?.view;
    if (view === undefined) {
      return;
    }
    clearTimeout(this.#arrangingTimer);
    if (view.arranging) {
      this.#arrangingTimer = setTimeout(() => this.#set({ isArrangingSlowly: true }), arrangingShownMs);
    } else {
      this.#set({ isArrangingSlowly: false });
    }
    this.#updateClock();
    if (this.positionToRestore === undefined || this.isArrangedAsSaved) {
      if (!view.arranging && !isFilteredAsSaved(view, this.saved)) {
        this.#set({
          announcement: isFiltered(view)
            ? strings.grid.filtered(view.count, view.records)
            : strings.grid.unfiltered(view.records),
        });
      }
      const { sort, facets, columnFilters, quick, filter, selection, records } = view;
      this.save({ sort, facets, columnFilters, quick, filter, selection, records });
    }
    if (!view.arranging) {
      this.#requestFacets();
      this.requestDetails();
    }
  }

  #arrange(change: { readonly sort?: SortOrder | undefined }): void {
    const { filter, facets, columnFilters, quick } = this;
    this.#host.send("arrange", { sort: this.results?.view.sort, filter, facets, columnFilters, quick, ...change });
  }

  #requestFacets(): void {
    if (this.saved.facetsOpen) {
      this.#facetsId += 1;
      this.#host.send("getFacets", { id: this.#facetsId });
    }
  }

  /** Runs only during a countdown. */
  #updateClock(): void {
    const isWaiting = this.results?.run.activity?.waitingUntil !== undefined;
    if (isWaiting && this.#clock === undefined) {
      this.#set({ announcement: strings.run.waitingSoon, now: Date.now() });
      this.#clock = setInterval(() => this.#set({ now: Date.now() }), 1000);
    } else if (!isWaiting) {
      clearInterval(this.#clock);
      this.#clock = undefined;
    }
  }

  #showNotice(notice: Notice): void {
    this.#set({ notice, announcement: notice.text });
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => this.#set({ notice: undefined }), noticeMs);
  }

  #labelOf(column: string): string {
    return this.results?.columns.find(({ id }) => id === column)?.label ?? column;
  }

  #patch(change: Partial<ResultsState>): void {
    const { results } = this;
    if (results !== undefined) {
      this.#set({ initial: { kind: "open", state: { ...results, ...change } } });
      this.#updateClock();
    }
  }

  #set(change: Partial<ChangingFields>): void {
    Object.assign(this, change);
    this.#onChange();
  }
}

function isFiltered({ filter, facets, columnFilters, quick }: ViewState): boolean {
  return filter.trim() !== "" || facets.length > 0 || columnFilters.length > 0 || quick.length > 0;
}

function isFilteredAsSaved(view: ViewState, saved: SavedState): boolean {
  return (
    view.filter === saved.filter &&
    JSON.stringify(view.facets) === JSON.stringify(saved.facets) &&
    JSON.stringify(view.columnFilters) === JSON.stringify(saved.columnFilters) &&
    view.quick.join() === saved.quick.join()
  );
}
