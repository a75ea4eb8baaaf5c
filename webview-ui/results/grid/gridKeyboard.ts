// Executes the commands of keys in the grid.
import type { CellEditor } from "./cellEditor";
import { clampWidth } from "./columnGeometry";
import type { GridActions } from "./gridActions";
import { commandOf, type GridCommand } from "./gridKeys";
import type { GridMenus } from "./gridMenus";
import { rowHeight } from "./gridView";

/** A step of a column's width, in px. */
const widthStep = 16;

export class GridKeyboard {
  constructor(
    private readonly actions: GridActions,
    private readonly menus: GridMenus,
    private readonly editor: CellEditor,
  ) {}

  onKey(event: KeyboardEvent): void {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    const command = commandOf({ key, shiftKey, altKey, mainKey: ctrlKey || metaKey });
    if (command !== undefined && this.execute(command)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** Returns false if the key does nothing here, so that it reaches other listeners. */
  private execute(command: GridCommand): boolean {
    const { actions } = this;
    const { row, column } = actions.drawing.focus;
    switch (command.kind) {
      case "toggle":
        this.onSpace();
        return true;
      case "activate":
        if (row < 0) {
          this.activateHeader(command.add);
        } else if (command.add && actions.comparable().length > 0) {
          actions.callbacks?.onCompare(actions.comparable());
        } else {
          actions.callbacks?.onOpenDetails();
        }
        return true;
      case "edit":
        return this.editor.open();
      case "openLink":
        actions.openLink();
        return true;
      case "selectAll":
        actions.selectAll();
        return true;
      case "clear":
        return actions.clear();
      case "copy":
        actions.copy();
        return true;
      case "star":
        if (row >= 0) {
          actions.callbacks?.onStar(row);
        }
        return row >= 0;
      case "menu":
        return this.menus.openAtFocus();
      case "headerMenu":
        return row < 0 && this.menus.openAtFocus();
      case "moveColumn": {
        const shape = actions.columnAt(column);
        if (shape !== undefined) {
          actions.step(shape.id, command.by);
        }
        return true;
      }
      default:
        return this.move(command);
    }
  }

  private onSpace(): void {
    if (this.actions.drawing.focus.row >= 0) {
      this.actions.toggleRecords();
    } else {
      this.activateHeader();
    }
  }

  private activateHeader(add = false): void {
    const column = this.actions.columnAt(this.actions.drawing.focus.column);
    if (column === undefined) {
      this.actions.toggleAll();
    } else {
      this.actions.cycleSort(column.id, add);
    }
  }

  private move(
    command: Extract<GridCommand, { readonly kind: "move" | "page" | "rowEdge" | "columnEdge" | "gridEdge" }>,
  ): boolean {
    const { drawing, count } = this.actions;
    const { row, column } = drawing.focus;
    const lastColumn = drawing.columns.length;
    switch (command.kind) {
      case "move":
        if (row < 0 && command.extend && command.columns !== 0) {
          this.changeWidth(column, command.columns * widthStep);
        } else {
          this.go(row + command.rows, column + command.columns, command.extend);
        }
        return true;
      case "page": {
        const rows = Math.max(1, Math.floor(drawing.viewHeight() / rowHeight) - 1) * command.direction;
        this.go(Math.max(0, Math.min(count - 1, row + rows)), column, command.extend);
        return true;
      }
      case "rowEdge":
        this.scrollToStartIf(!command.end);
        this.go(row, command.end ? lastColumn : 1, command.extend);
        return true;
      case "columnEdge":
        // Upwards from the first row is the header.
        this.go(command.end ? count - 1 : row <= 0 && !command.extend ? -1 : 0, column, command.extend);
        return true;
      case "gridEdge":
        this.scrollToStartIf(!command.end);
        this.go(command.end ? count - 1 : 0, command.end ? lastColumn : 1, command.extend);
        return true;
    }
  }

  private go(row: number, column: number, extend: boolean): void {
    if (extend && this.actions.drawing.focus.row >= 0) {
      this.actions.extendRange(row, column);
    } else {
      this.actions.moveFocus(row, column);
    }
  }

  /** Pinned columns stay visible while scrolling, so moving the focus to them would not scroll back. */
  private scrollToStartIf(condition: boolean): void {
    if (condition) {
      this.actions.drawing.viewport.scrollLeft = 0;
    }
  }

  private changeWidth(column: number, by: number): void {
    const shape = this.actions.columnAt(column);
    if (shape !== undefined) {
      this.actions.drawing.resize(column - 1, clampWidth(shape.width + by), true);
    }
  }
}
