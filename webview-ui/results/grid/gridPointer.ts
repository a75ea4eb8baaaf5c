// The mouse on the grid's rows: focus, ranges of cells, checkboxes, links.
import { AutoScroll } from "./autoScroll";
import type { CellEditor } from "./cellEditor";
import type { CellPlace } from "./cellRange";
import type { GridActions } from "./gridActions";

export class GridPointer {
  /** What is dragged: a range of cells, or a range of records over the checkboxes. */
  private dragged: { readonly kind: "cells" | "records"; readonly x: number; readonly y: number } | undefined;
  private readonly scrolling: AutoScroll;

  constructor(
    private readonly actions: GridActions,
    private readonly editor: CellEditor,
  ) {
    const { grid, viewport } = actions.drawing;
    this.scrolling = new AutoScroll(
      () => actions.drawing.scrolledBox(),
      (x, y) => this.onAutoScroll(x, y),
    );
    grid.addEventListener("pointerdown", (event) => this.onDown(event));
    grid.addEventListener("click", (event) => this.onClick(event));
    grid.addEventListener("dblclick", (event) => this.onDoubleClick(event));
    viewport.addEventListener("pointermove", (event) => this.onMove(event));
    viewport.addEventListener("pointerup", () => this.end());
    viewport.addEventListener("pointercancel", () => this.end());
  }

  private onDown(event: PointerEvent): void {
    const place = placeOf(event);
    if (place === undefined || event.button !== 0 || event.target instanceof HTMLInputElement) {
      return;
    }
    // The grid moves the focus itself; no text is selected.
    event.preventDefault();
    const { actions } = this;
    if (place.row < 0) {
      actions.moveFocus(place.row, place.column);
      return;
    }
    if (place.column === 0) {
      actions.moveFocus(place.row, 0);
      if (event.shiftKey) {
        actions.extendRecords(place.row);
      } else {
        actions.toggleRecord(place.row);
      }
    } else if (event.shiftKey) {
      actions.extendRange(place.row, place.column);
    } else {
      actions.moveFocus(place.row, place.column);
    }
    this.dragged = { kind: place.column === 0 ? "records" : "cells", x: event.clientX, y: event.clientY };
  }

  private onMove(event: PointerEvent): void {
    if (this.dragged === undefined) {
      return;
    }
    if ((event.buttons & 1) === 0) {
      this.end();
      return;
    }
    const { clientX: x, clientY: y } = event;
    this.dragged = { ...this.dragged, x, y };
    if (this.extendTo(x, y)) {
      // From here on, moves outside the page count too.
      this.actions.drawing.viewport.setPointerCapture(event.pointerId);
    }
    if (this.actions.drawing.viewport.hasPointerCapture(event.pointerId)) {
      this.scrolling.follow(this.dragged.kind === "records" ? this.actions.drawing.scrolledBox().left + 20 : x, y);
    }
  }

  /** Returns whether the pointer is at another cell than before. */
  private extendTo(x: number, y: number): boolean {
    const { actions, dragged } = this;
    const { focus } = actions.drawing;
    const at = actions.drawing.placeAt(x, y);
    const place = { row: Math.max(0, at.row), column: dragged?.kind === "records" ? 0 : Math.max(1, at.column) };
    if (place.row === focus.row && place.column === focus.column) {
      return false;
    }
    if (dragged?.kind === "records") {
      actions.moveFocus(place.row, 0);
      actions.extendRecords(place.row);
    } else {
      actions.extendRange(place.row, place.column);
    }
    return true;
  }

  private onAutoScroll(x: number, y: number): void {
    const { drawing } = this.actions;
    drawing.viewport.scrollLeft += x;
    drawing.scrollTo(drawing.top + y);
    if (this.dragged !== undefined) {
      this.extendTo(this.dragged.x, this.dragged.y);
    }
  }

  private end(): void {
    this.dragged = undefined;
    this.scrolling.stop();
  }

  private onClick(event: MouseEvent): void {
    const place = placeOf(event);
    if (place === undefined) {
      return;
    }
    if (place.row < 0) {
      this.actions.activateHeader(event.shiftKey, place.column);
    } else if ((event.ctrlKey || event.metaKey) && place.column > 0) {
      this.actions.openLink();
    }
  }

  private onDoubleClick(event: MouseEvent): void {
    const place = placeOf(event);
    if (place !== undefined && place.row >= 0 && place.column > 0 && !this.editor.open()) {
      this.actions.parent.openDetails();
    }
  }
}

/** Row and column of an event; row -1 is the header, column 0 that of the checkboxes. */
export function placeOf(event: Event): CellPlace | undefined {
  const target = event.target instanceof Element ? event.target : undefined;
  const cell = target?.closest<HTMLElement>(".cell");
  const rowIndex = Number(cell?.closest("[aria-rowindex]")?.getAttribute("aria-rowindex"));
  return cell === undefined || cell === null || !Number.isInteger(rowIndex) || rowIndex === 0
    ? undefined
    : { row: rowIndex - 2, column: Number(cell.ariaColIndex) - 1 };
}
