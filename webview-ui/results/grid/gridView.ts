// Draws the grid: header, rows and scrolling over any number of rows. Keys and clicks are handled by the element.
import { strings } from "../strings";
import { hasRow } from "../rowRanges";
import type { SortOrder } from "../../messages/results";
import { clampWidth, visibleColumns, leftEdges, type GridColumnShape } from "./columnGeometry";
import { DrawnRows } from "./drawnRows";
import { GridHeader } from "./gridHeader";
import { noSelection, selectedShare, type GridSelection } from "./gridSelection";
import { gridStyles } from "./gridStyles";
import { RowWindow, type RowRequest } from "./rowWindow";
import { scrollScale, type ScrollScale } from "./scrollScale";

export const rowHeight = 24;
const headHeight = 26;
const numberWidth = 72;
const drawnAhead = 4;
/** After this long without scrolling, the elements are sorted and the position is reported. */
const settledMs = 160;

export interface GridViewCallbacks {
  readonly requestRows: (request: RowRequest) => void;
  readonly onResize: (column: number, width: number) => void;
  /** Scrolling has stopped. */
  readonly onSettle: () => void;
}

export class GridView {
  readonly viewport = document.createElement("div");
  readonly grid = document.createElement("div");
  readonly header: GridHeader;
  readonly window: RowWindow;
  columns: readonly GridColumnShape[] = [];
  count = 0;
  sort: SortOrder | undefined;
  selection: GridSelection = noSelection;
  /** Row -1 is the header, column 0 that of the row numbers. */
  focus = { row: 0, column: 1 };
  /** First visible pixel of the rows. */
  top = 0;
  readonly #root: ShadowRoot;
  readonly #callbacks: GridViewCallbacks;
  readonly #body = document.createElement("div");
  readonly #columnSheet = new CSSStyleSheet();
  readonly #rows: DrawnRows;
  #edges: readonly number[] = [0];
  #scale: ScrollScale = scrollScale(0, rowHeight, 0);
  /** Increases when the columns or the drawn ones change. */
  #layout = 0;
  #drawnColumns: readonly number[] = [];
  #frame = 0;
  /** Two empty frames are not noticed, and rows drawn without texts cost as much as rows with them. */
  #framesToWait = 2;
  #settle: ReturnType<typeof setTimeout> | undefined;

  constructor(root: ShadowRoot, callbacks: GridViewCallbacks) {
    this.#root = root;
    this.#callbacks = callbacks;
    this.window = new RowWindow(callbacks.requestRows);
    const styles = gridStyles.styleSheet;
    root.adoptedStyleSheets = styles === undefined ? [this.#columnSheet] : [styles, this.#columnSheet];
    this.viewport.className = "viewport";
    this.grid.className = "grid";
    this.grid.setAttribute("role", "grid");
    this.grid.setAttribute("aria-multiselectable", "true");
    this.grid.setAttribute("aria-describedby", "help");
    this.header = new GridHeader(headHeight, {
      onResize: (column, width, done) => this.resize(column, width, done),
      onFit: (column) => this.#fitColumn(column),
    });
    const head = rowGroup("head");
    head.append(this.header.row);
    this.#body.className = "body";
    this.#body.setAttribute("role", "rowgroup");
    this.#rows = new DrawnRows(this.#body, rowHeight);
    const help = document.createElement("div");
    help.className = "help";
    help.id = "help";
    help.textContent = strings.grid.help;
    this.grid.append(head, this.#body);
    this.viewport.append(this.grid, help);
    root.append(this.viewport);
    this.viewport.addEventListener("scroll", () => this.#onScroll(), { passive: true });
    new ResizeObserver(() => this.measure()).observe(this.viewport);
  }

  setColumns(columns: readonly GridColumnShape[]): void {
    this.columns = columns;
    this.focus.column = Math.min(this.focus.column, columns.length);
    this.#layOutColumns();
    this.drawHeader();
    this.#layout++;
    this.schedule();
  }

  focusedCell(): HTMLElement | undefined {
    return this.focus.row < 0 || this.count === 0
      ? this.header.cell(this.focus.column)
      : this.#rows.cell(this.focus.row, this.focus.column);
  }

  viewHeight(): number {
    return Math.max(0, this.viewport.clientHeight - headHeight);
  }

  measure(): void {
    this.#scale = scrollScale(this.count, rowHeight, this.viewHeight());
    this.#body.style.height = `${this.#scale.height}px`;
    // Before the next frame, so that a quick answer is drawn in it, but after the caller has set where to scroll.
    queueMicrotask(() => this.#requestVisibleRows());
    this.schedule();
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

  #layOutColumns(): void {
    this.#edges = leftEdges(this.columns);
    const width = numberWidth + (this.#edges.at(-1) ?? 0);
    const rules = this.columns.map(
      (column, at) => `.c${at} { left: ${numberWidth + (this.#edges[at] ?? 0)}px; width: ${column.width}px; }`,
    );
    this.#columnSheet.replaceSync(
      `.grid { width: ${width}px; min-width: 100%; } .number { width: ${numberWidth}px; }\n${rules.join("\n")}`,
    );
    this.grid.setAttribute("aria-colcount", String(this.columns.length + 1));
  }

  drawHeader(): void {
    const focused = this.#root.activeElement;
    const inHeader = focused !== null && this.header.row.contains(focused);
    this.header.setColumns(this.columns, this.sort);
    this.header.setTabStop(this.focus.row < 0 || this.count === 0 ? this.focus.column : undefined);
    if (inHeader) {
      this.header.cell(this.focus.column)?.focus({ preventScroll: true });
    }
  }

  #onScroll(): void {
    // A position set by us says more than the scroll bar, which is rounded where rows are scaled.
    if (Math.abs(this.#scale.scrollTopOf(this.top) - this.viewport.scrollTop) >= 1) {
      this.top = this.#scale.topOf(this.viewport.scrollTop);
    }
    this.schedule();
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => {
      this.#rows.sortElements();
      this.#callbacks.onSettle();
    }, settledMs);
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
    const { count } = this;
    const visible = this.#visibleRows();
    this.#requestVisibleRows();
    if (this.#rows.isEmpty && count > 0 && this.window.row(visible[0]) === undefined && this.#framesToWait > 0) {
      this.#framesToWait--;
      this.schedule();
      return;
    }
    const drawn = visibleColumns(
      this.#edges,
      this.viewport.scrollLeft,
      this.viewport.clientWidth - numberWidth,
      this.focus.column - 1,
    );
    if (drawn.join() !== this.#drawnColumns.join()) {
      this.#drawnColumns = drawn;
      this.#layout++;
    }
    const scrollTop = this.viewport.scrollTop;
    const unscaled = this.#scale.height === count * rowHeight;
    this.#rows.draw({
      first: Math.max(0, visible[0] - drawnAhead),
      last: Math.min(count - 1, visible[1] + drawnAhead),
      focusedRow: count === 0 ? -1 : this.focus.row,
      focusedColumn: this.focus.column,
      columns: this.columns,
      drawnColumns: drawn,
      layout: this.#layout,
      topOf: (index) => (unscaled ? index * rowHeight : scrollTop + index * rowHeight - this.top),
      rowAt: (index) => this.window.row(index),
      isSelected: (index) => hasRow(this.selection.ranges, index),
    });
    this.header.setSelected(selectedShare(this.selection, count));
    this.header.setTabStop(this.focus.row < 0 || count === 0 ? this.focus.column : undefined);
  }

  reveal(): void {
    const { row, column } = this.focus;
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
    if (left !== undefined && right !== undefined) {
      const room = this.viewport.clientWidth - numberWidth;
      if (left < this.viewport.scrollLeft || right - left > room) {
        this.viewport.scrollLeft = left;
      } else if (right > this.viewport.scrollLeft + room) {
        this.viewport.scrollLeft = right - room;
      }
    }
  }

  resize(column: number, width: number, done: boolean): void {
    const shape = this.columns[column];
    if (shape === undefined) {
      return;
    }
    this.columns = this.columns.map((other, at) => (at === column ? { ...other, width } : other));
    this.#layOutColumns();
    this.schedule();
    if (done) {
      this.drawHeader();
      this.#callbacks.onResize(column, width);
    }
  }

  #fitColumn(column: number): void {
    const widths = [...this.grid.querySelectorAll<HTMLElement>(`.c${column}`)].map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getBoundingClientRect().width;
    });
    this.resize(column, clampWidth(Math.min(600, Math.max(...widths, 0) + 26)), true);
  }
}

function rowGroup(className: string): HTMLElement {
  const group = document.createElement("div");
  group.className = className;
  group.setAttribute("role", "rowgroup");
  return group;
}
