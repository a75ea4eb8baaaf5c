// The rows drawn in the grid: a few dozen elements that are moved and refilled while scrolling, never created again.
import type { GridColumnShape } from "./columnGeometry";
import { isInBounds, type RangeBounds } from "./cellRange";
import { DrawnCell, type CellLook } from "./drawnCell";
import { gridStrings } from "./gridStrings";
import type { ShownRow } from "./shownRow";

interface DrawnRow {
  readonly element: HTMLElement;
  /** Contains the cells that stay in place when the others are scrolled. */
  readonly stuck: HTMLElement;
  readonly check: HTMLElement;
  readonly box: HTMLElement;
  readonly cells: DrawnCell[];
  index: number;
  /** The row whose texts the cells show. */
  shown: ShownRow | undefined;
  layout: number;
  range: RangeBounds | undefined;
  top: number;
  selected: boolean | undefined;
  current: boolean;
}

/** Everything that determines how the rows are drawn. */
export interface DrawInput {
  readonly first: number;
  readonly last: number;
  /** The row in focus is drawn wherever it is; -1 for none. */
  readonly focusedRow: number;
  readonly focusedColumn: number;
  readonly columns: readonly GridColumnShape[];
  /** How many columns stay in place when the others are scrolled. */
  readonly stuck: number;
  /** Indexes of the columns drawn. */
  readonly drawnColumns: readonly number[];
  /** Increases when one of the three above changes. */
  readonly layout: number;
  /** The same object while the range is the same. */
  readonly range: RangeBounds | undefined;
  readonly topOf: (index: number) => number;
  readonly rowAt: (index: number) => ShownRow | undefined;
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

  /** The cell of a drawn row; column 0 is that of the checkboxes. */
  cell(index: number, column: number): HTMLElement | undefined {
    const row = this.#drawn.get(index);
    return column === 0 ? row?.check : row?.cells.find((cell) => cell.column === column - 1)?.element;
  }

  /** What gets the focus when a cell does. */
  focusTarget(index: number, column: number): HTMLElement | undefined {
    return column === 0 ? this.#drawn.get(index)?.box : this.cell(index, column);
  }

  /** Sorts the elements by their rows, for screen readers that follow the document's order. The focus stays. */
  sortElements(): void {
    // Not `:focus`, which matches nothing while a dialog of the window has the focus.
    const root = this.#body.getRootNode() as Document | ShadowRoot;
    const focused = [...this.#drawn.values()].find(({ element }) => element.contains(root.activeElement));
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
    row.shown = undefined;
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
    row.box.ariaChecked = String(selected);
  }
  const isCurrent = index === input.focusedRow;
  if (row.current !== isCurrent) {
    row.current = isCurrent;
    row.element.classList.toggle("current", isCurrent);
  }
  const tabColumn = isCurrent ? input.focusedColumn : -1;
  setTabStop(row.box, tabColumn === 0);
  for (const cell of row.cells) {
    setTabStop(cell.element, tabColumn === cell.column + 1);
  }
}

function fillRow(row: DrawnRow, input: DrawInput): void {
  const shown = input.rowAt(row.index);
  const isLaidOut = row.layout === input.layout;
  if (!isLaidOut) {
    layOutCells(row, input);
    row.layout = input.layout;
  }
  if (!isLaidOut || row.shown !== shown || shown === undefined) {
    labelRow(row, shown);
  } else if (row.range === input.range) {
    return;
  }
  row.shown = shown;
  row.range = input.range;
  for (const cell of row.cells) {
    cell.draw(lookOf(row, cell.column, input));
  }
}

function lookOf({ index, shown }: DrawnRow, column: number, { columns, range }: DrawInput): CellLook {
  const shape = columns[column];
  const place = { row: index, column: column + 1 };
  const isGone = column === 0 && shown?.data.change === "gone";
  return {
    cell: shape === undefined ? undefined : shown?.cells.get(shape.id),
    isNumber: shape?.type === "number",
    tag: isGone ? gridStrings.changes.gone : undefined,
    edges: range === undefined || !isInBounds(range, place) ? undefined : edgesOf(range, index, column + 1),
  };
}

/** Which edges of the range a cell is at, as classes. */
function edgesOf({ rows, columns }: RangeBounds, row: number, column: number): string {
  return (
    (row === rows[0] ? " top" : "") +
    (row === rows[1] - 1 ? " bottom" : "") +
    (column === columns[0] ? " left" : "") +
    (column === columns[1] ? " right" : "")
  );
}

function labelRow({ element, check, box }: DrawnRow, shown: ShownRow | undefined): void {
  element.classList.toggle("waiting", shown === undefined);
  if (shown === undefined) {
    element.setAttribute("aria-busy", "true");
    check.removeAttribute("aria-label");
    box.ariaLabel = gridStrings.select("");
    delete element.dataset["change"];
    element.classList.remove("listed");
    return;
  }
  element.removeAttribute("aria-busy");
  const { title, data, lists } = shown;
  check.ariaLabel = [
    title,
    ...(data.change === undefined ? [] : [gridStrings.changes[data.change]]),
    ...(lists === "" ? [] : [gridStrings.listed(lists)]),
  ].join(", ");
  element.classList.toggle("listed", lists !== "");
  box.ariaLabel = gridStrings.select(title);
  if (element.dataset["change"] !== data.change) {
    if (data.change === undefined) {
      delete element.dataset["change"];
    } else {
      element.dataset["change"] = data.change;
    }
  }
}

function follows(earlier: HTMLElement | undefined, later: HTMLElement): boolean {
  return earlier === undefined || (earlier.compareDocumentPosition(later) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function makeRow(body: HTMLElement, rowHeight: number): DrawnRow {
  const [element, stuck, check, box] = [
    div("row", "row"),
    div("stuck", "none"),
    div("cell check", "rowheader"),
    div("box", "checkbox"),
  ];
  element.style.height = `${rowHeight}px`;
  element.style.lineHeight = `${rowHeight - 1}px`;
  check.ariaColIndex = "1";
  check.append(box);
  stuck.append(check);
  element.append(stuck);
  body.append(element);
  return {
    element,
    stuck,
    check,
    box,
    cells: [],
    index: -1,
    shown: undefined,
    layout: -1,
    range: undefined,
    top: Number.NaN,
    selected: undefined,
    current: false,
  };
}

function div(className: string, role: string): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  element.setAttribute("role", role);
  return element;
}

/** Gives a row one cell per drawn column; cells keep their columns where possible, so that the focus stays. */
function layOutCells(row: DrawnRow, { drawnColumns, stuck }: DrawInput): void {
  const byColumn = new Map(row.cells.map((cell) => [cell.column, cell]));
  const free = row.cells.filter((cell) => !drawnColumns.includes(cell.column));
  const cells = drawnColumns.map((column) => {
    const cell = byColumn.get(column) ?? free.pop() ?? new DrawnCell();
    cell.moveTo(column, column < stuck ? row.stuck : row.element);
    return cell;
  });
  free.forEach((cell) => cell.element.remove());
  row.cells.splice(0, row.cells.length, ...cells);
}

function setTabStop(element: HTMLElement, stop: boolean): void {
  if (stop) {
    element.tabIndex = 0;
  } else if (element.hasAttribute("tabindex")) {
    element.removeAttribute("tabindex");
  }
}
