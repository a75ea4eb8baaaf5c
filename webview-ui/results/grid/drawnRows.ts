// The rows drawn in the grid: a few dozen elements that are moved and refilled while scrolling, never created again.
import { countText } from "../../../src/language/language";
import type { GridRow } from "../../messages/results";
import type { GridColumnShape } from "./columnGeometry";

interface DrawnRow {
  readonly element: HTMLElement;
  readonly number: HTMLElement;
  readonly cells: HTMLElement[];
  index: number;
  /** The row whose texts the cells show. */
  data: GridRow | undefined;
  layout: number;
  top: number;
  selected: boolean | undefined;
}

/** Everything that determines how the rows are drawn. */
export interface DrawInput {
  readonly first: number;
  readonly last: number;
  /** The row in focus is drawn wherever it is; -1 for none. */
  readonly focusedRow: number;
  readonly focusedColumn: number;
  readonly columns: readonly GridColumnShape[];
  /** Indexes of the columns drawn. */
  readonly drawnColumns: readonly number[];
  /** Increases when `columns` or `drawnColumns` change. */
  readonly layout: number;
  readonly topOf: (index: number) => number;
  readonly rowAt: (index: number) => GridRow | undefined;
  readonly isSelected: (index: number) => boolean;
}

export class DrawnRows {
  readonly #body: HTMLElement;
  readonly #rowHeight: number;
  readonly #drawn = new Map<number, DrawnRow>();
  /** Rows that are hidden until they are needed again. */
  readonly #spare: DrawnRow[] = [];

  constructor(body: HTMLElement, rowHeight: number) {
    this.#body = body;
    this.#rowHeight = rowHeight;
  }

  get isEmpty(): boolean {
    return this.#drawn.size === 0;
  }

  draw(input: DrawInput): void {
    const { first, last, focusedRow } = input;
    for (const [index, row] of this.#drawn) {
      if ((index < first || index > last) && index !== focusedRow) {
        this.#drawn.delete(index);
        this.#spare.push(row);
      }
    }
    const indexes: number[] = [];
    for (let index = first; index <= last; index++) {
      indexes.push(index);
    }
    if (focusedRow >= 0 && (focusedRow < first || focusedRow > last)) {
      indexes.push(focusedRow);
    }
    for (const index of indexes) {
      drawRow(this.#drawn.get(index) ?? this.#takeRow(index), input);
    }
    for (const row of this.#spare) {
      row.element.hidden = true;
    }
  }

  /** The cell of a drawn row; column 0 is the row's number. */
  cell(index: number, column: number): HTMLElement | undefined {
    const row = this.#drawn.get(index);
    return column === 0 ? row?.number : row?.cells.find((cell) => cell.ariaColIndex === String(column + 1));
  }

  /** Sorts the elements by their rows, for screen readers that follow the document's order. The focus stays. */
  sortElements(): void {
    const focused = [...this.#drawn.values()].find(
      ({ element }) =>
        element.contains(element.ownerDocument.activeElement) || element.querySelector(":focus") !== null,
    );
    const sorted = [...this.#drawn.values()].sort((a, b) => a.index - b.index);
    if (sorted.every((row, at) => at === 0 || follows(sorted[at - 1]?.element, row.element))) {
      return;
    }
    for (const row of sorted) {
      if (focused === undefined || row.index > focused.index) {
        this.#body.append(row.element);
      } else if (row !== focused) {
        focused.element.before(row.element);
      }
    }
  }

  #takeRow(index: number): DrawnRow {
    const row = this.#spare.pop() ?? makeRow(this.#body, this.#rowHeight);
    row.index = index;
    row.element.setAttribute("aria-rowindex", String(index + 2));
    row.number.textContent = countText(index + 1);
    row.data = undefined;
    row.selected = undefined;
    row.layout = -1;
    row.element.hidden = false;
    this.#drawn.set(index, row);
    return row;
  }
}

/** Changes only what is different from the last time: writing to the document is what costs. */
function drawRow(row: DrawnRow, input: DrawInput): void {
  const { index } = row;
  const top = input.topOf(index);
  if (row.top !== top) {
    row.top = top;
    row.element.style.transform = `translateY(${top}px)`;
  }
  fillRow(row, input);
  const selected = input.isSelected(index);
  if (row.selected !== selected) {
    row.selected = selected;
    row.element.setAttribute("aria-selected", String(selected));
  }
  const tabColumn = index === input.focusedRow ? input.focusedColumn : -1;
  setTabStop(row.number, tabColumn === 0);
  input.drawnColumns.forEach((column, at) => {
    const cell = row.cells[at];
    if (cell !== undefined) {
      setTabStop(cell, tabColumn === column + 1);
    }
  });
}

function fillRow(row: DrawnRow, input: DrawInput): void {
  const data = input.rowAt(row.index);
  if (row.layout !== input.layout) {
    layOutCells(row, input);
    row.layout = input.layout;
  } else if (row.data === data && data !== undefined) {
    return;
  }
  row.data = data;
  row.element.classList.toggle("waiting", data === undefined);
  if (data === undefined) {
    row.element.setAttribute("aria-busy", "true");
  } else {
    row.element.removeAttribute("aria-busy");
  }
  input.drawnColumns.forEach((column, at) => {
    const cell = row.cells[at];
    const text = data?.cells[column] ?? "";
    if (cell !== undefined && cell.textContent !== text) {
      cell.textContent = text;
    }
  });
}

function follows(earlier: HTMLElement | undefined, later: HTMLElement): boolean {
  return earlier === undefined || (earlier.compareDocumentPosition(later) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function makeRow(body: HTMLElement, rowHeight: number): DrawnRow {
  const element = document.createElement("div");
  element.className = "row";
  element.setAttribute("role", "row");
  element.style.height = `${rowHeight}px`;
  element.style.lineHeight = `${rowHeight - 1}px`;
  const number = document.createElement("div");
  number.className = "cell number";
  number.setAttribute("role", "rowheader");
  number.ariaColIndex = "1";
  element.append(number);
  body.append(element);
  return { element, number, cells: [], index: -1, data: undefined, layout: -1, top: Number.NaN, selected: undefined };
}

/** Gives a row one cell per drawn column; cells keep their columns where possible, so that the focus stays. */
function layOutCells(row: DrawnRow, input: DrawInput): void {
  const byColumn = new Map(row.cells.map((cell) => [cell.ariaColIndex, cell]));
  const wanted = input.drawnColumns.map((column) => String(column + 2));
  const free = row.cells.filter((cell) => !wanted.includes(cell.ariaColIndex ?? ""));
  const cells = input.drawnColumns.map((column, at) => {
    const shape = input.columns[column];
    const cell = byColumn.get(wanted[at] ?? "") ?? free.pop() ?? makeCell(row.element);
    const className = `cell c${column}${shape?.type === "number" ? " numeric" : ""}`;
    if (cell.className !== className) {
      cell.className = className;
    }
    cell.ariaColIndex = wanted[at] ?? null;
    return cell;
  });
  free.forEach((cell) => cell.remove());
  row.cells.splice(0, row.cells.length, ...cells);
}

function makeCell(row: HTMLElement): HTMLElement {
  const cell = document.createElement("div");
  cell.setAttribute("role", "gridcell");
  row.append(cell);
  return cell;
}

function setTabStop(cell: HTMLElement, stop: boolean): void {
  if (stop) {
    cell.tabIndex = 0;
  } else if (cell.hasAttribute("tabindex")) {
    cell.removeAttribute("tabindex");
  }
}
