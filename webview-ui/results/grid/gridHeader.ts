// The grid's header row: sorts, shows whether all rows are selected, and has a grip per column for resizing.
import type { SortOrder } from "../../messages/results";
import { strings } from "../strings";
import { clampWidth, type GridColumnShape } from "./columnGeometry";
import type { SelectedShare } from "./gridSelection";

export interface GridHeaderCallbacks {
  /** Called while the mouse moves; `done` with the last one. */
  readonly onResize: (column: number, width: number, done: boolean) => void;
  /** The column is to be as wide as its visible texts. */
  readonly onFit: (column: number) => void;
}

export class GridHeader {
  readonly row = document.createElement("div");
  readonly #callbacks: GridHeaderCallbacks;
  readonly #corner = document.createElement("div");
  #cells: HTMLElement[] = [this.#corner];

  constructor(rowHeight: number, callbacks: GridHeaderCallbacks) {
    this.#callbacks = callbacks;
    this.row.className = "row";
    this.row.setAttribute("role", "row");
    this.row.setAttribute("aria-rowindex", "1");
    this.row.style.height = `${rowHeight}px`;
    this.row.style.lineHeight = `${rowHeight - 1}px`;
    this.#corner.className = "cell number corner";
    this.#corner.setAttribute("role", "columnheader");
    this.#corner.ariaColIndex = "1";
    this.#corner.ariaLabel = strings.grid.selectAll;
    this.#corner.textContent = strings.grid.numberColumn;
    this.row.append(this.#corner);
  }

  setColumns(columns: readonly GridColumnShape[], sort: SortOrder | undefined): void {
    this.#cells.slice(1).forEach((cell) => cell.remove());
    this.#cells = [this.#corner, ...columns.map((column, at) => headerCell(column, at, sort, this.#callbacks))];
    this.row.append(...this.#cells.slice(1));
  }

  setSelected(share: SelectedShare): void {
    this.#corner.classList.toggle("all", share === "all");
    this.#corner.classList.toggle("some", share === "some");
    this.#corner.ariaLabel = share === "all" ? strings.grid.clearAll : strings.grid.selectAll;
  }

  setTabStop(column: number | undefined): void {
    this.#cells.forEach((cell, at) => {
      if (at === column) {
        cell.tabIndex = 0;
      } else {
        cell.removeAttribute("tabindex");
      }
    });
  }

  /** Column 0 is that of the row numbers. */
  cell(column: number): HTMLElement | undefined {
    return this.#cells[column];
  }
}

function headerCell(
  column: GridColumnShape,
  at: number,
  sort: SortOrder | undefined,
  callbacks: GridHeaderCallbacks,
): HTMLElement {
  const cell = document.createElement("div");
  cell.className = `cell header c${at}${column.type === "number" ? " numeric" : ""}`;
  cell.setAttribute("role", "columnheader");
  cell.ariaColIndex = String(at + 2);
  cell.textContent = column.label;
  cell.title = column.label;
  const sorted = sort?.column === column.id;
  cell.ariaSort = sorted ? (sort.descending ? "descending" : "ascending") : "none";
  if (sorted) {
    const mark = document.createElement("span");
    mark.className = "sortMark";
    mark.ariaHidden = "true";
    mark.textContent = sort.descending ? "▼" : "▲";
    cell.append(mark);
  }
  cell.append(grip(cell, column, at, callbacks));
  return cell;
}

function grip(cell: HTMLElement, column: GridColumnShape, at: number, callbacks: GridHeaderCallbacks): HTMLElement {
  const element = document.createElement("div");
  element.className = "grip";
  element.ariaHidden = "true";
  element.addEventListener("pointerdown", (down) => {
    down.preventDefault();
    down.stopPropagation();
    element.setPointerCapture(down.pointerId);
    cell.classList.add("resizing");
    const widthAt = (event: PointerEvent): number => clampWidth(column.width + event.clientX - down.clientX);
    const move = (event: PointerEvent): void => callbacks.onResize(at, widthAt(event), false);
    const up = (event: PointerEvent): void => {
      element.removeEventListener("pointermove", move);
      cell.classList.remove("resizing");
      if (event.clientX !== down.clientX) {
        callbacks.onResize(at, widthAt(event), true);
      }
    };
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up, { once: true });
  });
  element.addEventListener("click", (event) => event.stopPropagation());
  element.addEventListener("dblclick", (event) => {
    event.stopPropagation();
    callbacks.onFit(at);
  });
  return element;
}
