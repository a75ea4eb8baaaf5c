// The results page: how it looks and what the user does on it. The host owns the truth.
import { html, nothing, type TemplateResult } from "lit";
import type { ColumnPlace, Facet, QuickChoice, ResultsState, RowRange, SortOrder } from "../messages/results";
import type { ColumnChooser } from "./columnChooser";
import { copyItems } from "./copyItems";
import type { DetailsPane } from "./detailsPane";
import type { GridOwner } from "./grid/gridElement";
import { inertLine } from "./inertText";
import type { KeptState } from "./keptState";
import { arrangingLine, emptyNote, scopeOf, statusLine, tools, type PageModel } from "./pageParts";
import { pageStyles } from "./pageStyles";
import { ResultsKnowledge, sameOrder } from "./resultsKnowledge";
import { countRows } from "./rowRanges";
import { strings } from "./strings";

const filterPauseMs = 180;

export class ResultsPage extends ResultsKnowledge {
  static override styles = pageStyles;
  #gridShows: { readonly columns: string | undefined; readonly view: unknown } = {
    columns: undefined,
    view: undefined,
  };
  #filterTimer: ReturnType<typeof setTimeout> | undefined;

  readonly #gridOwner: GridOwner = {
    askRows: (request) => this.host.post({ kind: "getRows", ...request }),
    selected: (ranges, keepHidden) => this.#onSelected(ranges, keepHidden),
    sort: (column) => this.#sortBy(column),
    resized: (column, width) => this.#onResized(column, width),
    openDetails: () => this.#openDetails(),
    copy: () => this.#copy(),
    focusMoved: () => this.askDetails(),
    scrolled: (place) => this.keep({ place }),
  };

  override connectedCallback(): void {
    super.connectedCallback();
    // A copy by the editor's own menu or command arrives as an event without a key.
    document.addEventListener("copy", (event) => {
      if ((document.getSelection()?.toString() ?? "") === "" && this.grid()?.matches(":focus-within") === true) {
        event.preventDefault();
        this.#copy();
      }
    });
  }

  override render(): TemplateResult {
    const { initial } = this;
    if (initial === undefined) {
      return html``;
    }
    if (initial.kind === "unavailable") {
      return html`<main>
        <div class="unavailable" role="alert">
          <h1>${strings.unavailable}</h1>
          <p>${inertLine(initial.sentence, 2000)}</p>
        </div>
      </main>`;
    }
    const model = this.#model(initial.state);
    const { tab } = this.kept;
    return html`${tools(model)}
      <main>
        ${this.slow ? arrangingLine(model) : nothing}
        <div id="panel" role="tabpanel" aria-labelledby=${`tab-${tab}`}>
          <div class="records" ?hidden=${tab !== "records"}>
            <div class="stage"><prospect-grid></prospect-grid>${emptyNote(model)}</div>
            ${
              this.kept.details
                ? html`<prospect-details
                    .recordKind=${initial.state.recordKind}
                    .shown=${this.shown}
                    .raw=${this.kept.raw}
                    .loading=${this.loading}
                    @openLink=${(event: CustomEvent<string>) => this.host.post({ kind: "openLink", url: event.detail })}
                    @copyRaw=${() => this.#copyRaw()}
                    @raw=${(event: CustomEvent<boolean>) => this.keep({ raw: event.detail })}
                    @close=${() => this.#closeDetails()}
                    @keydown=${(event: KeyboardEvent) => this.#onDetailsKey(event)}
                  ></prospect-details>`
                : nothing
            }
          </div>
          ${tab === "summary" ? html`<prospect-summary tabindex="0" role="group" aria-label=${strings.summary.label} .figures=${this.figures} @facet=${(event: CustomEvent<Facet>) => this.#setFacet(event.detail)}></prospect-summary>` : nothing}
        </div>
      </main>
      ${statusLine(model)}
      <prospect-columns
        .columns=${initial.state.columns}
        .layout=${initial.state.layout}
        @columns=${(event: CustomEvent<readonly ColumnPlace[]>) => this.#setLayout(event.detail)}
        @reset=${() => this.host.post({ kind: "resetLayout" })}
      ></prospect-columns>
      <div class="unseen" role="status">${this.said}</div>`;
  }

  protected override updated(): void {
    const state = this.state();
    const grid = this.grid();
    if (state === undefined || grid === undefined) {
      return;
    }
    grid.owner = this.#gridOwner;
    grid.label = strings.grid.label(inertLine(state.title), state.view.count);
    // The same layout comes again with every whole state of the host, and to lay out anew costs a frame.
    const layout = JSON.stringify([state.columns, state.layout]);
    if (this.#gridShows.columns !== layout) {
      const columns = new Map(state.columns.map((column) => [column.id, column]));
      grid.setColumns(
        state.layout
          .filter((place) => place.visible)
          .map((place) => ({
            id: place.id,
            width: place.width,
            label: columns.get(place.id)?.label ?? place.id,
            numeric: columns.get(place.id)?.numeric ?? false,
          })),
      );
    }
    if (this.#gridShows.view !== state.view) {
      grid.setView(state.view);
    }
    this.#gridShows = { columns: layout, view: state.view };
    if (this.toRestore !== undefined && sameOrder(state.view, this.kept) && state.view.records > 0) {
      grid.restore(this.toRestore);
      this.toRestore = undefined;
      this.askDetails();
    }
  }

  #model(state: ResultsState): PageModel {
    return {
      state,
      tab: this.kept.tab,
      details: this.kept.details,
      filter: this.filter,
      quick: this.quick,
      selected: countRows(this.kept.selection),
      now: this.now,
      notice: this.notice,
      post: (message) => this.host.post(message),
      showTab: (tab) => this.#showTab(tab),
      setFilter: (filter) => this.#onFilter(filter),
      clearFacet: () => this.#clearFacet(),
      clearAll: () => this.#clearAll(),
      toggleQuick: (choice) => this.#toggleQuick(choice),
      chooseColumns: () => this.renderRoot.querySelector<ColumnChooser>("prospect-columns")?.show(),
      copyAs: (item) => this.#copyAs(item),
      toggleDetails: () => (this.kept.details ? this.#closeDetails() : this.#openDetails()),
    };
  }

  #arrange(change: {
    readonly sort?: SortOrder | undefined;
    readonly filter?: string;
    readonly facet?: Facet | undefined;
  }): void {
    const view = this.state()?.view;
    const { sort, facet } = { sort: view?.sort, facet: view?.facet, ...change };
    this.host.post({ kind: "arrange", sort, filter: change.filter ?? this.filter, facet, quick: [...this.quick] });
  }

  #onFilter(filter: string): void {
    this.filter = filter;
    clearTimeout(this.#filterTimer);
    this.#filterTimer = setTimeout(() => this.#arrange({ filter }), filterPauseMs);
  }

  #clearFacet(): void {
    this.#arrange({ facet: undefined });
  }

  #clearAll(): void {
    this.filter = "";
    this.quick = [];
    this.#arrange({ facet: undefined });
  }

  #toggleQuick(choice: QuickChoice): void {
    this.quick = this.quick.includes(choice) ? this.quick.filter((other) => other !== choice) : [...this.quick, choice];
    this.#arrange({});
  }

  #setFacet(facet: Facet): void {
    this.#arrange({ facet });
    this.#showTab("records");
  }

  #sortBy(column: string): void {
    const sort = this.state()?.view.sort;
    const next =
      sort?.column !== column
        ? { column, descending: false }
        : sort.descending
          ? undefined
          : { column, descending: true };
    const label = this.state()?.columns.find((one) => one.id === column)?.label ?? column;
    this.said = next === undefined ? strings.grid.unsorted : strings.grid.sorted(label, next.descending);
    this.#arrange({ sort: next });
  }

  #onSelected(ranges: readonly RowRange[], keepHidden: boolean): void {
    const revision = this.state()?.view.revision ?? 0;
    this.keep({ selection: ranges });
    this.said = strings.grid.selected(countRows(ranges));
    this.host.post({ kind: "select", revision, selection: ranges.map(([from, to]) => [from, to]), keepHidden });
  }

  #onResized(id: string, width: number): void {
    const state = this.state();
    if (state !== undefined) {
      this.said = strings.grid.width(state.columns.find((column) => column.id === id)?.label ?? id, width);
      this.#setLayout(state.layout.map((place) => (place.id === id ? { ...place, width } : place)));
    }
  }

  #setLayout(layout: readonly ColumnPlace[]): void {
    const before = this.state()?.layout;
    this.change({ layout });
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(layout)) {
      this.host.post({ kind: "setLayout", layout: layout.map((place) => ({ ...place })) });
    }
  }

  #openDetails(): void {
    this.keep({ details: true });
    this.askDetails();
    void this.#focusDetails();
  }

  async #focusDetails(): Promise<void> {
    await this.updateComplete;
    const pane = this.renderRoot.querySelector<DetailsPane>("prospect-details");
    await pane?.updateComplete;
    pane?.focus();
  }

  #closeDetails(): void {
    this.keep({ details: false });
    this.shown = undefined;
    this.grid()?.focus();
  }

  #onDetailsKey(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      event.preventDefault();
      this.#closeDetails();
    }
  }

  #showTab(tab: KeptState["tab"]): void {
    this.keep({ tab });
    if (tab === "summary") {
      this.figures = undefined;
      this.askSummary();
    }
  }

  /** The rows selected, as they were copied last; the cell in focus when none is. */
  #copy(): void {
    this.#copyAs(
      this.kept.selection.length === 0
        ? "cell"
        : (copyItems.find((item) => item.format === this.kept.copy.format && item.headers === this.kept.copy.headers)
            ?.id ?? "csv+"),
    );
  }

  #copyAs(id: string): void {
    const state = this.state();
    const item = copyItems.find((one) => one.id === id);
    const grid = this.grid();
    if (state === undefined || item === undefined || grid === undefined) {
      return;
    }
    const { revision } = state.view;
    if (item.format === "cell") {
      const at = grid.focusedRow;
      const column = grid.focusedColumn;
      if (at >= 0 && column !== undefined) {
        this.host.post({ kind: "copy", format: "cell", headers: false, revision, rows: [[at, at + 1]], column });
      }
      return;
    }
    this.keep({ copy: { format: item.format, headers: item.headers } });
    const scope = scopeOf({ state, selected: countRows(this.kept.selection) });
    const rows = scope.kind === "selected" ? this.kept.selection : ([[0, state.view.count]] as const);
    this.host.post({
      kind: "copy",
      format: item.format,
      headers: item.headers,
      revision,
      rows: rows.map(([from, to]) => [from, to]),
    });
  }

  #copyRaw(): void {
    const state = this.state();
    const at = this.grid()?.focusedRow ?? -1;
    if (state !== undefined && at >= 0) {
      this.host.post({ kind: "copyRaw", revision: state.view.revision, at });
    }
  }
}
