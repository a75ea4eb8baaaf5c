// The results page: renders its state around the grid and passes what the user does to the state.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { connectHost } from "../messages/hostConnection";
import type { ColumnLayout, ResultsProcedures, ResultsState, ResultsUpdates } from "../messages/results";
import "./columnChooser";
import type { ColumnChooser } from "./columnChooser";
import "./detailsPane";
import type { DetailsPane } from "./detailsPane";
import "./grid/gridElement";
import type { GridCallbacks, GridElement } from "./grid/gridElement";
import { inertLine } from "./inertText";
import "./menuButton";
import { ResultsPageState } from "./resultsPageState";
import { pageStyles } from "./pageStyles";
import { arrangingLine, emptyNote, statusLine, toolbar, type TemplateInput } from "./pageTemplates";
import type { SavedState } from "./savedState";
import { strings } from "./strings";

@customElement("prospect-results")
export class ResultsPage extends LitElement {
  static override readonly styles = pageStyles;
  private readonly host = connectHost<ResultsProcedures, ResultsUpdates, SavedState>();
  private readonly page = new ResultsPageState({
    host: this.host,
    grid: () => this.grid(),
    onChange: () => this.requestUpdate(),
  });
  /** What the grid was given last. */
  private gridShows: { readonly columns: string | undefined; readonly view: unknown } = {
    columns: undefined,
    view: undefined,
  };

  private readonly gridCallbacks: GridCallbacks = {
    requestRows: (request) => this.host.send("getRows", request),
    onSelect: (ranges, keepHidden) => this.page.select(ranges, keepHidden),
    onSort: (column) => this.page.sortBy(column),
    onResize: (column, width) => this.page.setColumnWidth(column, width),
    onOpenDetails: () => this.openDetails(),
    onCopy: () => this.copyFocusedCell(),
    onFocusRow: () => this.page.requestDetails(),
    onScroll: (place) => this.page.save({ place }),
  };

  override connectedCallback(): void {
    super.connectedCallback();
    this.page.start();
    // VS Code's own menu and Copy command arrive as a "copy" event without a key.
    document.addEventListener("copy", (event) => {
      if ((document.getSelection()?.toString() ?? "") === "" && this.grid()?.matches(":focus-within") === true) {
        event.preventDefault();
        this.copyFocusedCell();
      }
    });
  }

  override render(): TemplateResult {
    const { initial } = this.page;
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
    return this.renderResults(initial.state);
  }

  private renderResults(results: ResultsState): TemplateResult {
    const { page } = this;
    const { details } = page.saved;
    const input: TemplateInput = {
      page,
      results,
      send: this.host.send,
      openColumnChooser: () => this.renderRoot.querySelector<ColumnChooser>("prospect-columns")?.show(),
      toggleDetails: () => (details ? this.closeDetails() : this.openDetails()),
    };
    return html`${toolbar(input)}
      <main>
        ${page.isArrangingSlowly ? arrangingLine(input) : nothing}
        <div class="records">
          <div class="stage"><prospect-grid></prospect-grid>${emptyNote(input)}</div>
          ${details ? this.renderDetails(results) : nothing}
        </div>
      </main>
      ${statusLine(input)}
      <prospect-columns
        .columns=${results.columns}
        .layout=${results.layout}
        @columns=${(event: CustomEvent<readonly ColumnLayout[]>) => page.setLayout(event.detail)}
        @reset=${() => this.host.send("resetLayout")}
      ></prospect-columns>
      <div class="unseen" role="status">${page.announcement}</div>`;
  }

  private renderDetails({ recordKind }: ResultsState): TemplateResult {
    const { page } = this;
    return html`<prospect-details
      .recordKind=${recordKind}
      .shown=${page.details}
      .raw=${page.saved.raw}
      .loading=${page.isLoadingDetails}
      @openLink=${(event: CustomEvent<string>) => this.host.send("openLink", { url: event.detail })}
      @copyRaw=${() => page.copyRaw()}
      @raw=${(event: CustomEvent<boolean>) => page.save({ raw: event.detail })}
      @close=${() => this.closeDetails()}
      @keydown=${(event: KeyboardEvent) => this.onDetailsKey(event)}
    ></prospect-details>`;
  }

  private copyFocusedCell(): void {
    const grid = this.grid();
    const [row, column] = [grid?.focusedRow ?? -1, grid?.focusedColumn];
    if (row >= 0 && column !== undefined) {
      this.page.copyCells([[row, row + 1]], [column]);
    }
  }

  /** The grid draws by itself and only when needed: Lit's rendering would be too slow for scrolling. */
  protected override updated(): void {
    const { page } = this;
    const { results } = page;
    const grid = this.grid();
    if (results === undefined || grid === undefined) {
      return;
    }
    grid.callbacks = this.gridCallbacks;
    grid.label = strings.grid.label(inertLine(results.title), results.view.count);
    // Every state from the host contains the layout, and laying out the columns costs a frame.
    const columns = JSON.stringify([results.columns, results.layout]);
    if (this.gridShows.columns !== columns) {
      grid.setColumns(visibleColumns(results));
    }
    if (this.gridShows.view !== results.view) {
      grid.setView(results.view);
    }
    this.gridShows = { columns, view: results.view };
    if (page.positionToRestore !== undefined && page.isArrangedAsSaved && results.view.records > 0) {
      grid.restore(page.positionToRestore);
      page.positionToRestore = undefined;
      page.requestDetails();
    }
  }

  private grid(): GridElement | undefined {
    return this.renderRoot.querySelector<GridElement>("prospect-grid") ?? undefined;
  }

  private openDetails(): void {
    this.page.openDetails();
    void this.focusDetails();
  }

  private async focusDetails(): Promise<void> {
    await this.updateComplete;
    const pane = this.renderRoot.querySelector<DetailsPane>("prospect-details");
    await pane?.updateComplete;
    pane?.focus();
  }

  private closeDetails(): void {
    this.page.closeDetails();
    this.grid()?.focus();
  }

  private onDetailsKey(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      event.preventDefault();
      this.closeDetails();
    }
  }
}

function visibleColumns({ columns, layout }: ResultsState): Parameters<GridElement["setColumns"]>[0] {
  return layout
    .filter(({ visible }) => visible)
    .map(({ id, width }) => {
      const column = columns.find((one) => one.id === id);
      return { id, width, label: column?.label ?? id, type: column?.type ?? "text" };
    });
}
