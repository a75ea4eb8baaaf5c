// The grid's header row: sorts, shows how all rows are selected, and has a grip per column for the mouse.
import type { SortOrder } from "../../messages/results";
import { strings } from "../strings";
import { clampWidth, type GridColumnShape } from "./columnGeometry";

export interface HeaderOwner {
  /** Called while the mouse moves; `done` with the last one. */
  resize(column: number, width: number, done: boolean): void;
  /** A width that fits what is in sight. */
  fit(column: number): void;
}

export interface GridHeader {
  readonly row: HTMLElement;
  setColumns(columns: readonly GridColumnShape[], sort: SortOrder | undefined): void;
  setSelected(state: "none" | "some" | "all"): void;
  setTabStop(column: number | undefined): void;
  /** Column 0 is that of the row numbers. */
  cell(column: number): HTMLElement | undefined;
}

export function createGridHeader(rowHeight: number, owner: HeaderOwner): GridHeader {
  const row = document.createElement("div");
  row.className = "row";
  row.setAttribute("role", "row");
  row.setAttribute("aria-rowindex", "1");
  row.style.height = `${rowHeight}px`;
  row.style.lineHeight = `${rowHeight - 1}px`;
  const corner = document.createElement("div");
  corner.className = "cell number corner";
  corner.setAttribute("role", "columnheader");
  corner.ariaColIndex = "1";
  corner.ariaLabel = strings.grid.selectAll;
  corner.textContent = strings.grid.numberColumn;
  row.append(corner);
  let cells: HTMLElement[] = [corner];

  return {
    row,
    setColumns(columns, sort) {
      cells.slice(1).forEach((cell) => cell.remove());
      cells = [corner, ...columns.map((column, at) => headerCell(column, at, sort, owner))];
      row.append(...cells.slice(1));
    },
    setSelected(state) {
      corner.classList.toggle("all", state === "all");
      corner.classList.toggle("some", state === "some");
      corner.ariaLabel = state === "all" ? strings.grid.clearAll : strings.grid.selectAll;
    },
    setTabStop(column) {
      cells.forEach((cell, at) => {
        if (at === column) {
          cell.tabIndex = 0;
        } else {
          cell.removeAttribute("tabindex");
        }
      });
    },
    cell: (column) => cells[column],
  };
}

function headerCell(column: GridColumnShape, at: number, sort: SortOrder | undefined, owner: HeaderOwner): HTMLElement {
  const cell = document.createElement("div");
  cell.className = `cell header c${at}${column.numeric ? " numeric" : ""}`;
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
  cell.append(grip(cell, column, at, owner));
  return cell;
}

function grip(cell: HTMLElement, column: GridColumnShape, at: number, owner: HeaderOwner): HTMLElement {
  const element = document.createElement("div");
  element.className = "grip";
  element.ariaHidden = "true";
  element.addEventListener("pointerdown", (down) => {
    down.preventDefault();
    down.stopPropagation();
    element.setPointerCapture(down.pointerId);
    cell.classList.add("resizing");
    const widthAt = (event: PointerEvent): number => clampWidth(column.width + event.clientX - down.clientX);
    const move = (event: PointerEvent): void => owner.resize(at, widthAt(event), false);
    const up = (event: PointerEvent): void => {
      element.removeEventListener("pointermove", move);
      cell.classList.remove("resizing");
      if (event.clientX !== down.clientX) {
        owner.resize(at, widthAt(event), true);
      }
    };
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up, { once: true });
  });
  element.addEventListener("click", (event) => event.stopPropagation());
  element.addEventListener("dblclick", (event) => {
    event.stopPropagation();
    owner.fit(at);
  });
  return element;
}
