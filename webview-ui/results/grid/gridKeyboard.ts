// The keys of the grid, as in spreadsheets.
import type { CellEditor } from "./cellEditor";
import type { GridActions } from "./gridActions";
import { type CellPlace, clampWidth } from "./gridGeometry";
import type { GridMenus } from "./gridMenus";
import { rowHeight } from "./gridView";

/** The step for resizing a column, in px. */
const widthStep = 16;

/** J and K go to the next and the previous record, in the grid and in the details. */
export const recordStep = (key: string): 1 | -1 | undefined => (key === "j" ? 1 : key === "k" ? -1 : undefined);

/** The target cell of each key. With Shift, the range is extended to it. */
const moves: Readonly<Record<string, (from: CellPlace, last: CellPlace, page: number) => Partial<CellPlace>>> = {
  ArrowUp: ({ row }) => ({ row: row - 1 }),
  ArrowDown: ({ row }) => ({ row: row + 1 }),
  ArrowLeft: ({ column }) => ({ column: column - 1 }),
  ArrowRight: ({ column }) => ({ column: column + 1 }),
  j: ({ row }) => ({ row: row + 1 }),
  k: ({ row }) => ({ row: row - 1 }),
  PageUp: ({ row }, _, page) => ({ row: Math.max(0, row - page) }),
  PageDown: ({ row }, last, page) => ({ row: Math.max(0, Math.min(last.row, row + page)) }),
  Home: () => ({ column: 1 }),
  End: (_, { column }) => ({ column }),
  // The header is above the first row.
  "Ctrl+ArrowUp": ({ row }) => ({ row: row <= 0 ? -1 : 0 }),
  "Ctrl+ArrowDown": (_, { row }) => ({ row }),
  "Ctrl+ArrowLeft": () => ({ column: 1 }),
  "Ctrl+ArrowRight": (_, { column }) => ({ column }),
  "Ctrl+Home": () => ({ row: 0, column: 1 }),
  "Ctrl+End": (_, last) => last,
};

const toggle = ({ actions, isOnHeader }: GridKeyboard): void =>
  isOnHeader ? actions.activateHeader(false) : actions.toggleRecords();

/** The actions of other keys; false if a key does nothing here. */
const acts: Readonly<Record<string, (keyboard: GridKeyboard) => unknown>> = {
  " ": toggle,
  "Shift+ ": toggle,
  Escape: ({ actions }) => actions.clear(),
  F2: ({ editor }) => editor.open(),
  ContextMenu: ({ menus }) => menus.openAtFocus(),
  "Shift+F10": ({ menus }) => menus.openAtFocus(),
  "Alt+ArrowDown": ({ menus, isOnHeader }) => isOnHeader && menus.openAtFocus(),
  Enter: ({ actions, isOnHeader }) => (isOnHeader ? actions.activateHeader(false) : actions.parent.openDetails()),
  // Sorts by this header after the columns that are already sorted.
  "Shift+Enter": ({ actions, isOnHeader }) =>
    isOnHeader ? actions.activateHeader(true) : actions.compareOrShowDetails(),
  "Ctrl+Enter": ({ actions }) => actions.openLink(),
  "Ctrl+a": ({ actions }) => actions.selectAll(),
  "Ctrl+c": ({ actions }) => actions.copy(),
  // The key that browsers use for bookmarks.
  "Ctrl+d": ({ actions, isOnHeader }) => !isOnHeader && actions.page.star(actions.drawing.focus.row),
  "Shift+Alt+ArrowLeft": ({ actions }) => actions.stepFocused(-1),
  "Shift+Alt+ArrowRight": ({ actions }) => actions.stepFocused(1),
  "Shift+ArrowLeft": (keyboard) => keyboard.isOnHeader && keyboard.changeWidth(-widthStep),
  "Shift+ArrowRight": (keyboard) => keyboard.isOnHeader && keyboard.changeWidth(widthStep),
};

export class GridKeyboard {
  constructor(
    readonly actions: GridActions,
    readonly menus: GridMenus,
    readonly editor: CellEditor,
  ) {}

  get isOnHeader(): boolean {
    return this.actions.drawing.focus.row < 0;
  }

  /** Keys without an action here reach other listeners. */
  onKey(event: KeyboardEvent): void {
    const name = nameOf(event);
    const act = acts[event.shiftKey ? `Shift+${name}` : name];
    const isDone = act === undefined ? false : act(this) !== false;
    if (isDone || this.move(name, event.shiftKey)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  private move(name: string, extend: boolean): boolean {
    const { actions } = this;
    const { drawing, count } = actions;
    const { focus } = drawing;
    const page = Math.max(1, Math.floor(drawing.viewHeight() / rowHeight) - 1);
    const target = moves[name]?.(focus, { row: count - 1, column: drawing.columns.length }, page);
    if (target === undefined) {
      return false;
    }
    if (["Home", "Ctrl+Home", "Ctrl+ArrowLeft"].includes(name)) {
      // Pinned columns stay visible while scrolling, so moving the focus to them would not scroll back.
      drawing.viewport.scrollLeft = 0;
    }
    const { row, column } = { ...focus, ...target };
    if (extend && !this.isOnHeader) {
      actions.extendRange(row, column);
    } else {
      actions.moveFocus(row, column);
    }
    return true;
  }

  changeWidth(by: number): void {
    const { drawing } = this.actions;
    const { column } = drawing.focus;
    const shape = this.actions.columnAt(column);
    if (shape !== undefined) {
      drawing.resize(column - 1, clampWidth(shape.width + by), true);
    }
  }
}

/** "Ctrl+c", without Shift; Ctrl is Command on a Mac. */
function nameOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  const isMain = ctrlKey || metaKey;
  return (isMain ? "Ctrl+" : "") + (altKey ? "Alt+" : "") + (isMain && key.length === 1 ? key.toLowerCase() : key);
}
