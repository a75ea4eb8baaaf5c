// The grid as an element: keys, clicks, focus and selection over a virtual ARIA grid whose rows the host hands out.
import type { GridRow, RowRange, ViewState } from "../../messages/results";
import { countRows } from "../rowRanges";
import { clampWidth, type GridColumnShape } from "./columnGeometry";
import { GridBoard, rowHeight } from "./gridBoard";
import { commandOf, type GridCommand } from "./gridKeys";
import {
  anchored,
  extendTo,
  fromHost,
  howMuch,
  noSelection,
  selectAll,
  selectOnly,
  toggleSelected,
  type GridSelection,
} from "./gridSelection";
import type { RowRequest } from "./rowWindow";

/** What the grid tells and asks; set once. */
export interface GridOwner {
  askRows(request: RowRequest): void;
  /** `keepHidden`: rows that the filter hides stay selected. */
  selected(ranges: readonly RowRange[], keepHidden: boolean): void;
  sort(column: string): void;
  resized(column: string, width: number): void;
  openDetails(): void;
  copy(): void;
  /** The focus went to another row; -1 is the header. */
  focusMoved(row: number): void;
  scrolled(place: GridPlace): void;
}

/** Where one was: survives hiding and reload. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
  readonly top: number;
  readonly left: number;
}

export class GridElement extends HTMLElement {
  owner: GridOwner | undefined;
  #view: ViewState = { revision: -1, count: 0, records: 0, filter: "", quick: [], arranging: false, selection: [] };
  #dragging = false;
  readonly #board: GridBoard;

  constructor() {
    super();
    this.#board = new GridBoard(this.attachShadow({ mode: "open" }), {
      askRows: (request) => this.owner?.askRows(request),
      resized: (column, width) => this.#tellWidth(column, width),
      settled: () => this.#tellPlace(),
    });
    const { grid } = this.#board;
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
    this.#board.grid.ariaLabel = text;
  }

  get focusedRow(): number {
    return Math.min(this.#board.focus.row, this.#view.count - 1);
  }

  /** Id of the column in focus; `undefined` for that of the row numbers. */
  get focusedColumn(): string | undefined {
    return this.#board.columns[this.#board.focus.column - 1]?.id;
  }

  /** The visible columns in their order. */
  setColumns(columns: readonly GridColumnShape[]): void {
    this.#board.setColumns(columns);
  }

  /** New rows, another order or another choice. Where rows have moved, the selection is the host's. */
  setView(view: ViewState): void {
    const board = this.#board;
    const before = this.#view;
    const sortChanged = before.sort?.column !== view.sort?.column || before.sort?.descending !== view.sort?.descending;
    const moved = view.revision !== before.revision;
    this.#view = view;
    board.count = view.count;
    board.sort = view.sort;
    board.grid.setAttribute("aria-rowcount", String(view.count + 1));
    board.grid.setAttribute("aria-busy", String(view.arranging));
    if (moved || view.count !== before.count) {
      board.window.reset(view.revision, view.count, !moved && view.count >= before.count);
      if (moved) {
        board.selection = fromHost(view.selection, view.count);
        board.focus.row = Math.min(board.focus.row, Math.max(-1, view.count - 1));
        if (
          before.revision >= 0 &&
          (sortChanged || before.filter !== view.filter || before.facet?.bucket !== view.facet?.bucket)
        ) {
          board.focus.row = Math.min(board.focus.row, 0);
          board.scrollTo(0);
        }
      }
      board.measure();
    }
    if (sortChanged || before.revision < 0) {
      board.drawHeader();
    }
    board.schedule();
  }

  receiveRows(id: number, revision: number, rows: readonly GridRow[]): void {
    if (this.#board.window.receive(id, revision, rows)) {
      this.#board.schedule();
    }
  }

  rowsFailed(id: number): void {
    this.#board.window.failed(id);
  }

  restore(place: GridPlace): void {
    const board = this.#board;
    board.focus = {
      row: Math.min(place.row, this.#view.count - 1),
      column: Math.min(place.column, board.columns.length),
    };
    board.measure();
    board.viewport.scrollLeft = place.left;
    board.scrollTo(place.top);
    board.draw();
  }

  override focus(): void {
    this.#board.draw();
    this.#board.focusedCell()?.focus({ preventScroll: true });
  }

  #tellWidth(column: number, width: number): void {
    const shape = this.#board.columns[column];
    if (shape !== undefined) {
      this.owner?.resized(shape.id, width);
    }
  }

  #tellPlace(): void {
    const { focus, top, viewport } = this.#board;
    this.owner?.scrolled({ row: focus.row, column: focus.column, top, left: viewport.scrollLeft });
  }

  #select(selection: GridSelection, keepHidden: boolean): void {
    this.#board.selection = selection;
    this.#board.draw();
    this.owner?.selected(selection.ranges, keepHidden);
  }

  #moveFocus(row: number, column: number): void {
    const before = this.#board.focus.row;
    this.#board.focus = {
      row: Math.max(-1, Math.min(this.#view.count - 1, row)),
      column: Math.max(0, Math.min(this.#board.columns.length, column)),
    };
    this.#board.reveal();
    this.#board.draw();
    this.#board.focusedCell()?.focus({ preventScroll: true });
    this.#tellPlace();
    if (before !== this.#board.focus.row) {
      this.#tellFocus();
    }
  }

  #tellFocus(): void {
    this.owner?.focusMoved(this.#board.focus.row);
  }

  #onKey(event: KeyboardEvent): void {
    const command = commandOf({
      key: event.key,
      shiftKey: event.shiftKey,
      altKey: event.altKey,
      mainKey: event.ctrlKey || event.metaKey,
    });
    if (command !== undefined && this.#carryOut(command)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** False when the key means nothing here and should go on to others. */
  #carryOut(command: GridCommand): boolean {
    const { row, column } = this.#board.focus;
    const count = this.#view.count;
    switch (command.kind) {
      case "move":
        this.#go(row + command.rows, column + command.columns, command.extend);
        return true;
      case "page": {
        const rows = Math.max(1, Math.floor(this.#board.viewHeight() / rowHeight) - 1) * command.direction;
        this.#go(Math.max(0, Math.min(count - 1, row + rows)), column, command.extend);
        return true;
      }
      case "rowEdge":
        this.#showStart(!command.end);
        this.#go(row, command.end ? this.#board.columns.length : 0, false);
        return true;
      case "gridEdge":
        this.#showStart(!command.end && !command.extend);
        this.#go(
          command.end ? count - 1 : 0,
          command.extend ? column : command.end ? this.#board.columns.length : 0,
          command.extend,
        );
        return true;
      case "toggle":
        if (row >= 0) {
          this.#select(toggleSelected(this.#board.selection, row), true);
        } else {
          this.#activateHeader();
        }
        return true;
      case "activate":
        if (row >= 0) {
          this.owner?.openDetails();
        } else {
          this.#activateHeader();
        }
        return true;
      case "selectAll":
        this.#select(selectAll(count), false);
        return true;
      case "clear":
        if (countRows(this.#board.selection.ranges) === 0) {
          return false;
        }
        this.#select(noSelection, false);
        return true;
      case "copy":
        this.owner?.copy();
        return true;
      case "resize": {
        const shape = this.#board.columns[column - 1];
        if (shape !== undefined) {
          this.#board.resize(column - 1, clampWidth(shape.width + command.by), true);
        }
        return true;
      }
    }
  }

  /** The row numbers are in sight wherever one has scrolled to, so going to them does not bring the first column. */
  #showStart(wanted: boolean): void {
    if (wanted) {
      this.#board.viewport.scrollLeft = 0;
    }
  }

  #go(row: number, column: number, extend: boolean): void {
    const from = this.#board.focus.row;
    this.#moveFocus(row, column);
    if (extend && this.#board.focus.row >= 0) {
      this.#select(extendTo(anchored(this.#board.selection, Math.max(0, from)), this.#board.focus.row), true);
    }
  }

  #activateHeader(): void {
    if (this.#board.focus.column === 0) {
      this.#select(
        howMuch(this.#board.selection, this.#view.count) === "all" ? noSelection : selectAll(this.#view.count),
        false,
      );
      return;
    }
    const column = this.#board.columns[this.#board.focus.column - 1];
    if (column !== undefined) {
      this.owner?.sort(column.id);
    }
  }

  /** Row and column of an event; row -1 is the header. */
  #placeOf(event: Event): { readonly row: number; readonly column: number } | undefined {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>(".cell") : null;
    const rowIndex = Number(cell?.parentElement?.getAttribute("aria-rowindex"));
    return cell === null || !Number.isInteger(rowIndex) || rowIndex === 0
      ? undefined
      : { row: rowIndex - 2, column: Number(cell.ariaColIndex) - 1 };
  }

  #onPointer(event: PointerEvent): void {
    const place = this.#placeOf(event);
    if (place === undefined || event.button !== 0) {
      return;
    }
    event.preventDefault();
    this.#moveFocus(place.row, place.column);
    if (place.row < 0) {
      return;
    }
    if (event.shiftKey) {
      this.#select(extendTo(this.#board.selection, place.row), true);
    } else if (event.ctrlKey || event.metaKey || place.column === 0) {
      this.#select(toggleSelected(this.#board.selection, place.row), true);
    } else {
      this.#select(selectOnly(place.row), false);
    }
    this.#dragging = true;
  }

  #onDrag(event: PointerEvent): void {
    const place = this.#placeOf(event);
    if (!this.#dragging || (event.buttons & 1) === 0) {
      this.#dragging = false;
    } else if (place !== undefined && place.row >= 0 && place.row !== this.#board.focus.row) {
      this.#moveFocus(place.row, this.#board.focus.column);
      this.#select(extendTo(this.#board.selection, place.row), true);
    }
  }

  #onClick(event: Event): void {
    const place = this.#placeOf(event);
    if (place !== undefined && place.row < 0) {
      this.#activateHeader();
    }
  }

  #onDoubleClick(event: Event): void {
    const place = this.#placeOf(event);
    if (place !== undefined && place.row >= 0 && place.column > 0) {
      this.owner?.openDetails();
    }
  }

  /** Screen readers set the focus without a key. */
  #onFocus(event: Event): void {
    const place = this.#placeOf(event);
    if (place !== undefined && (place.row !== this.#board.focus.row || place.column !== this.#board.focus.column)) {
      this.#board.focus = { ...place };
      this.#board.schedule();
      this.#tellFocus();
    }
  }
}

/** The whole of a text that its cell cuts off, on hovering. */
function showCutText(event: Event): void {
  const cell = event.target;
  if (cell instanceof HTMLElement && cell.getAttribute("role") === "gridcell") {
    cell.title = cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? "") : "";
  }
}
