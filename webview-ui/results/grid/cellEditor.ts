// The input over a cell with the user's own text: Enter saves it, Escape discards the changes.
import type { longestNote as longestSent } from "../../messages/results";
import type { GridActions } from "./gridActions";

/** The host's limit; the page cannot import the schema. */
const longestNote: typeof longestSent = 1_000;

export class CellEditor {
  readonly #actions: GridActions;
  readonly #input = document.createElement("input");
  /** The edited row (-1 if there is none), and its text before the edit. */
  #row = -1;
  #before = "";

  constructor(actions: GridActions) {
    this.#actions = actions;
    this.#input.className = "editor";
    this.#input.maxLength = longestNote;
    this.#input.spellcheck = true;
    this.#input.addEventListener("keydown", (event) => this.#onKey(event));
    this.#input.addEventListener("blur", () => this.#close(true));
  }

  /** Opens at the focused cell, once it is drawn with its text; false if the cell cannot be edited. */
  open(framesToWait = 60): boolean {
    const { drawing } = this.#actions;
    const { focus } = drawing;
    const column = this.#actions.columnAt(focus.column);
    const cell = drawing.focusedCell();
    const text = this.#actions.valueAt(focus);
    if (column?.isEditable !== true || focus.row < 0) {
      return false;
    }
    if (cell === undefined || text === undefined) {
      if (framesToWait > 0) {
        requestAnimationFrame(() => {
          if (drawing.focus.row === focus.row && drawing.focus.column === focus.column) {
            this.open(framesToWait - 1);
          }
        });
      }
      return true;
    }
    this.#row = focus.row;
    this.#before = text;
    this.#input.value = text;
    this.#input.ariaLabel = column.label;
    cell.append(this.#input);
    this.#input.select();
    return true;
  }

  #onKey(event: KeyboardEvent): void {
    // The keys of the grid must not handle keys of the text.
    event.stopPropagation();
    if (event.key === "Enter" || event.key === "Escape") {
      event.preventDefault();
      this.#close(event.key === "Enter");
      this.#actions.returnFocus();
    }
  }

  #close(save: boolean): void {
    const row = this.#row;
    if (row < 0) {
      return;
    }
    this.#row = -1;
    const note = this.#input.value.trim();
    this.#input.remove();
    if (save && note !== this.#before) {
      this.#actions.page.forRow("setNote", row, { note });
    }
  }
}
