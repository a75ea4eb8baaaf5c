// The state of the results page: the host's data, the open parts of the page, and the pending requests.
import { countText } from "../../src/text/numbers";
import type { HostConnection } from "../messages/hostConnection";
import type {
  ColumnLayout,
  Notice,
  PageState,
  RecordDetails,
  ResultsAnswers,
  ResultsHeader,
  ResultsInitial,
  ResultsInput,
  ResultsProcedures,
  ResultsState,
  ResultsUpdates,
  RowRange,
  ShownValues,
  SortOrder,
  ViewState,
} from "../messages/results";
import type { CopyFormat } from "./copyFormats";
import { sortKeysOf } from "./grid/sortKeys";
import { isFiltered, isSameFilter, PageFilters } from "./pageFilters";
import { countRows } from "./rowRanges";
import { recordsSelected, shownText } from "./texts";
import { ValueRequests } from "./valueRequests";

/** The grid as the state uses it. */
interface ShownGrid {
  readonly focusedRow: number;
  refreshRows(revision: number): void;
}

const detailsDebounceMs = 60;
/** A shorter sort needs no progress line. */
const arrangingShownMs = 300;
const noticeMs = 8000;

type RowProcedure =
  | ("copyRaw" | "findPeople" | "leaveOut" | "addToList" | "removeFromList" | "editNote")
  | ("openCell" | "setNote" | "lookUp");

export class ResultsPageState {
  /** `undefined` until the host has replied. */
  initial: ResultsInitial | undefined;
  /** The host keeps this and sends it to a page that was hidden or reloaded. */
  saved: PageState = {
    filtersOpen: true,
    collapsed: [],
    details: false,
    raw: false,
    place: { row: 0, column: 1, top: 0, left: 0 },
  };
  details: RecordDetails | undefined;
  isLoadingDetails = false;
  /** The extension host does not reply, so the shown data may be outdated. */
  isLost = false;
  /** There is not enough room for the filters beside the records. */
  isNarrow = false;
  /** Whether the whole text of the footer is shown above it. */
  isFooterOpen = false;
  isFiltersOverlayOpen = false;
  notice: Notice | undefined;
  /** Read aloud by screen readers. */
  announcement = "";
  /** Sorting or filtering takes noticeably long. */
  isArrangingSlowly = false;
  /** Wall clock, for countdowns. */
  now = Date.now();
  /** The filters as chosen; `results.view` contains those the host has applied. */
  readonly filters: PageFilters;
  readonly values: ValueRequests;
  /** The grid's scroll position and focus to restore when it is next drawn. */
  placeToRestore: PageState["place"] | undefined;
  #detailsRequest: unknown;
  #detailsTimer: ReturnType<typeof setTimeout> | undefined;
  #arrangingTimer: ReturnType<typeof setTimeout> | undefined;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly host: HostConnection<ResultsProcedures, ResultsUpdates, undefined, ResultsAnswers>,
    /** `undefined` before the first rendering. */
    private readonly grid: () => ShownGrid | undefined,
    /** Called after every change. */
    private readonly onChange: () => void,
  ) {
    this.filters = new PageFilters(
      () => this.#arrange({}),
      () => onChange(),
    );
    this.values = new ValueRequests(host.ask);
  }

  /** Listens to the host and asks it for the current state. */
  start(): void {
    this.host.onUpdate({
      initial: (initial) => this.#onInitial(initial),
      run: (run) => this.#patch({ run }),
      view: (view) => {
        const before = this.results?.view;
        this.#patch({ view });
        this.#onView(before);
      },
      layout: (change) => this.#patch(change),
      rowsChanged: ({ revision }) => {
        this.grid()?.refreshRows(revision);
        this.requestDetails();
      },
      header: (header) => this.#onHeader(header),
      notice: (notice) => this.#showNotice(notice),
      lookUpFocused: () => this.#lookUpFocused(),
    });
    this.host.watch((isLost) => this.#set({ isLost }));
    this.host.send("ready");
  }

  /** The host's state; `undefined` while the results cannot be shown. */
  get results(): ResultsState | undefined {
    return this.initial?.kind === "open" ? this.initial.state : undefined;
  }

  get usualValues(): readonly ShownValues[] | undefined {
    return this.values.usual;
  }

  get selectedCount(): number {
    return countRows(this.results?.view.selection ?? []);
  }

  /** The records that an export or a copy contains. */
  get scope(): { readonly kind: "selected" | "filtered" | "all"; readonly rows: number } {
    const { selectedCount, results } = this;
    const view = results?.view;
    if (selectedCount > 0) {
      return { kind: "selected", rows: selectedCount };
    }
    return { kind: view !== undefined && isFiltered(view) ? "filtered" : "all", rows: view?.count ?? 0 };
  }

  save(change: Partial<PageState>): void {
    this.#set({ saved: { ...this.saved, ...change } });
    this.host.send("keep", this.saved);
  }

  /** On a narrow page the filters cover the records, so they close again and this is not saved. */
  toggleFilters(): void {
    if (this.isNarrow) {
      this.#set({ isFiltersOverlayOpen: !this.isFiltersOverlayOpen });
    } else {
      this.save({ filtersOpen: !this.saved.filtersOpen });
    }
    this.#requestValues();
  }

  get areFiltersOpen(): boolean {
    return this.isNarrow ? this.isFiltersOverlayOpen : this.saved.filtersOpen;
  }

  setFooterOpen(isFooterOpen: boolean): void {
    this.#set({ isFooterOpen });
  }

  setNarrow(isNarrow: boolean): void {
    this.#set({ isNarrow, isFiltersOverlayOpen: false });
    this.#requestValues();
  }

  /** Without `sort`, the rows are in the order they were fetched. */
  sortBy(sort: SortOrder | undefined): void {
    this.#set({
      announcement:
        sort === undefined
          ? "In the order the records were fetched"
          : sortKeysOf(sort)
              .map(({ column, descending }) => sortedText(this.#labelOf(column), descending))
              .join(", "),
    });
    this.#arrange({ sort });
  }

  select(selection: readonly RowRange[], keepHidden: boolean): void {
    this.#set({ announcement: selectedText(countRows(selection)) });
    const view = this.results?.view;
    if (view !== undefined) {
      this.#patch({ view: { ...view, selection } });
      this.host.send("select", { revision: view.revision, selection, keepHidden });
    }
  }

  setLayout(layout: readonly ColumnLayout[]): void {
    const before = this.results?.layout;
    this.#patch({ layout });
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(layout)) {
      this.host.send("setLayout", layout);
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

  /** Requests the focused row, if the details are open. */
  requestDetails(): void {
    clearTimeout(this.#detailsTimer);
    if (this.saved.details) {
      this.#detailsTimer = setTimeout(() => void this.#readDetails(), detailsDebounceMs);
    }
  }

  /** Only the reply to the last request is shown. */
  async #readDetails(): Promise<void> {
    const revision = this.results?.view.revision;
    const at = this.grid()?.focusedRow ?? -1;
    if (revision === undefined || at < 0) {
      this.#set({ details: undefined });
      return;
    }
    this.#set({ isLoadingDetails: true });
    const request = { revision, at };
    this.#detailsRequest = request;
    const details = await this.host.ask("getDetails", request);
    if (details !== undefined && request === this.#detailsRequest) {
      this.#set({ details, isLoadingDetails: false });
    }
  }

  /** Copies cells as tab-separated text; a single cell as its text alone. */
  copyCells(rows: readonly RowRange[], columns: readonly string[]): void {
    const revision = this.results?.view.revision;
    if (revision !== undefined) {
      this.host.send("copy", { format: "cells", headers: false, revision, rows, columns });
    }
  }

  copyAs({ format, headers }: CopyFormat): void {
    const { results } = this;
    if (results !== undefined) {
      const { revision, count } = results.view;
      const rows = this.scope.kind === "selected" ? results.view.selection : [[0, count] as const];
      this.host.send("copy", { format, headers, revision, rows });
    }
  }

  /** Calls a procedure about one row; `more` is its input besides the row. */
  forRow<Name extends RowProcedure>(name: Name, at: number, more?: Omit<ResultsInput<Name>, "revision" | "at">): void {
    const revision = this.results?.view.revision;
    if (revision !== undefined && at >= 0) {
      this.host.send(name, { revision, at, ...more } as never);
    }
  }

  /** Looks up the person, or the company if the record is one. */
  #lookUpFocused(): void {
    const row = Math.max(0, this.grid()?.focusedRow ?? 0);
    this.forRow("lookUp", row, { what: this.results?.recordKind === "company" ? "company" : "person" });
  }

  forFocusedRow(name: "copyRaw" | "findPeople" | "leaveOut" | "addToList"): void {
    this.forRow(name, this.grid()?.focusedRow ?? -1);
  }

  /** Adds the selected records to a list, or this row's record if none is selected. */
  star(at: number): void {
    if (this.selectedCount > 0) {
      this.host.send("addToList");
    } else {
      this.forRow("addToList", at);
    }
  }

  #onInitial(initial: ResultsInitial): void {
    const before = this.results?.header.run;
    this.#set({ initial });
    if (initial.kind === "open") {
      const { state, page } = initial;
      if (page !== undefined) {
        this.#set({ saved: page, placeToRestore: page.place });
      }
      this.filters.replace(state.view);
      if (before !== undefined && before !== state.header.run) {
        this.#onOtherRun(state.header);
      }
    }
    this.#onView(undefined);
  }

  #onOtherRun({ run, runs, choosesKind }: ResultsHeader): void {
    const when = runs.find(({ id }) => id === run)?.when;
    const what = choosesKind === true ? "Showing the records" : "Showing the run";
    this.#set({ details: undefined, announcement: when === undefined ? "" : `${what}: ${when}` });
  }

  #onHeader(header: ResultsHeader): void {
    const before = this.results?.header;
    this.#patch({ header });
    const { changes } = header;
    if (changes !== undefined && JSON.stringify(before?.changes) !== JSON.stringify(changes)) {
      const counts = [`${countText(changes.new)} new`, `${countText(changes.changed)} changed`];
      this.#set({ announcement: [...counts, `${countText(changes.gone)} gone`].join(", ") });
    }
  }

  #onView(before: ViewState | undefined): void {
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
    if (!view.arranging) {
      if (before !== undefined && !isSameFilter(view, before)) {
        this.#set({ announcement: shownText(view.count, view.records, isFiltered(view)) });
      }
      this.#requestValues();
      this.requestDetails();
    }
  }

  #arrange(change: { readonly sort?: SortOrder | undefined }): void {
    this.host.send("arrange", { sort: this.results?.view.sort, ...this.filters.chosen, ...change });
  }

  #requestValues(): void {
    if (this.results !== undefined) {
      void this.values.requestUsual(this.results, this.areFiltersOpen).then((isNew) => {
        if (isNew) {
          this.onChange();
          this.#requestValues();
        }
      });
    }
  }

  /** Runs only during a countdown. */
  #updateClock(): void {
    const isWaiting = this.results?.run.activity?.waitingUntil !== undefined;
    if (isWaiting && this.#clock === undefined) {
      this.#set({ announcement: "Rate limit reached. The run continues by itself.", now: Date.now() });
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

  #set(change: Partial<ResultsPageState>): void {
    Object.assign(this, change);
    this.onChange();
  }
}

function sortedText(column: string, descending: boolean): string {
  return descending ? `Sorted by ${column}, descending` : `Sorted by ${column}, ascending`;
}

function selectedText(rows: number): string {
  return rows === 0 ? "Nothing selected" : recordsSelected(rows);
}
