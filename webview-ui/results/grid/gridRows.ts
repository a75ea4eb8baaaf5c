// The drawn rows: a few dozen elements, moved and refilled as one scrolls, never made anew.
import { countText } from "../../../src/language/language";
import type { GridRow } from "../../messages/results";
import type { GridColumnShape } from "./columnGeometry";

interface DrawnRow {
  readonly element: HTMLElement;
  readonly number: HTMLElement;
  readonly cells: HTMLElement[];
  index: number;
  /** What it was last filled from. */
  data: GridRow | undefined;
  layout: number;
  top: number;
  selected: boolean | undefined;
}

/** Everything one drawing of the rows depends on. */
export interface RowsPicture {
  readonly first: number;
  readonly last: number;
  /** The row that keeps the focus stays drawn wherever it stands; -1 for none. */
  readonly focusedRow: number;
  readonly focusedColumn: number;
  readonly columns: readonly GridColumnShape[];
  /** Numbers of the columns drawn. */
  readonly drawn: readonly number[];
  /** Rises when columns, their order or `drawn` change. */
  readonly layout: number;
  topOf(index: number): number;
  row(index: number): GridRow | undefined;
  selected(index: number): boolean;
}

export interface DrawnRows {
  /** No row was drawn yet. */
  readonly none: boolean;
  draw(picture: RowsPicture): void;
  /** The cell of a drawn row; column 0 is the row's number. */
  cell(index: number, column: number): HTMLElement | undefined;
  /** Brings the elements in the order of the rows, for readers that follow the document; the focus is not touched. */
  order(): void;
}

export function createDrawnRows(body: HTMLElement, rowHeight: number): DrawnRows {
  const drawn = new Map<number, DrawnRow>();
  const spare: DrawnRow[] = [];

  function take(index: number): DrawnRow {
    const row = spare.pop() ?? makeRow(body, rowHeight);
    row.index = index;
    row.element.setAttribute("aria-rowindex", String(index + 2));
    row.number.textContent = countText(index + 1);
    row.data = undefined;
    row.selected = undefined;
    row.layout = -1;
    row.element.hidden = false;
    drawn.set(index, row);
    return row;
  }

  function fill(row: DrawnRow, picture: RowsPicture): void {
    const data = picture.row(row.index);
    if (row.layout !== picture.layout) {
      layOut(row, picture);
      row.layout = picture.layout;
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
    picture.drawn.forEach((column, at) => {
      const cell = row.cells[at];
      const text = data?.cells[column] ?? "";
      if (cell !== undefined && cell.textContent !== text) {
        cell.textContent = text;
      }
    });
  }

  return {
    get none() {
      return drawn.size === 0;
    },
    draw(picture) {
      for (const [index, row] of drawn) {
        if ((index < picture.first || index > picture.last) && index !== picture.focusedRow) {
          drawn.delete(index);
          spare.push(row);
        }
      }
      const indexes: number[] = [];
      for (let index = picture.first; index <= picture.last; index++) {
        indexes.push(index);
      }
      if (picture.focusedRow >= 0 && (picture.focusedRow < picture.first || picture.focusedRow > picture.last)) {
        indexes.push(picture.focusedRow);
      }
      for (const index of indexes) {
        const row = drawn.get(index) ?? take(index);
        const top = picture.topOf(index);
        if (row.top !== top) {
          row.top = top;
          row.element.style.transform = `translateY(${top}px)`;
        }
        fill(row, picture);
        const selected = picture.selected(index);
        if (row.selected !== selected) {
          row.selected = selected;
          row.element.setAttribute("aria-selected", String(selected));
        }
        const tabColumn = index === picture.focusedRow ? picture.focusedColumn : -1;
        setTabStop(row.number, tabColumn === 0);
        picture.drawn.forEach((column, at) => {
          const cell = row.cells[at];
          if (cell !== undefined) {
            setTabStop(cell, tabColumn === column + 1);
          }
        });
      }
      for (const row of spare) {
        row.element.hidden = true;
      }
    },
    cell(index, column) {
      const row = drawn.get(index);
      return column === 0 ? row?.number : row?.cells.find((cell) => cell.ariaColIndex === String(column + 1));
    },
    order() {
      const focused = [...drawn.values()].find(
        (row) =>
          row.element.contains(row.element.ownerDocument.activeElement) || row.element.querySelector(":focus") !== null,
      );
      const sorted = [...drawn.values()].sort((a, b) => a.index - b.index);
      if (sorted.every((row, at) => at === 0 || follows(sorted[at - 1]?.element, row.element))) {
        return;
      }
      for (const row of sorted) {
        if (focused === undefined || row.index > focused.index) {
          body.append(row.element);
        } else if (row !== focused) {
          focused.element.before(row.element);
        }
      }
    },
  };
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

/** Gives a row as many cells as columns are drawn; a cell in focus keeps its column. */
function layOut(row: DrawnRow, picture: RowsPicture): void {
  const byColumn = new Map(row.cells.map((cell) => [cell.ariaColIndex, cell]));
  const wanted = picture.drawn.map((column) => String(column + 2));
  const free = row.cells.filter((cell) => !wanted.includes(cell.ariaColIndex ?? ""));
  const cells = picture.drawn.map((column, at) => {
    const shape = picture.columns[column];
    const cell = byColumn.get(wanted[at] ?? "") ?? free.pop() ?? makeCell(row.element);
    const className = `cell c${column}${shape?.numeric === true ? " numeric" : ""}`;
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
