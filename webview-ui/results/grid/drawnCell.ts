// One cell of a drawn row: its text, its look, and its column.
import { gridStrings } from "./gridStrings";
import type { ShownCell } from "./shownRow";

export interface CellLook {
  /** `undefined` until the row is here. */
  readonly cell: ShownCell | undefined;
  readonly isNumber: boolean;
  /** A word before the text. */
  readonly tag: string | undefined;
  /** Present if the cell is in the range: the edges of the range that it is at, as classes. */
  readonly edges: string | undefined;
}

export class DrawnCell {
  readonly element = document.createElement("div");
  /** Index among the visible columns. */
  column = -1;
  #cell: ShownCell | undefined;
  #tag: string | undefined;
  #isSelected = false;
  /** It shows a dash, which screen readers do not read. */
  #isOnlyMark = false;

  constructor() {
    this.element.setAttribute("role", "gridcell");
  }

  moveTo(column: number, parent: HTMLElement): void {
    if (this.column !== column) {
      this.column = column;
      this.element.ariaColIndex = String(column + 2);
    }
    if (this.element.parentElement !== parent) {
      parent.append(this.element);
    }
  }

  /** Changes only what is different from the last time. */
  draw({ cell, isNumber, tag, edges }: CellLook): void {
    const isUnknown = cell !== undefined && cell.text === "";
    const className =
      `cell c${this.column}` +
      (isNumber ? " numeric" : "") +
      (cell?.isLink === true ? " link" : "") +
      (cell?.status === undefined ? "" : ` status ${cell.status.quality ?? ""}`) +
      (isUnknown ? " none" : "") +
      (edges === undefined ? "" : ` range${edges}`);
    if (this.element.className !== className) {
      this.element.className = className;
    }
    if (this.#isSelected !== (edges !== undefined)) {
      this.#isSelected = edges !== undefined;
      this.element.ariaSelected = this.#isSelected ? "true" : null;
    }
    if (this.#cell !== cell || this.#tag !== tag) {
      this.#fill(cell, tag);
      this.#cell = cell;
      this.#tag = tag;
    }
    const isOnlyMark = isUnknown && cell.before === undefined;
    if (this.#isOnlyMark !== isOnlyMark) {
      this.#isOnlyMark = isOnlyMark;
      this.element.ariaLabel = isOnlyMark ? gridStrings.unknown : null;
    }
  }

  #fill(cell: ShownCell | undefined, tag: string | undefined): void {
    const { element } = this;
    if (cell?.before !== undefined || cell?.status !== undefined || tag !== undefined) {
      element.replaceChildren(...partsOf(cell, tag));
      return;
    }
    const text = cell === undefined ? "" : cell.text || gridStrings.unknownMark;
    if (element.firstElementChild !== null || element.textContent !== text) {
      element.textContent = text;
    }
  }
}

/** A status is a mark before its value, and words where there is room. */
function partsOf(cell: ShownCell | undefined, tag: string | undefined): readonly Node[] {
  const tagged: readonly Node[] = tag === undefined ? [] : [element("span", "tag", tag), new Text(" ")];
  const value = [...tagged, ...valueParts(cell)];
  if (cell?.status === undefined) {
    return value;
  }
  const { mark, words } = cell.status;
  const marked = element("span", "value", "");
  marked.append(silent(element("span", "mark", mark)), ...value);
  return [marked, element("span", "words", words)];
}

/** The value before is struck through; screen readers say which is which. */
function valueParts(cell: ShownCell | undefined): readonly Node[] {
  if (cell?.before === undefined) {
    return [new Text(cell?.text || gridStrings.unknownMark)];
  }
  return [
    element(
      "span",
      "unseen",
      gridStrings.changedTo(cell.before || gridStrings.unknown, cell.text || gridStrings.unknown),
    ),
    silent(element("del", "before", cell.before || gridStrings.unknownMark)),
    silent(element("span", "after", ` ${cell.text || gridStrings.unknownMark}`)),
  ];
}

function silent(made: HTMLElement): HTMLElement {
  made.ariaHidden = "true";
  return made;
}

function element(name: "span" | "del", className: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
