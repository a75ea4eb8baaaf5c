// The grid's face: header, drawn rows and scrolling over however many rows there are. It knows nothing of keys and clicks.
import { strings } from "../strings";
import { hasRow } from "../rowRanges";
import type { SortOrder } from "../../messages/results";
import { clampWidth, columnsInSight, leftEdges, type GridColumnShape } from "./columnGeometry";
import { createGridHeader, type GridHeader } from "./gridHeader";
import { createDrawnRows, type DrawnRows } from "./gridRows";
import { howMuch, noSelection, type GridSelection } from "./gridSelection";
import { gridStyles } from "./gridStyles";
import { createRowWindow, type RowRequest, type RowWindow } from "./rowWindow";
import { scrollScale, type ScrollScale } from "./scrollScale";

export const rowHeight = 24;
const headHeight = 26;
const numberWidth = 72;
const drawnAhead = 4;
/** After so long without scrolling the rows are put in order and the place is told. */
const settledMs = 160;

export interface BoardOwner {
  askRows(request: RowRequest): void;
  /** A column was given a width; `done` when that is its last word. */
  resized(column: number, width: number): void;
  settled(): void;
}

export class GridBoard {
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
  /** First pixel of the rows in sight. */
  top = 0;
  readonly #root: ShadowRoot;
  readonly #owner: BoardOwner;
  readonly #body = document.createElement("div");
  readonly #columnSheet = new CSSStyleSheet();
  readonly #rows: DrawnRows;
  #edges: readonly number[] = [0];
  #scale: ScrollScale = scrollScale(0, rowHeight, 0);
  #layout = 0;
  #drawnColumns: readonly number[] = [];
  #frame = 0;
  /** Nobody sees a grid that is empty for two frames; rows drawn without their texts cost as much as those with them. */
  #framesToWait = 2;
  #settle: ReturnType<typeof setTimeout> | undefined;

  constructor(root: ShadowRoot, owner: BoardOwner) {
    this.#root = root;
    this.#owner = owner;
    this.window = createRowWindow((request) => owner.askRows(request));
    const styles = gridStyles.styleSheet;
    root.adoptedStyleSheets = styles === undefined ? [this.#columnSheet] : [styles, this.#columnSheet];
    this.viewport.className = "viewport";
    this.grid.className = "grid";
    this.grid.setAttribute("role", "grid");
    this.grid.setAttribute("aria-multiselectable", "true");
    this.grid.setAttribute("aria-describedby", "help");
    this.header = createGridHeader(headHeight, {
      resize: (column, width, done) => this.resize(column, width, done),
      fit: (column) => this.#fit(column),
    });
    const head = rowGroup("head");
    head.append(this.header.row);
    this.#body.className = "body";
    this.#body.setAttribute("role", "rowgroup");
    this.#rows = createDrawnRows(this.#body, rowHeight);
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
    // Asked before the next frame, and after whoever is at work has said where to begin: a quick answer is in that frame.
    queueMicrotask(() => this.#askInSight());
    this.schedule();
  }

  /** First and last row in sight. */
  #inSight(): readonly [number, number] {
    return [
      Math.floor(this.top / rowHeight),
      Math.min(this.count - 1, Math.ceil((this.top + this.viewHeight()) / rowHeight)),
    ];
  }

  #askInSight(): void {
    if (this.count > 0 && this.viewport.clientHeight > 0) {
      this.window.want(...this.#inSight());
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
      this.#rows.order();
      this.#owner.settled();
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
    const inSight = this.#inSight();
    this.#askInSight();
    if (this.#rows.none && count > 0 && this.window.row(inSight[0]) === undefined && this.#framesToWait > 0) {
      this.#framesToWait--;
      this.schedule();
      return;
    }
    const drawn = columnsInSight(
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
      first: Math.max(0, inSight[0] - drawnAhead),
      last: Math.min(count - 1, inSight[1] + drawnAhead),
      focusedRow: count === 0 ? -1 : this.focus.row,
      focusedColumn: this.focus.column,
      columns: this.columns,
      drawn,
      layout: this.#layout,
      topOf: (index) => (unscaled ? index * rowHeight : scrollTop + index * rowHeight - this.top),
      row: (index) => this.window.row(index),
      selected: (index) => hasRow(this.selection.ranges, index),
    });
    this.header.setSelected(howMuch(this.selection, count));
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
      this.#owner.resized(column, width);
    }
  }

  #fit(column: number): void {
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
