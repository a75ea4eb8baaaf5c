// The keys of the grid: those of spreadsheets.
import type { CellEditor } from "./cellEditor";
import { clampWidth } from "./columnGeometry";
import type { GridActions } from "./gridActions";
import type { GridMenus } from "./gridMenus";
import { rowHeight } from "./gridView";

/** A step of a column's width, in px. */
const widthStep = 16;

/** J and K go to the next and the previous record, in the grid and in the details. */
export const recordStep = (key: string): 1 | -1 | undefined => (key === "j" ? 1 : key === "k" ? -1 : undefined);

export class GridKeyboard {
  constructor(
    private readonly actions: GridActions,
    private readonly menus: GridMenus,
    private readonly editor: CellEditor,
  ) {}

  onKey(event: KeyboardEvent): void {
    const isDone = event.altKey ? this.withAlt(event) : this.withoutAlt(event);
    // A key that does nothing here reaches other listeners.
    if (isDone) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  private withAlt(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event;
    const { focus } = this.actions.drawing;
    if (hasMainKey(event)) {
      return false;
    }
    if (key === "ArrowDown" && !shiftKey) {
      return focus.row < 0 && this.menus.openAtFocus();
    }
    if (!shiftKey || (key !== "ArrowLeft" && key !== "ArrowRight")) {
      return false;
    }
    const column = this.actions.columnAt(focus.column);
    if (column !== undefined) {
      this.actions.step(column.id, key === "ArrowLeft" ? -1 : 1);
    }
    return true;
  }

  private withoutAlt(event: KeyboardEvent): boolean {
    const { actions } = this;
    switch (event.key) {
      case " ":
        return this.toggle();
      case "Escape":
        return actions.clear();
      case "F2":
        return this.editor.open();
      case "ContextMenu":
        return this.menus.openAtFocus();
      case "F10":
        return event.shiftKey && this.menus.openAtFocus();
      default:
        return hasMainKey(event) ? this.withMainKey(event) : this.alone(event);
    }
  }

  private withMainKey({ key, shiftKey }: KeyboardEvent): boolean {
    const { actions } = this;
    const { drawing, count } = actions;
    const { row, column } = drawing.focus;
    const lastColumn = drawing.columns.length;
    switch (key) {
      case "ArrowUp":
        // Upwards from the first row is the header.
        return this.go(row <= 0 && !shiftKey ? -1 : 0, column, shiftKey);
      case "ArrowDown":
        return this.go(count - 1, column, shiftKey);
      case "ArrowLeft":
        return this.toRowStart(row, shiftKey);
      case "ArrowRight":
        return this.go(row, lastColumn, shiftKey);
      case "Home":
        return this.toRowStart(0, shiftKey);
      case "End":
        return this.go(count - 1, lastColumn, shiftKey);
      case "Enter":
        actions.openLink();
        return true;
      default:
        return !shiftKey && this.letter(key.toLowerCase());
    }
  }

  private letter(letter: string): boolean {
    const { actions } = this;
    const { row } = actions.drawing.focus;
    switch (letter) {
      case "a":
        actions.selectAll();
        return true;
      case "c":
        actions.copy();
        return true;
      // The key that browsers use for bookmarks.
      case "d":
        if (row >= 0) {
          actions.page.star(row);
        }
        return row >= 0;
      default:
        return false;
    }
  }

  private alone({ key, shiftKey }: KeyboardEvent): boolean {
    const { actions } = this;
    const { drawing, count } = actions;
    const { row, column } = drawing.focus;
    const page = Math.max(1, Math.floor(drawing.viewHeight() / rowHeight) - 1);
    switch (key) {
      case "ArrowUp":
        return this.go(row - 1, column, shiftKey);
      case "ArrowDown":
        return this.go(row + 1, column, shiftKey);
      case "ArrowLeft":
      case "ArrowRight": {
        const by = key === "ArrowLeft" ? -1 : 1;
        return row < 0 && shiftKey ? this.changeWidth(column, by * widthStep) : this.go(row, column + by, shiftKey);
      }
      case "Home":
        return this.toRowStart(row, shiftKey);
      case "End":
        return this.go(row, drawing.columns.length, shiftKey);
      case "PageUp":
        return this.go(Math.max(0, row - page), column, shiftKey);
      case "PageDown":
        return this.go(Math.max(0, Math.min(count - 1, row + page)), column, shiftKey);
      case "Enter":
        return this.activate(shiftKey);
      default: {
        const step = shiftKey ? undefined : recordStep(key);
        return step !== undefined && this.go(row + step, column, false);
      }
    }
  }

  /** Moves the focus, or extends the range of cells. */
  private go(row: number, column: number, extend: boolean): true {
    if (extend && this.actions.drawing.focus.row >= 0) {
      this.actions.extendRange(row, column);
    } else {
      this.actions.moveFocus(row, column);
    }
    return true;
  }

  /** Pinned columns stay visible while scrolling, so moving the focus to them would not scroll back. */
  private toRowStart(row: number, extend: boolean): true {
    this.actions.drawing.viewport.scrollLeft = 0;
    return this.go(row, 1, extend);
  }

  private changeWidth(column: number, by: number): true {
    const shape = this.actions.columnAt(column);
    if (shape !== undefined) {
      this.actions.drawing.resize(column - 1, clampWidth(shape.width + by), true);
    }
    return true;
  }

  private toggle(): true {
    if (this.actions.drawing.focus.row < 0) {
      this.actions.activateHeader(false);
    } else {
      this.actions.toggleRecords();
    }
    return true;
  }

  /** With Shift, records are compared, and a header sorts after the columns that are sorted already. */
  private activate(withShift: boolean): true {
    const { actions } = this;
    if (actions.drawing.focus.row < 0) {
      actions.activateHeader(withShift);
    } else if (withShift && actions.comparable().length > 0) {
      actions.parent.compare(actions.comparable());
    } else {
      actions.parent.openDetails();
    }
    return true;
  }
}

/** Ctrl, or Command on a Mac. */
const hasMainKey = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey;
