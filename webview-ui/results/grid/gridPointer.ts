// The mouse on the grid: focus, cell ranges, checkboxes, links, and dragged headers.
import type { CellEditor } from "./cellEditor";
import type { GridActions } from "./gridActions";
import type { CellPlace } from "./gridGeometry";

export class GridPointer {
  /** The current drag: over a range of cells, or over the checkboxes of a range of records. */
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
    // The grid moves the focus itself, and must not select text.
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

  /** Returns whether the pointer has moved to another cell. */
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

/** Row and column of an event; row -1 is the header, column 0 contains the checkboxes. */
export function placeOf(event: Event): CellPlace | undefined {
  const target = event.target instanceof Element ? event.target : undefined;
  const cell = target?.closest<HTMLElement>(".cell");
  const rowIndex = Number(cell?.closest("[aria-rowindex]")?.getAttribute("aria-rowindex"));
  return cell === undefined || cell === null || !Number.isInteger(rowIndex) || rowIndex === 0
    ? undefined
    : { row: rowIndex - 2, column: Number(cell.ariaColIndex) - 1 };
}

/** A shorter movement is a click. */
const dragStart = 5;

/** Drags a column's header to another place; a line shows where the column would be dropped. */
export function dragHeaders(actions: GridActions): void {
  const { head } = actions.drawing;
  const mark = document.createElement("div");
  mark.className = "dropMark";
  mark.hidden = true;
  head.append(mark);
  head.addEventListener("pointerdown", (event) => {
    const column = actions.columnAt(placeOf(event)?.column ?? 0);
    const isButton = event.target instanceof Element && event.target.closest(".menuButton") !== null;
    if (event.button === 0 && column !== undefined && !isButton) {
      dragHeader(actions, column.id, mark, event.clientX);
    }
  });
}

function dragHeader(actions: GridActions, id: string, mark: HTMLElement, startX: number): void {
  const { drawing } = actions;
  const { head, viewport } = drawing;
  let x = startX;
  /** The dragged header, once the drag has begun. */
  let header: HTMLElement | undefined;
  /** The column in front of which it would be dropped, or one more than the number of columns. */
  const dropColumn = (): number => {
    const column = Math.max(1, drawing.placeAt(x, 0).column);
    const box = drawing.cell({ row: -1, column })?.getBoundingClientRect();
    return box !== undefined && x > box.left + box.width / 2 ? column + 1 : column;
  };
  const showMark = (): void => {
    mark.hidden = false;
    mark.style.left = `${drawing.leftOf(dropColumn())}px`;
  };
  const scrolling = new AutoScroll(
    () => ({ ...drawing.scrolledBox(), top: -Infinity, bottom: Infinity }),
    (byX) => {
      viewport.scrollLeft += byX;
      showMark();
    },
  );
  const listening = new AbortController();
  const end = (): void => {
    header?.classList.remove("dragged");
    mark.hidden = true;
    scrolling.stop();
    listening.abort();
  };
  const onMove = (event: PointerEvent): void => {
    x = event.clientX;
    if ((event.buttons & 1) === 0) {
      end();
    } else if (header !== undefined || Math.abs(x - startX) >= dragStart) {
      header ??= drawing.focusedCell();
      header?.classList.add("dragged");
      // From here on, moves outside the page count too, and no click follows on the header.
      head.setPointerCapture(event.pointerId);
      showMark();
      scrolling.follow(x, 0);
    }
  };
  const onUp = (event: PointerEvent): void => {
    x = event.clientX;
    const before = actions.columnAt(dropColumn())?.id;
    end();
    if (header !== undefined && before !== id) {
      actions.moveBefore(id, before);
    }
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && header !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      end();
    }
  };
  const { signal } = listening;
  head.addEventListener("pointermove", onMove, { signal });
  head.addEventListener("pointerup", onUp, { signal });
  head.addEventListener("pointercancel", end, { signal });
  head.addEventListener("keydown", onKey, { signal });
}

interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** px from the edge at which scrolling begins, and px per frame at most. */
const nearEdge = 12;
const fastest = 40;

export class AutoScroll {
  #frame = 0;

  constructor(
    /** The area in px of the page. */
    private readonly area: () => Area,
    /** Called in each frame with the px to scroll by. */
    private readonly onScroll: (x: number, y: number) => void,
  ) {}

  /** Called with the pointer's position. */
  follow(x: number, y: number): void {
    const { left, right, top, bottom } = this.area();
    const byX = speed(x, left, right);
    const byY = speed(y, top, bottom);
    cancelAnimationFrame(this.#frame);
    if (byX !== 0 || byY !== 0) {
      this.#frame = requestAnimationFrame(() => {
        this.onScroll(byX, byY);
        this.follow(x, y);
      });
    }
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }
}

/** Faster the farther beyond the edge. */
function speed(at: number, start: number, end: number): number {
  const beyond = at < start + nearEdge ? at - start - nearEdge : at > end - nearEdge ? at - end + nearEdge : 0;
  return Math.max(-fastest, Math.min(fastest, beyond));
}
