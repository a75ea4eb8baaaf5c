// The grid element: keys, clicks, focus and selection of a virtual ARIA grid whose rows come from the host in chunks.
import { customElement } from "lit/decorators.js";
import type { GridRow, RowRange, ViewState } from "../../messages/results";
import { countRows } from "../rowRanges";
import { clampWidth, type GridColumnShape } from "./columnGeometry";
import { commandOf, type GridCommand } from "./gridKeys";
import {
  extendTo,
  noSelection,
  selectAll,
  selectedShare,
  selectionOf,
  selectOnly,
  toggleSelected,
  withAnchor,
  type GridSelection,
} from "./gridSelection";
import { GridView, rowHeight } from "./gridView";
import type { RowRequest } from "./rowWindow";

export interface GridCallbacks {
  readonly requestRows: (request: RowRequest) => void;
  /** `keepHidden`: selected rows that the filter hides stay selected. */
  readonly onSelect: (ranges: readonly RowRange[], keepHidden: boolean) => void;
  readonly onSort: (column: string) => void;
  readonly onResize: (column: string, width: number) => void;
  readonly onOpenDetails: () => void;
  readonly onCopy: () => void;
  /** The focus has moved to another row. */
  readonly onFocusRow: () => void;
  readonly onScroll: (position: GridPosition) => void;
}

/** Focus and scroll position, saved across hiding and reload. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
  readonly top: number;
  readonly left: number;
}

@customElement("prospect-grid")
export class GridElement extends HTMLElement {
  callbacks: GridCallbacks | undefined;
  #view: ViewState = {
    revision: -1,
    count: 0,
    records: 0,
    filter: "",
    facets: [],
    columnFilters: [],
    quick: [],
    arranging: false,
    selection: [],
  };
  #dragging = false;
  readonly #drawing: GridView;

  constructor() {
    super();
    this.#drawing = new GridView(this.attachShadow({ mode: "open" }), {
      requestRows: (request) => this.callbacks?.requestRows(request),
      onResize: (column, width) => this.#reportWidth(column, width),
      onSettle: () => this.#reportPosition(),
    });
    const { grid } = this.#drawing;
    grid.addEventListener("keydown", (event) => this.#onKey(event));
    grid.addEventListener("pointerdown", (event) => this.#onPointer(event));
    grid.addEventListener("pointermove", (event) => this.#onDrag(event));
    grid.addEventListener("pointerup", () => (this.#dragging = false));
    grid.addEventListener("click", (event) => this.#onClick(event));
    grid.addEventListener("dblclick", (event) => this.#onDoubleClick(event));
    grid.addEventListener("focusin", (event) => this.#onFocus(event));
    grid.addEventListener("pointerover", showCutText);
  }

  set label(text: string) {
    this.#drawing.grid.ariaLabel = text;
  }

  get focusedRow(): number {
    return Math.min(this.#drawing.focus.row, this.#view.count - 1);
  }

  /** Id of the column in focus; `undefined` for the row numbers. */
  get focusedColumn(): string | undefined {
    return this.#drawing.columns[this.#drawing.focus.column - 1]?.id;
  }

  /** The visible columns in their order. */
  setColumns(columns: readonly GridColumnShape[]): void {
    this.#drawing.setColumns(columns);
  }

  /** Called when rows, order or filter change. If rows have moved, the selection is taken from the host. */
  setView(view: ViewState): void {
    const drawing = this.#drawing;
    const before = this.#view;
    const sortChanged = before.sort?.column !== view.sort?.column || before.sort?.descending !== view.sort?.descending;
    const moved = view.revision !== before.revision;
    this.#view = view;
    drawing.count = view.count;
    drawing.sort = view.sort;
    drawing.grid.setAttribute("aria-rowcount", String(view.count + 1));
    drawing.grid.setAttribute("aria-busy", String(view.arranging));
    if (moved || view.count !== before.count) {
      drawing.window.reset(view.revision, view.count, !moved && view.count >= before.count);
      if (moved) {
        drawing.selection = selectionOf(view.selection, view.count);
        drawing.focus.row = Math.min(drawing.focus.row, Math.max(0, view.count - 1));
        if (
          before.revision >= 0 &&
          (sortChanged ||
            before.filter !== view.filter ||
            JSON.stringify(before.facets) !== JSON.stringify(view.facets))
        ) {
          drawing.focus.row = Math.min(drawing.focus.row, 0);
          drawing.scrollTo(0);
        }
      }
      drawing.measure();
    }
    if (sortChanged || before.revision < 0) {
      drawing.drawHeader();
    }
    drawing.schedule();
  }

  receiveRows(id: number, revision: number, rows: readonly GridRow[]): void {
    if (this.#drawing.window.receive(id, revision, rows)) {
      this.#drawing.schedule();
    }
  }

  rowsFailed(id: number): void {
    this.#drawing.window.fail(id);
  }

  restore(place: GridPosition): void {
    const drawing = this.#drawing;
    drawing.focus = {
      row: Math.min(place.row, this.#view.count - 1),
      column: Math.min(place.column, drawing.columns.length),
    };
    drawing.measure();
    drawing.viewport.scrollLeft = place.left;
    drawing.scrollTo(place.top);
    drawing.draw();
  }

  override focus(): void {
    this.#drawing.draw();
    this.#drawing.focusedCell()?.focus({ preventScroll: true });
  }

  #reportWidth(column: number, width: number): void {
    const shape = this.#drawing.columns[column];
    if (shape !== undefined) {
      this.callbacks?.onResize(shape.id, width);
    }
  }

  #reportPosition(): void {
    const { focus, top, viewport } = this.#drawing;
    this.callbacks?.onScroll({ row: focus.row, column: focus.column, top, left: viewport.scrollLeft });
  }

  #select(selection: GridSelection, keepHidden: boolean): void {
    this.#drawing.selection = selection;
    this.#drawing.draw();
    this.callbacks?.onSelect(selection.ranges, keepHidden);
  }

  #moveFocus(row: number, column: number): void {
    const before = this.#drawing.focus.row;
    this.#drawing.focus = {
      row: Math.max(-1, Math.min(this.#view.count - 1, row)),
      column: Math.max(0, Math.min(this.#drawing.columns.length, column)),
    };
    this.#drawing.reveal();
    this.#drawing.draw();
    this.#drawing.focusedCell()?.focus({ preventScroll: true });
    this.#reportPosition();
    if (before !== this.#drawing.focus.row) {
      this.callbacks?.onFocusRow();
    }
  }

  #onKey(event: KeyboardEvent): void {
    const command = commandOf({
      key: event.key,
      shiftKey: event.shiftKey,
      altKey: event.altKey,
      mainKey: event.ctrlKey || event.metaKey,
    });
    if (command !== undefined && this.#execute(command)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** Returns false if the key does nothing here, so that it reaches other listeners. */
  #execute(command: GridCommand): boolean {
    const { row, column } = this.#drawing.focus;
    const count = this.#view.count;
    switch (command.kind) {
      case "move":
        this.#go(row + command.rows, column + command.columns, command.extend);
        return true;
      case "page": {
        const rows = Math.max(1, Math.floor(this.#drawing.viewHeight() / rowHeight) - 1) * command.direction;
        this.#go(Math.max(0, Math.min(count - 1, row + rows)), column, command.extend);
        return true;
      }
      case "rowEdge":
        this.#scrollToStartIf(!command.end);
        this.#go(row, command.end ? this.#drawing.columns.length : 0, false);
        return true;
      case "gridEdge":
        this.#scrollToStartIf(!command.end && !command.extend);
        this.#go(
          command.end ? count - 1 : 0,
          command.extend ? column : command.end ? this.#drawing.columns.length : 0,
          command.extend,
        );
        return true;
      case "toggle":
        if (row >= 0) {
          this.#select(toggleSelected(this.#drawing.selection, row), true);
        } else {
          this.#activateHeader();
        }
        return true;
      case "activate":
        if (row >= 0) {
          this.callbacks?.onOpenDetails();
        } else {
          this.#activateHeader();
        }
        return true;
      case "selectAll":
        this.#select(selectAll(count), false);
        return true;
      case "clear":
        if (countRows(this.#drawing.selection.ranges) === 0) {
          return false;
        }
        this.#select(noSelection, false);
        return true;
      case "copy":
        this.callbacks?.onCopy();
        return true;
      case "resize": {
        const shape = this.#drawing.columns[column - 1];
        if (shape !== undefined) {
          this.#drawing.resize(column - 1, clampWidth(shape.width + command.by), true);
        }
        return true;
      }
    }
  }

  /** The row numbers stay visible while scrolling, so moving the focus to them would not scroll back. */
  #scrollToStartIf(condition: boolean): void {
    if (condition) {
      this.#drawing.viewport.scrollLeft = 0;
    }
  }

  #go(row: number, column: number, extend: boolean): void {
    const from = this.#drawing.focus.row;
    this.#moveFocus(row, column);
    if (extend && this.#drawing.focus.row >= 0) {
      this.#select(extendTo(withAnchor(this.#drawing.selection, Math.max(0, from)), this.#drawing.focus.row), true);
    }
  }

  #activateHeader(): void {
    if (this.#drawing.focus.column === 0) {
      this.#select(
        selectedShare(this.#drawing.selection, this.#view.count) === "all" ? noSelection : selectAll(this.#view.count),
        false,
      );
      return;
    }
    const column = this.#drawing.columns[this.#drawing.focus.column - 1];
    if (column !== undefined) {
      this.callbacks?.onSort(column.id);
    }
  }

  /** Row and column of an event; row -1 is the header. */
  #cellOf(event: Event): { readonly row: number; readonly column: number } | undefined {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>(".cell") : null;
    const rowIndex = Number(cell?.parentElement?.getAttribute("aria-rowindex"));
    return cell === null || !Number.isInteger(rowIndex) || rowIndex === 0
      ? undefined
      : { row: rowIndex - 2, column: Number(cell.ariaColIndex) - 1 };
  }

  #onPointer(event: PointerEvent): void {
    const place = this.#cellOf(event);
    if (place === undefined || event.button !== 0) {
      return;
    }
    event.preventDefault();
    this.#moveFocus(place.row, place.column);
    if (place.row < 0) {
      return;
    }
    if (event.shiftKey) {
      this.#select(extendTo(this.#drawing.selection, place.row), true);
    } else if (event.ctrlKey || event.metaKey || place.column === 0) {
      this.#select(toggleSelected(this.#drawing.selection, place.row), true);
    } else {
      this.#select(selectOnly(place.row), false);
    }
    this.#dragging = true;
  }

  #onDrag(event: PointerEvent): void {
    const place = this.#cellOf(event);
    if (!this.#dragging || (event.buttons & 1) === 0) {
      this.#dragging = false;
    } else if (place !== undefined && place.row >= 0 && place.row !== this.#drawing.focus.row) {
      this.#moveFocus(place.row, this.#drawing.focus.column);
      this.#select(extendTo(this.#drawing.selection, place.row), true);
    }
  }

  #onClick(event: Event): void {
    const place = this.#cellOf(event);
    if (place !== undefined && place.row < 0) {
      this.#activateHeader();
    }
  }

  #onDoubleClick(event: Event): void {
    const place = this.#cellOf(event);
    if (place !== undefined && place.row >= 0 && place.column > 0) {
      this.callbacks?.onOpenDetails();
    }
  }

  /** Screen readers move the focus without a key. */
  #onFocus(event: Event): void {
    const place = this.#cellOf(event);
    if (place !== undefined && (place.row !== this.#drawing.focus.row || place.column !== this.#drawing.focus.column)) {
      this.#drawing.focus = { ...place };
      this.#drawing.schedule();
      this.callbacks?.onFocusRow();
    }
  }
}

/** Shows the whole text as a tooltip if its cell cuts it off. */
function showCutText(event: Event): void {
  const cell = event.target;
  if (cell instanceof HTMLElement && cell.getAttribute("role") === "gridcell") {
    cell.title = cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? "") : "";
  }
}
