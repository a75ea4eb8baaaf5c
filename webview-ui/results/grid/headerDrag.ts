// Drags a column's header to another place; a line shows where the column would be dropped.
import { AutoScroll } from "./autoScroll";
import type { GridActions } from "./gridActions";
import { placeOf } from "./gridPointer";

/** A shorter movement is a click. */
const dragStart = 5;

interface Drag {
  readonly id: string;
  readonly startX: number;
  /** The header that is dragged, once it is. */
  readonly header: HTMLElement | undefined;
  x: number;
}

export class HeaderDrag {
  private drag: Drag | undefined;
  private readonly mark = document.createElement("div");
  private readonly scrolling: AutoScroll;

  constructor(private readonly actions: GridActions) {
    const { head } = actions.drawing;
    this.mark.className = "dropMark";
    this.mark.hidden = true;
    head.append(this.mark);
    this.scrolling = new AutoScroll(
      () => ({ ...actions.drawing.scrolledBox(), top: -Infinity, bottom: Infinity }),
      (x) => {
        actions.drawing.viewport.scrollLeft += x;
        this.showMark();
      },
    );
    head.addEventListener("pointerdown", (event) => this.onDown(event));
    head.addEventListener("pointermove", (event) => this.onMove(event));
    head.addEventListener("pointerup", (event) => this.onUp(event));
    head.addEventListener("pointercancel", () => this.end());
    head.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.drag?.header !== undefined) {
        event.preventDefault();
        event.stopPropagation();
        this.end();
      }
    });
  }

  private onDown(event: PointerEvent): void {
    const column = this.actions.columnAt(placeOf(event)?.column ?? 0);
    const isButton = event.target instanceof Element && event.target.closest(".menuButton") !== null;
    if (event.button === 0 && column !== undefined && !isButton) {
      this.drag = { id: column.id, startX: event.clientX, header: undefined, x: event.clientX };
    }
  }

  private onMove(event: PointerEvent): void {
    const { drag } = this;
    if (drag === undefined) {
      return;
    }
    if ((event.buttons & 1) === 0) {
      this.end();
      return;
    }
    drag.x = event.clientX;
    if (drag.header === undefined) {
      if (Math.abs(drag.x - drag.startX) < dragStart) {
        return;
      }
      const header = this.actions.drawing.focusedCell();
      header?.classList.add("dragged");
      this.drag = { ...drag, header };
      // From here on, moves outside the page count too, and no click follows on the header.
      this.actions.drawing.head.setPointerCapture(event.pointerId);
    }
    this.showMark();
    this.scrolling.follow(event.clientX, 0);
  }

  private onUp(event: PointerEvent): void {
    const { drag } = this;
    if (drag?.header !== undefined) {
      drag.x = event.clientX;
      const { id } = drag;
      const before = this.actions.columnAt(this.dropColumn())?.id;
      this.end();
      if (before !== id) {
        this.actions.moveBefore(id, before);
      }
    } else {
      this.end();
    }
  }

  /** The column it would be dropped in front of, or the number behind the last one. */
  private dropColumn(): number {
    const { drawing } = this.actions;
    const x = this.drag?.x ?? 0;
    const column = Math.max(1, drawing.placeAt(x, 0).column);
    const box = drawing.cell({ row: -1, column })?.getBoundingClientRect();
    return box !== undefined && x > box.left + box.width / 2 ? column + 1 : column;
  }

  private showMark(): void {
    if (this.drag !== undefined) {
      this.mark.hidden = false;
      this.mark.style.left = `${this.actions.drawing.leftOf(this.dropColumn())}px`;
    }
  }

  private end(): void {
    this.drag?.header?.classList.remove("dragged");
    this.drag = undefined;
    this.mark.hidden = true;
    this.scrolling.stop();
  }
}
