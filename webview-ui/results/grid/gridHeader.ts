// The grid's header row: marks of sort and filter, whether all rows are selected, menu buttons, grips for resizing.
import type { SortOrder } from "../../messages/results";
import { clampWidth, type GridColumnShape } from "./columnGeometry";
import { countText } from "../../../src/language/language";
import type { SelectedShare } from "./gridSelection";
import { gridStrings } from "./gridStrings";
import { sortKeysOf } from "./sortKeys";

export interface GridHeaderCallbacks {
  /** Called while the mouse moves; `done` with the last one. */
  readonly onResize: (column: number, width: number, done: boolean) => void;
  /** The column is to be as wide as its visible texts. */
  readonly onFit: (column: number) => void;
}

export interface HeaderInput {
  readonly columns: readonly GridColumnShape[];
  /** How many columns stay in place when the others are scrolled. */
  readonly stuck: number;
  readonly sort: SortOrder | undefined;
  /** Ids of the columns with a filter. */
  readonly filtered: ReadonlySet<string>;
}

export class GridHeader {
  readonly row = document.createElement("div");
  readonly #callbacks: GridHeaderCallbacks;
  readonly #stuck = document.createElement("div");
  readonly #corner = document.createElement("div");
  readonly #box = document.createElement("span");
  #cells: HTMLElement[] = [this.#corner];

  constructor(rowHeight: number, callbacks: GridHeaderCallbacks) {
    this.#callbacks = callbacks;
    this.row.className = "row";
    this.row.setAttribute("role", "row");
    this.row.setAttribute("aria-rowindex", "1");
    this.row.style.height = `${rowHeight}px`;
    this.row.style.lineHeight = `${rowHeight - 1}px`;
    this.#stuck.className = "stuck";
    this.#stuck.setAttribute("role", "none");
    this.#corner.className = "cell check";
    this.#corner.setAttribute("role", "columnheader");
    this.#corner.ariaColIndex = "1";
    this.#corner.ariaLabel = gridStrings.selection;
    this.#box.className = "box";
    this.#box.setAttribute("role", "checkbox");
    this.#box.ariaLabel = gridStrings.selectAll;
    this.#box.title = gridStrings.selectAll;
    this.#corner.append(this.#box);
    this.#stuck.append(this.#corner);
    this.row.append(this.#stuck);
  }

  setColumns(input: HeaderInput): void {
    this.#cells.slice(1).forEach((cell) => cell.remove());
    this.#cells = [this.#corner, ...input.columns.map((column, at) => headerCell(column, at, input, this.#callbacks))];
    this.#stuck.append(...this.#cells.slice(1, input.stuck + 1));
    this.row.append(...this.#cells.slice(input.stuck + 1));
  }

  setSelected(share: SelectedShare): void {
    const checked = share === "all" ? "true" : share === "some" ? "mixed" : "false";
    if (this.#box.ariaChecked !== checked) {
      this.#box.ariaChecked = checked;
    }
  }

  setTabStop(column: number | undefined): void {
    this.#cells.forEach((_, at) => {
      const target = this.focusTarget(at);
      if (at === column) {
        target?.setAttribute("tabindex", "0");
      } else {
        target?.removeAttribute("tabindex");
      }
    });
  }

  /** Column 0 is that of the checkboxes. */
  cell(column: number): HTMLElement | undefined {
    return this.#cells[column];
  }

  focusTarget(column: number): HTMLElement | undefined {
    return column === 0 ? this.#box : this.#cells[column];
  }
}

function headerCell(
  column: GridColumnShape,
  at: number,
  { sort, filtered }: HeaderInput,
  callbacks: GridHeaderCallbacks,
): HTMLElement {
  const cell = document.createElement("div");
  cell.className = `cell header c${at}${column.type === "number" ? " numeric" : ""}`;
  cell.setAttribute("role", "columnheader");
  cell.setAttribute("aria-haspopup", "menu");
  cell.ariaColIndex = String(at + 2);
  cell.title = column.label;
  cell.append(part("label", column.label));
  const keys = sortKeysOf(sort);
  const sorted = keys.find((key) => key.column === column.id);
  cell.ariaSort = sorted === undefined ? "none" : sorted.descending ? "descending" : "ascending";
  if (sorted !== undefined) {
    const place = keys.length === 1 ? "" : countText(keys.indexOf(sorted) + 1);
    cell.append(hidden(part("sortMark", `${sorted.descending ? "▼" : "▲"}${place}`)));
  }
  if (filtered.has(column.id)) {
    cell.append(hidden(part("filterMark", "")), part("unseen", gridStrings.filtered));
  }
  // For the mouse; by keyboard the menu of the header opens with Alt+Down.
  const button = hidden(part("menuButton", ""));
  button.title = gridStrings.columnMenu(column.label);
  cell.append(button, grip(cell, column, at, callbacks));
  return cell;
}

function part(className: string, text: string): HTMLElement {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
}

function hidden(element: HTMLElement): HTMLElement {
  element.ariaHidden = "true";
  return element;
}

function grip(cell: HTMLElement, column: GridColumnShape, at: number, callbacks: GridHeaderCallbacks): HTMLElement {
  const element = document.createElement("div");
  element.className = "grip";
  element.ariaHidden = "true";
  element.title = gridStrings.resize;
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
