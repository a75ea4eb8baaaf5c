// The results page: renders its state around the grid and passes user actions to the state.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { countText } from "../../src/text/numbers";
import { controlStyles } from "../components/controlStyles";
import { inertLine } from "../components/inertText";
import "./columnChooser";
import { connectHost } from "../messages/hostConnection";
import "./columnFilterPopup";
import type { ResultsAnswers, ResultsProcedures, ResultsState, ResultsUpdates } from "../messages/results";
import "./comparison";
import { activeFiltersLine } from "./activeFilters";
import "./detailsPane";
import type { ColumnChooser } from "./columnChooser";
import type { ColumnFilterPopup } from "./columnFilterPopup";
import type { Comparison } from "./comparison";
import "./grid/gridElement";
import type { DetailsPane } from "./detailsPane";
import { filtersPane } from "./filtersPane";
import { arrangingLine, emptyNote, footerLine, lostLines, stateBanner } from "./footerLine";
import type { GridElement } from "./grid/gridElement";
import { recordStep } from "./grid/gridKeyboard";
import "../components/contextMenu";
import type { RangeSums } from "./grid/rangeSums";
import { headerLine, searchItems } from "./headerLine";
import type { PageActions } from "./pageActions";
import { pageStyles } from "./pageStyles";
import { ResultsPageState } from "./resultsPageState";
import { toolLine } from "./toolLine";
import { rowsOf } from "./valueRequests";

/** Below this width, the filters cover the records instead of being beside them. */
const narrowPage = "(max-width: 899px)";

@customElement("prospect-results")
export class ResultsPage extends LitElement implements PageActions {
  static override readonly styles = [controlStyles, pageStyles];
  private readonly host = connectHost<ResultsProcedures, ResultsUpdates, undefined, ResultsAnswers>();
  readonly page = new ResultsPageState(
    this.host,
    () => this.grid(),
    () => this.requestUpdate(),
  );
  results!: ResultsState;
  @state() sums: RangeSums | undefined;
  /** The last input of the grid. */
  private gridShows: { readonly columns: string | undefined; readonly view: unknown } = {
    columns: undefined,
    view: undefined,
  };

  private readonly narrowness = window.matchMedia(narrowPage);

  override connectedCallback(): void {
    super.connectedCallback();
    this.page.start();
    this.page.setNarrow(this.narrowness.matches);
    this.narrowness.addEventListener("change", ({ matches }) => this.page.setNarrow(matches));
    document.addEventListener("keydown", (event) => this.onPageKey(event));
    window.addEventListener("focus", () => this.focusGridFirst());
  }

  override render(): TemplateResult {
    const { initial } = this.page;
    if (initial === undefined) {
      return html``;
    }
    if (initial.kind === "unavailable") {
      return html`<main>
        <div class="unavailable" role="alert">
          <h1>These results cannot be shown</h1>
          <p>${inertLine(initial.sentence, 2000)}</p>
          ${searchItems(initial, this.send).map(
            ({ label, act }) => html`<vscode-button appearance="secondary" @click=${act}>${label}</vscode-button>`,
          )}
        </div>
      </main>`;
    }
    this.results = initial.state;
    return this.renderResults(initial.state);
  }

  get send(): PageActions["send"] {
    return this.host.send;
  }

  get ask(): PageActions["ask"] {
    return this.host.ask;
  }

  private renderResults(results: ResultsState): TemplateResult {
    const { page } = this;
    const { details } = page.saved;
    const { isLost } = page;
    return html`<header>
        ${isLost ? lostLines(this) : html`${headerLine(this)} ${stateBanner(this)} ${toolLine(this)}`}
      </header>
      <main ?inert=${isLost}>
        ${page.areFiltersOpen && !isLost ? filtersPane(this) : nothing}
        <div class="records">
          <div class="middle">
            ${isLost ? nothing : activeFiltersLine(this)} ${page.isArrangingSlowly ? arrangingLine(this) : nothing}
            <div class="stage"><prospect-grid></prospect-grid>${emptyNote(this)}</div>
          </div>
          ${details ? this.renderDetails() : nothing}
        </div>
      </main>
      ${isLost ? nothing : footerLine(this)}
      <prospect-columns .actions=${this} .layout=${results.layout}></prospect-columns>
      <prospect-column-filter
        .filters=${page.filters.chosen.columnFilters}
        .stamp=${rowsOf(results)}
        .actions=${this}
      ></prospect-column-filter>
      <prospect-comparison @close=${() => this.focusGrid()}></prospect-comparison>
      <div class="unseen" role="status">${page.announcement}</div>`;
  }

  private renderDetails(): TemplateResult {
    const { page } = this;
    return html`<prospect-details
      .actions=${this}
      .shown=${page.details}
      .raw=${page.saved.raw}
      .loading=${page.isLoadingDetails}
      @keydown=${(event: KeyboardEvent) => this.onDetailsKey(event)}
    ></prospect-details>`;
  }

  /** The grid draws itself, and only the changes, so it gets only changed input. */
  protected override updated(): void {
    const { page } = this;
    const { results } = page;
    const grid = this.grid();
    if (results === undefined || grid === undefined) {
      return;
    }
    grid.parent = this;
    grid.label = gridLabel(inertLine(results.header.title), results.view.count);
    // Every state from the host contains the layout, and laying out the columns costs a frame.
    const columns = JSON.stringify([results.columns, results.layout]);
    if (this.gridShows.columns !== columns) {
      grid.setColumns(results.columns, results.layout);
    }
    if (this.gridShows.view !== results.view) {
      grid.setView(results.view);
    }
    this.gridShows = { columns, view: results.view };
    // Without rows, the focus would go to the header.
    if (results.view.count > 0) {
      this.focusGridFirst();
    }
    if (page.placeToRestore !== undefined) {
      grid.restore(page.placeToRestore);
      page.placeToRestore = undefined;
      page.requestDetails();
    }
  }

  private grid(): GridElement | undefined {
    return this.renderRoot.querySelector<GridElement>("prospect-grid") ?? undefined;
  }

  /** Focuses the records of a page that was just opened. */
  private focusGridFirst(): void {
    if (document.hasFocus() && document.activeElement === document.body) {
      this.grid()?.focus();
    }
  }

  openColumnChooser(): void {
    this.renderRoot.querySelector<ColumnChooser>("prospect-columns")?.show();
  }

  openColumnFilter(id: string, anchor: DOMRect, returnFocus: () => void): void {
    const column = this.results.columns.find((one) => one.id === id);
    if (column !== undefined) {
      const popup = this.renderRoot.querySelector<ColumnFilterPopup>("prospect-column-filter");
      popup?.show({ column, anchor, returnFocus });
    }
  }

  /** When the filters cover the records, they take the focus and return it. */
  toggleFilters(): void {
    const { page } = this;
    page.toggleFilters();
    if (page.isNarrow) {
      void this.updateComplete.then(() =>
        this.renderRoot
          .querySelector<HTMLElement>(page.areFiltersOpen ? ".filters button" : "#filters-toggle")
          ?.focus(),
      );
    }
  }

  private onPageKey(event: KeyboardEvent): void {
    const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === "f";
    const isPane = event.key === "F6" && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isFind ? this.focusFilter() : isPane && this.focusPane(event.shiftKey ? -1 : 1)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** The page has its own search: VS Code's finds only the rows that are drawn. */
  private focusFilter(): boolean {
    const filter = this.renderRoot.querySelector<HTMLInputElement>("#filter");
    filter?.focus();
    filter?.select();
    return filter !== null;
  }

  /** Cycles through the panes of the page. VS Code uses Ctrl+F6 to move between editors. */
  private focusPane(by: 1 | -1): boolean {
    const panes = ["header", "aside", "prospect-grid", "prospect-details"].flatMap((selector) => {
      const pane = this.renderRoot.querySelector<HTMLElement>(selector);
      return pane === null ? [] : [pane];
    });
    const active = this.shadowRoot?.activeElement ?? null;
    const at = panes.findIndex((pane) => pane.contains(active));
    const next = panes.at(at < 0 && by < 0 ? -1 : (at + by) % panes.length);
    if (next?.matches("header") === true) {
      return this.focusFilter();
    }
    (next?.matches("aside") === true ? next.querySelector("button") : next)?.focus();
    return next !== undefined;
  }

  openDetails(): void {
    this.page.openDetails();
    void this.focusDetails();
  }

  private async focusDetails(): Promise<void> {
    await this.updateComplete;
    const pane = this.renderRoot.querySelector<DetailsPane>("prospect-details");
    await pane?.updateComplete;
    pane?.focus();
  }

  compare(rows: readonly number[]): void {
    const { recordKind, view } = this.results;
    const comparison = this.renderRoot.querySelector<Comparison>("prospect-comparison");
    const read = Promise.all(rows.map((at) => this.ask("getDetails", { revision: view.revision, at })));
    void read.then((records) => {
      const known = records.filter((record) => record !== undefined);
      if (known.length === records.length) {
        comparison?.show(recordKind, known);
      }
    });
  }

  toggleDetails(): void {
    if (this.page.saved.details) {
      this.closeDetails();
    } else {
      this.openDetails();
    }
  }

  focusGrid(): void {
    this.grid()?.focus();
  }

  private closeDetails(): void {
    this.page.closeDetails();
    // On a small page, the details cover the grid.
    void this.updateComplete.then(() => this.focusGrid());
  }

  private onDetailsKey(event: KeyboardEvent): void {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const step = hasModifier ? undefined : recordStep(event.key);
    if (event.key === "Escape") {
      event.preventDefault();
      this.closeDetails();
    } else if (step !== undefined) {
      event.preventDefault();
      this.grid()?.showRow(step);
    }
  }
}

function gridLabel(title: string, rows: number): string {
  return rows === 1 ? `${title}, 1 record` : `${title}, ${countText(rows)} records`;
}
