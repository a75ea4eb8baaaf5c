// Draws the grid: header, rows, and scrolling over any number of rows. Keys and clicks are handled elsewhere.
import { html, render } from "lit";
import type { ViewState } from "../../messages/results";
import { hasRow, noSelection, selectedShare, type GridSelection } from "../rowRanges";
import { drawnRows } from "./drawnRows";
import {
  boundsOf,
  type CellPlace,
  type CellRange,
  type RangeBounds,
  clampWidth,
  columnAt,
  drawnColumns,
  leftEdges,
  stuckColumns,
  type GridColumnShape,
  scrollScale,
  type ScrollScale,
} from "./gridGeometry";
import { headerRow } from "./gridHeader";
import { gridStyles } from "./gridStyles";
import { RowWindow, type ReadRows } from "./rowWindow";

export const rowHeight = 24;
const headHeight = 26;
const checkWidth = 52;
const drawnAhead = 4;
/** After this long without scrolling or moving the focus, the position is reported. */
const settledMs = 160;
/** Room in a cell beside its text, and beside the label of a header, in px. */
const cellRoom = 20;
const headerRoom = 44;
const widestFit = 600;

export interface GridViewCallbacks {
  readonly readRows: ReadRows;
  readonly onResize: (column: number, width: number) => void;
  readonly onScroll: () => void;
  readonly onRange: (range: CellRange | undefined) => void;
  /** Scrolling, or moving the focus, has stopped. */
  readonly onSettle: () => void;
}

export class GridView {
  readonly viewport: HTMLElement;
  readonly grid: HTMLElement;
  readonly head: HTMLElement;
  readonly window: RowWindow;
  columns: readonly GridColumnShape[] = [];
  /** How the rows are sorted and filtered, as the host sent it. */
  view: ViewState = {
    revision: -1,
    count: 0,
    records: 0,
    leftOut: 0,
    filter: "",
    columnFilters: [],
    quick: [],
    arranging: false,
    selection: [],
  };
  selection: GridSelection = noSelection;
  /** Row -1 is the header, column 0 contains the checkboxes. */
  focus: CellPlace = { row: 0, column: 1 };
  /** First visible pixel of the rows. */
  top = 0;
  readonly #root: ShadowRoot;
  readonly #callbacks: GridViewCallbacks;
  readonly #body: HTMLElement;
  readonly #spoken: HTMLElement;
  readonly #columnSheet = new CSSStyleSheet();
  #range: CellRange | undefined;
  #bounds: RangeBounds | undefined;
  #edges: readonly number[] = [0];
  /** How many columns stay in place. */
  #stuck = 0;
  #scale: ScrollScale = scrollScale(0, rowHeight, 0);
  #frame = 0;
  /** The focused cell gets the keyboard's focus once it is drawn, unless the user moves on. */
  #isFocusDue = false;
  /** Two empty frames are not noticeable, and drawing rows without texts costs as much as with them. */
  #framesToWait = 2;
  #settle: ReturnType<typeof setTimeout> | undefined;

  constructor(root: ShadowRoot, callbacks: GridViewCallbacks) {
    this.#root = root;
    this.#callbacks = callbacks;
    this.window = new RowWindow(callbacks.readRows, () => this.schedule());
    const styles = gridStyles.styleSheet;
    root.adoptedStyleSheets = styles === undefined ? [this.#columnSheet] : [styles, this.#columnSheet];
    render(
      html`<div class="viewport">
        <div class="grid" role="grid" aria-multiselectable="true" aria-describedby="help">
          <div class="head" role="rowgroup"></div>
          <div class="body" role="rowgroup"></div>
        </div>
        <div class="unseen" id="help">
          Arrow keys move. Shift with the arrow keys extends a range of cells, Control+C copies it. Space selects
          records, Control+A selects all. Enter opens the details, Control+Enter opens a link, Shift+F10 opens the menu
          of a cell. On a column header, Enter sorts, Alt+Down opens the menu, and Shift with left and right changes the
          width. Shift+Alt with left and right moves the column. J and K go to the next and the previous record, also in
          the details; F6 goes to the next part of the page.
        </div>
        <div class="unseen" role="status"></div>
      </div>`,
      root,
    );
    const part = (selector: string): HTMLElement => root.querySelector(selector) as HTMLElement;
    this.viewport = part(".viewport");
    this.grid = part(".grid");
    this.head = part(".head");
    this.#body = part(".body");
    this.#spoken = part("[role=status]");
    this.viewport.addEventListener("scroll", () => this.#onScroll(), { passive: true });
    new ResizeObserver(() => this.measure()).observe(this.viewport);
  }

  get range(): CellRange | undefined {
    return this.#range;
  }

  set range(range: CellRange | undefined) {
    this.#range = range;
    this.#bounds = range === undefined ? undefined : boundsOf(range);
    this.#callbacks.onRange(range);
    this.schedule();
  }

  get count(): number {
    return this.view.count;
  }

  /** Read aloud by screen readers. */
  announce(text: string): void {
    this.#spoken.textContent = text;
  }

  /** The focus stays on its column, even if the column moves. */
  setColumns(columns: readonly GridColumnShape[]): void {
    const focused = this.columns[this.focus.column - 1]?.id;
    const at = columns.findIndex(({ id }) => id === focused);
    this.columns = columns;
    this.focus = { ...this.focus, column: at < 0 ? Math.min(this.focus.column, columns.length) : at + 1 };
    this.#layOutColumns(this.#stuckThatFit());
    if (this.grid.contains(this.#root.activeElement)) {
      // In a later frame, this would take the focus from a menu that was opened meanwhile.
      this.reveal();
      this.draw();
    } else {
      this.schedule();
    }
  }

  /** The focused cell; the header while there are no rows. */
  get #focusShown(): CellPlace {
    return this.count === 0 ? { ...this.focus, row: -1 } : this.focus;
  }

  /** The focused cell or header. In a checkbox cell, the checkbox gets the keyboard focus instead. */
  focusedCell(): HTMLElement | undefined {
    return this.cell(this.#focusShown);
  }

  focusTarget(): HTMLElement | undefined {
    return this.focusedCell()?.querySelector<HTMLElement>(".box") ?? this.focusedCell();
  }

  takeFocus(): void {
    this.draw();
    const target = this.focusTarget();
    this.#isFocusDue = target === undefined;
    target?.focus({ preventScroll: true });
  }

  cell({ row, column }: CellPlace): HTMLElement | undefined {
    const selector = `[aria-rowindex="${row + 2}"] [aria-colindex="${column + 1}"]`;
    return this.grid.querySelector<HTMLElement>(selector) ?? undefined;
  }

  viewHeight(): number {
    return Math.max(0, this.viewport.clientHeight - headHeight);
  }

  measure(): void {
    this.#scale = scrollScale(this.count, rowHeight, this.viewHeight());
    this.#body.style.height = `${this.#scale.height}px`;
    if (this.#stuckThatFit() !== this.#stuck) {
      this.#layOutColumns(this.#stuckThatFit());
    }
    // Before the next frame, so that a quick answer is drawn in it, but after the caller has set where to scroll.
    queueMicrotask(() => this.#requestVisibleRows());
    this.schedule();
  }

  /** The cell at a point of the page, or the nearest one; row -1 is the header. */
  placeAt(x: number, y: number): CellPlace {
    const box = this.viewport.getBoundingClientRect();
    const inX = x - box.left;
    const inY = y - box.top;
    const left = inX < this.#stuckWidth() ? inX : inX + this.viewport.scrollLeft;
    const row = inY < headHeight ? -1 : Math.floor((inY - headHeight + this.top) / rowHeight);
    return {
      row: Math.min(this.count - 1, row),
      column: left < checkWidth ? 0 : columnAt(this.#edges, left - checkWidth) + 1,
    };
  }

  /** The left edge of a column in px of the scrolled content; without such a column, the right edge of the last one. */
  leftOf(column: number): number {
    const left = checkWidth + (this.#edges[Math.max(0, column - 1)] ?? this.#edges.at(-1) ?? 0);
    const { scrollLeft } = this.viewport;
    return column <= this.#stuck ? left + scrollLeft : Math.max(left, scrollLeft + this.#stuckWidth());
  }

  /** The area of rows and scrolled columns, in px of the page. */
  scrolledBox(): { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number } {
    const { left, top } = this.viewport.getBoundingClientRect();
    const { clientWidth, clientHeight } = this.viewport;
    return {
      left: left + this.#stuckWidth(),
      right: left + clientWidth,
      top: top + headHeight,
      bottom: top + clientHeight,
    };
  }

  /** First and last visible row. */
  #visibleRows(): readonly [number, number] {
    return [
      Math.floor(this.top / rowHeight),
      Math.min(this.count - 1, Math.ceil((this.top + this.viewHeight()) / rowHeight)),
    ];
  }

  #requestVisibleRows(): void {
    if (this.count > 0 && this.viewport.clientHeight > 0) {
      this.window.show(...this.#visibleRows());
    }
  }

  #stuckThatFit(): number {
    return stuckColumns(this.columns, leftEdges(this.columns), this.viewport.clientWidth - checkWidth);
  }

  #stuckWidth(): number {
    return checkWidth + (this.#edges[this.#stuck] ?? 0);
  }

  #layOutColumns(stuck: number): void {
    this.#edges = leftEdges(this.columns);
    this.#stuck = stuck;
    const width = checkWidth + (this.#edges.at(-1) ?? 0);
    const rules = this.columns.map(
      (column, at) => `.c${at} { left: ${checkWidth + (this.#edges[at] ?? 0)}px; width: ${column.width}px; }`,
    );
    this.#columnSheet.replaceSync(
      `.grid { width: ${width}px; min-width: 100%; } .check { width: ${checkWidth}px; }
      .row { height: ${rowHeight}px; line-height: ${rowHeight - 1}px; }
      .head > .row { height: ${headHeight}px; line-height: ${headHeight - 1}px; }
      .stuck { width: ${this.#stuckWidth()}px; }\n${rules.join("\n")}`,
    );
    this.grid.setAttribute("aria-colcount", String(this.columns.length + 1));
  }

  #onScroll(): void {
    // A position set by us is more exact than the scroll bar, which is rounded where rows are scaled.
    if (Math.abs(this.#scale.scrollTopOf(this.top) - this.viewport.scrollTop) >= 1) {
      this.top = this.#scale.topOf(this.viewport.scrollTop);
    }
    this.schedule();
    this.#callbacks.onScroll();
    this.#settleSoon();
  }

  #settleSoon(): void {
    clearTimeout(this.#settle);
    this.#settle = setTimeout(this.#callbacks.onSettle, settledMs);
  }

  scrollTo(top: number): void {
    this.top = Math.max(0, Math.min(top, this.count * rowHeight - this.viewHeight()));
    this.viewport.scrollTop = this.#scale.scrollTopOf(this.top);
  }

  schedule(): void {
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => this.draw());
    }
  }

  draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.viewport.clientHeight === 0) {
      return;
    }
    const { count, focus, columns, view } = this;
    const visible = this.#visibleRows();
    this.#requestVisibleRows();
    const isEmpty = this.#body.querySelector(".row") === null;
    if (isEmpty && count > 0 && this.window.row(visible[0]) === undefined && this.#framesToWait > 0) {
      this.#framesToWait--;
      this.schedule();
      return;
    }
    const first = Math.max(0, visible[0] - drawnAhead);
    const last = Math.min(count - 1, visible[1] + drawnAhead);
    const inView = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const rows = count === 0 || focus.row < 0 ? inView : [...new Set([...inView, focus.row])].sort((a, b) => a - b);
    const { scrollTop, scrollLeft, clientWidth } = this.viewport;
    const unscaled = this.#scale.height === count * rowHeight;
    const hadFocus = this.grid.contains(this.#root.activeElement);
    render(
      headerRow({
        columns,
        stuck: this.#stuck,
        sort: view.sort,
        filtered: new Set(view.columnFilters.map(({ column }) => column)),
        focused: this.#focusShown.row < 0 ? focus.column : undefined,
        selected: selectedShare(this.selection, count),
        onResize: (column, width, done) => this.resize(column, width, done),
        onFit: (column) => this.fitColumn(column),
      }),
      this.head,
    );
    render(
      drawnRows(rows, {
        focus: this.#focusShown,
        columns,
        stuck: this.#stuck,
        drawnColumns: drawnColumns(this.#edges, {
          scrollLeft,
          width: clientWidth - checkWidth,
          stuck: this.#stuck,
          focused: focus.column - 1,
        }),
        range: this.#bounds,
        topOf: (row) => (unscaled ? row * rowHeight : scrollTop + row * rowHeight - this.top),
        rowAt: (row) => this.window.row(row),
        isSelected: (row) => hasRow(this.selection.ranges, row),
      }),
      this.#body,
    );
    // Elements are used again for other columns, and one that was moved, as among the pinned ones, has lost the focus.
    const target = this.focusTarget();
    const isDue = this.#isFocusDue && document.activeElement === document.body;
    if (target !== undefined && (isDue || (hadFocus && !target.contains(this.#root.activeElement)))) {
      this.#isFocusDue = false;
      target.focus({ preventScroll: true });
    }
  }

  /** Scrolls to the cell in focus, which was moved. */
  reveal(): void {
    const { row, column } = this.focus;
    this.#settleSoon();
    if (row >= 0) {
      const top = row * rowHeight;
      if (top < this.top) {
        this.scrollTo(top);
      } else if (top + rowHeight > this.top + this.viewHeight()) {
        this.scrollTo(top + rowHeight - this.viewHeight());
      }
    }
    const left = this.#edges[column - 1];
    const right = this.#edges[column];
    if (left === undefined || right === undefined || column <= this.#stuck) {
      return;
    }
    const stuckTo = this.#edges[this.#stuck] ?? 0;
    const room = this.viewport.clientWidth - checkWidth;
    if (left - stuckTo < this.viewport.scrollLeft || right - left > room - stuckTo) {
      this.viewport.scrollLeft = left - stuckTo;
    } else if (right > this.viewport.scrollLeft + room) {
      this.viewport.scrollLeft = right - room;
    }
  }

  resize(column: number, width: number, done: boolean): void {
    if (this.columns[column] === undefined) {
      return;
    }
    this.columns = this.columns.map((other, at) => (at === column ? { ...other, width } : other));
    // While the header is dragged, it stays where it is.
    this.#layOutColumns(done ? this.#stuckThatFit() : this.#stuck);
    this.schedule();
    if (done) {
      this.#callbacks.onResize(column, width);
    }
  }

  /** Makes a column as wide as its visible texts. */
  fitColumn(column: number): void {
    const widths = [...this.grid.querySelectorAll<HTMLElement>(`.c${column}`)].map((cell) => {
      const range = document.createRange();
      const label = cell.querySelector(".label");
      range.selectNodeContents(label ?? cell);
      return range.getBoundingClientRect().width + (label === null ? cellRoom : headerRoom);
    });
    this.resize(column, clampWidth(Math.min(widestFit, Math.max(...widths, 0))), true);
  }
}
